"""The names of seats, cards and alliances, and short texts for decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar, cast

from core.engine.game import Decision
from core.engine.hidden.secrets import Secrets
from core.engine.hidden.shared_deck.state import NamedCard, Opened, deck_of_slot
from core.engine.text.words import format_count, join_list
from core.games.ambition import decisions as d
from core.games.ambition.cards import EXCHANGE, INDUSTRIES, INTRIGUES, PACTS, UNITY
from core.games.ambition.ruleset import Rules
from core.games.ambition.state import Ambition
from core.games.ambition.statements import STATEMENT_BY_CARD


def face_name(rules: Rules, sort: str, face: int) -> str:
    """Return the name of a face of one of the three types of decks."""
    if sort == "intrigue":
        return INTRIGUES[face].name
    return f"{rules.elites[face].name} ({rules.elites[face].value})" if sort == "elites" else INDUSTRIES[face].name


class Namer:
    """A source of names for the seats, cards and alliances of a position."""

    def __init__(self, state: Ambition) -> None:
        self.state = state

    def seat_name(self, seat: int) -> str:
        """Return the name of a seat."""
        return f"seat {seat}"

    def seat_names(self, seats: Iterable[int]) -> str:
        """Return the names of several seats."""
        return join_list(self.seat_name(seat) for seat in seats)

    def card(self, copy: int) -> str:
        """Return the name of an open card."""
        return face_name(self.state.rules, self.state.card_sort(self.state.shared.deck_of(copy)), self.state.face(copy))

    def cards(self, copies: Iterable[int]) -> str:
        """Return the names of open cards as a list for a sentence, with equal cards grouped."""
        names = [self.card(copy) for copy in copies]
        kinds = {name: names.count(name) for name in names}
        return join_list(f"{many} {name}" if many > 1 else name for name, many in kinds.items())

    def pact(self, pact: int, extra: int = -1) -> str:
        """Return the name of an alliance's type, with its third seat or industry if that is known."""
        if pact < 0:
            return "a secret alliance"
        name = PACTS[pact].name
        if extra >= 0 and pact == UNITY:
            return f"{name}, third player {self.seat_name(extra)}"
        return f"{name} on {INDUSTRIES[extra].name}" if extra >= 0 and pact == EXCHANGE else name

    def held_card(self, card: NamedCard) -> str:
        """Return the name of a card that a decision opens."""
        if not isinstance(card, Opened):
            return self.card(card)
        return face_name(self.state.rules, self.state.card_sort(deck_of_slot(card.slot)), card.face)

    def entry(self, entry: int, own: Secrets) -> str:
        """Return the name of the card at an entry of the seat's own hand."""
        if entry < 0:
            return self.card(-entry)
        return (
            face_name(self.state.rules, self.state.card_sort(deck_of_slot(entry)), own.drawn[entry])
            if entry in own.drawn
            else "a card"
        )


def _diplomacy_text(names: Namer, own: Secrets, decision: d.Diplomacy) -> str:
    if decision.kind == "claim":
        return f"claim {decision.value} with {names.entry(decision.card, own)}"
    if decision.kind == "propose":
        return f"propose to {names.seat_name(decision.partner)}: {names.pact(decision.pact, decision.extra)}"
    if decision.kind == "seal":
        sealed = own.decrypt_terms(
            names.state.t, own.seat, decision.partner, decision.paper.commitment, decision.paper.box, 2
        )
        return (
            f"propose to {names.seat_name(decision.partner)} in secret: {names.pact(*sealed[0])}"
            if sealed
            else "propose in secret"
        )
    return "draw an Elite" if decision.kind == "draw" else "propose nothing"


def _aim_text(names: Namer, own: Secrets, decision: d.Aim) -> str:
    name = names.state.intrigue(names.state.card).code if names.state.card else ""
    if name == "AO1":
        return f"{names.seat_name(decision.seat)}: {names.pact(decision.what, decision.extra)}"
    if name == "SC2":
        return f"{names.seat_name(decision.seat)}: {INTRIGUES[decision.what].name}"
    return (
        f"{names.seat_name(decision.seat)}'s {INDUSTRIES[decision.what].name}"
        if name == "IB3"
        else names.seat_name(decision.seat)
    )


STATEMENT_TEXTS = {
    "all": "I have no Nuclear Arms left",
    "clean": "I hold no nuclear cards",
    "value": "",
    "none": "I have no Elite of 3 or more",
    "peaceful": "I hold no nuclear cards",
    "no": "I have none",
}
"""The texts of the statements that seats make."""


def _yield_text(names: Namer, own: Secrets, decision: d.Yield) -> str:
    asked = next((detail for seat, kind, detail in names.state.asking if kind == "yield"), (0, 0, 0))
    words = {"token": "lose the token", "pay": f"pay {4 if asked[1] == 16 else 5}", "show": "show your Intrigue cards"}
    if decision.kind == "give":
        return f"give {names.held_card(decision.card)}"
    return STATEMENT_TEXTS[STATEMENT_BY_CARD.get(asked[1], "no")] if decision.kind == "no" else words[decision.kind]


def _drawn_text(names: Namer, own: Secrets, decision: d.Drawn) -> str:
    if not decision.card:
        return "keep it"
    return f"discard {names.held_card(decision.card)}" if decision.discard else f"play {names.held_card(decision.card)}"


def _industry_text(names: Namer, own: Secrets, decision: d.Industry) -> str:
    if decision.kind == "play":
        return f"put {names.held_card(decision.card)} into play"
    words = {
        "stop": "no more",
        "gridworks": "gain 1 from Gridworks",
        "dataworks": f"look at one of {names.seat_name(decision.other)}'s Elites",
    }
    return words[decision.kind]


X = TypeVar("X", bound=Decision)
Wording = Callable[[Namer, Secrets, Decision], str]


def _described_by(kind: type[X], words: Callable[[Namer, Secrets, X], str]) -> tuple[type, Wording]:
    """Return the type of a decision and the function that describes decisions of this type."""
    return kind, cast(Wording, words)


CHOICES: Mapping[type, Wording] = dict(
    [
        _described_by(d.Launch, lambda w, own, x: f"strike {w.seat_name(x.target)}" if x.target else "roll the die"),
        _described_by(d.Shift, lambda w, own, x: f"set the die to {x.die}"),
        _described_by(d.Diplomacy, _diplomacy_text),
        _described_by(d.Challenge, lambda w, own, x: "challenge" if x.yes else "believe it"),
        _described_by(d.Accept, lambda w, own, x: "accept" if x.yes else "refuse"),
        _described_by(d.Industry, _industry_text),
        _described_by(d.Play, lambda w, own, x: f"play {w.held_card(x.card)}" if x.card else "draw a card"),
        _described_by(d.Under, lambda w, own, x: f"{w.entry(x.card, own)} goes under the deck"),
        _described_by(d.Drawn, _drawn_text),
        _described_by(d.Aim, _aim_text),
        _described_by(d.Gift, lambda w, own, x: f"give {w.seat_name(x.seat)} a token, gain 4" if x.seat else "gain 2"),
        _described_by(d.Disarm, lambda w, own, x: f"discard {len(x.cards)} Nuclear Arms" if x.cards else "I have none"),
        _described_by(
            d.Declare, lambda w, own, x: f"claim to hold an Elite of {x.value}" if x.value else "claim to hold none"
        ),
        _described_by(d.Yield, _yield_text),
        _described_by(d.Duel, lambda w, own, x: w.held_card(x.card)),
        _described_by(d.Doubt, lambda w, own, x: f"challenge {w.seat_name(x.seat)}" if x.seat else "challenge nobody"),
        _described_by(d.Counter, lambda w, own, x: f"stop it with {w.held_card(x.card)}" if x.card else "let it pass"),
        _described_by(d.Unseal, lambda w, own, x: "open an alliance" if x.opens else "open none"),
        _described_by(d.Shelter, lambda w, own, x: w.held_card(x.card) if x.card else "no shelter"),
        _described_by(d.Prove, lambda w, own, x: "send the proof"),
        _described_by(d.Surrender, lambda w, own, x: "discard the cards that you may not keep"),
    ]
)


def describe_decision(state: Ambition, seat: int, decision: Decision, own: Secrets) -> str:
    """Return a decision in a few words, as the seat that decides sees it."""
    told = CHOICES.get(type(decision))
    words = told(Namer(state), own, decision) if told else "send the deck's answer"
    opens = getattr(decision, "opens", ())
    return (
        f"{words}, opening {format_count(len(opens), 'alliance')}"
        if opens and type(decision) is not d.Unseal
        else words
    )

"""Questions to our seat that are answered in picks: every answer is a sequence of visible picks.

A pick is something on the screen: ("card", entry) of the hand, ("seat", n) around the table, ("deck", 0) to draw from,
("type", n) an industry, ("value", n) that is declared, ("pact", n) an alliance, ("third", seat) its third player,
("secret", 0 or 1), ("die", n), ("named", face) of an Ultimatum, ("yes", 0 or 1), ("deed", n) of `DEEDS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar

from client.games.ambition import faces
from client.table.pick.script import CARD, ENOUGH, Pick, PickPath, Picks
from client.table.prompt.question import PickQuestion, PickScript
from core.engine.game import Decision
from core.engine.hidden.shared_deck.state import NamedCard, Opened
from core.engine.question import AnyQuestion
from core.games.ambition import alliances, claims, industry, schemes, strike, turn
from core.games.ambition import decisions as d
from core.games.ambition.cards import EXCHANGE, INDUSTRIES, INTRIGUES, NATIONALISATION, PACTS, SHOTGUN, ULTIMATUM, UNITY
from core.games.ambition.game import GAME
from core.games.ambition.hands import DECKS
from core.games.ambition.state import Ambition
from core.games.ambition.statements import DISARM, STATEMENT_BY_CARD
from core.games.ambition.text.prompts import PROMPTS
from core.games.ambition.text.words import STATEMENT_TEXTS

DEEDS = (
    "roll",
    "pass",
    "stop",
    "keep",
    "play",
    "discard",
    "let",
    "none",
    "token",
    "pay",
    "show",
    "no",
    "gain",
    "nobody",
    "gridworks",
    "dataworks",
    "done",
    "sealed",
)
NAMES = {"roll": "Roll the die", "pass": "Propose nothing", "stop": "No more", "keep": "Keep it", "play": "Play it now",
         "discard": "Discard it", "let": "Let it pass", "none": "No shelter", "token": "Lose the token",
         "show": "Show your cards", "gain": "Take 2 Influence", "nobody": "Challenge nobody",
         "gridworks": "Gridworks: gain 1", "dataworks": "Dataworks: pay 1 and look", "done": "I have none",
         "sealed": "Open none"}  # fmt: skip


def deed(word: str) -> Pick:
    """Return the pick that stands for a deed, which is given as a word."""
    return "deed", DEEDS.index(word)


DECK: Pick = ("deck", 0)
IMMEDIATE_KINDS = ("yes", "deed", "die", "deck")
"""Kinds of picks that are a complete answer and need no confirmation."""
DECLINING_PICKS: PickPath = (
    *map(deed, ("pass", "stop", "keep", "let", "none", "nobody", "done", "roll", "sealed")),
    ("yes", 0),
)
"""Picks that decline an optional question."""
SINGLE_PICK_QUESTIONS = (turn.LAUNCH, turn.SHIFT, claims.CHALLENGE, alliances.ACCEPT, strike.COUNTER, strike.SHELTER)
"""Questions that are answered with a single pick."""


def entry_of(card: NamedCard) -> int:
    """Return the entry in the hand of a card that a decision opens."""
    return card.slot if isinstance(card, Opened) else -card


CardDecision = d.Launch | d.Industry | d.Yield | d.Play | d.Counter | d.Shelter
"""Decisions that may name a card in the hand."""


class AmbitionPrompt(PickQuestion):
    """Question to our seat, with the picks made so far."""

    game, put = GAME, PROMPTS
    state: Ambition

    def prepare(self) -> None:
        """Create the list of all possible answers."""
        GAME.learn(self.state, self.seat, self.secrets)
        self.ways: dict[PickPath, Decision] = {} if self.asked_of in self.scripts else dict(self.all_paths())

    # Paths ------------------------------------------------------------------------------------------------------------

    def all_paths(self) -> Iterator[tuple[PickPath, Decision]]:
        """Yield each answer with the picks that lead to it.

        Cards with the same face have separate sequences of picks.
        """
        if self.asked_of is turn.DIPLOMACY:
            yield from self._diplomacy()
            return
        for decision in GAME.options_of(self.state, self.seat, self.secrets):
            yield from self._ways(decision)

    def _equal_entries(self, card: NamedCard) -> list[int]:
        """Return the entries of the cards in the hand that have the same face as a card."""
        state, entry = self.state, entry_of(card)
        wanted = faces.code_of_entry(state, self.secrets, entry)
        hand = (other for sort in faces.CARD_SORTS for other in state.hand(self.seat, sort))
        return [other for other in hand if faces.code_of_entry(state, self.secrets, other) == wanted]

    def _with(self, x: CardDecision, *more: Pick) -> Iterator[tuple[PickPath, Decision]]:
        """Yield the paths to an answer that contains a card, and the paths with each card of the same face."""
        for entry in self._equal_entries(x.card):
            card = DECKS.named_card(self.state, self.secrets, entry)
            yield ((CARD, entry), *more), x._replace(card=card)

    def _ways(self, x: Decision) -> Iterator[tuple[PickPath, Decision]]:
        """Yield all sequences of picks that lead to an answer."""
        match x:
            case d.Launch() if x.target:
                yield from self._with(x, ("seat", x.target))
            case d.Industry("play") | d.Yield("give") | d.Play() | d.Counter() | d.Shelter() if x.card:
                yield from self._with(x)
            case _:
                yield self._only_path(x), x

    def _only_path(self, x: Decision) -> PickPath:
        """Return the only sequence of picks that leads to an answer."""
        match x:
            case d.Launch():
                return (deed("roll"),)
            case d.Shift():
                return (("die", x.die),)
            case d.Challenge() | d.Accept():
                return (("yes", int(x.yes)),)
            case d.Industry("dataworks"):
                return deed("dataworks"), ("seat", x.other)
            case d.Industry() | d.Yield():
                return (deed(x.kind),)
            case d.Play():
                return (DECK,)
            case d.Under():
                return ((CARD, x.card),)
            case d.Drawn():
                return (deed("discard" if x.discard else "play" if x.card else "keep"),)
            case d.Aim():
                return ("seat", x.seat), *self._aim(x)
            case d.Gift():
                return (("seat", x.seat) if x.seat else deed("gain"),)
            case d.Declare():
                return (("value", x.value),)
            case d.Duel():
                return ((CARD, entry_of(x.card)),)
            case d.Doubt():
                return (("seat", x.seat) if x.seat else deed("nobody"),)
            case d.Counter():
                return (deed("let"),)
            case d.Shelter():
                return (deed("none"),)
            case d.Unseal():
                return tuple(("seat", self._ally_of_paper(opening.number)) for opening in x.opens) or (deed("sealed"),)
        raise AssertionError(x)

    def disarm(self) -> PickScript:
        """Ask for the Nuclear Arms to give up, one by one; to declare none is a separate pick."""
        every = GAME.options_of(self.state, self.seat, self.secrets)
        arms = max((x.cards for x in every if isinstance(x, d.Disarm)), key=len)
        picked: tuple[Pick, ...] = ()
        while True:
            left = tuple((CARD, entry_of(card)) for card in arms if (CARD, entry_of(card)) not in picked)
            nothing = () if picked else (deed("done"),)
            pick = yield Picks("pick", self.path_words(picked), (*left, *nothing), bool(picked))
            if pick == deed("done"):
                return d.Disarm(())
            if pick == ENOUGH:
                return d.Disarm(tuple(card for card in arms if (CARD, entry_of(card)) in picked))
            picked = (*picked, pick)

    scripts: ClassVar[dict[AnyQuestion, Callable[[AmbitionPrompt], PickScript]]] = {DISARM: disarm}

    def _ally_of_paper(self, number: int) -> int:
        paper = next(paper for paper in self.state.papers if paper.number == number)
        return sum(paper.pair) - self.seat

    def _aim(self, x: d.Aim) -> PickPath:
        """Return the picks that a card needs in addition to the pick of a player."""
        face = self.detail[0]
        if face == SHOTGUN:
            return self._pact(x.what, x.extra)
        if face == ULTIMATUM:
            return (("named", x.what),)
        return (("type", x.what),) if face == NATIONALISATION else ()

    @staticmethod
    def _pact(pact: int, extra: int) -> PickPath:
        more: PickPath = (("third", extra),) if pact == UNITY else (("type", extra),) if pact == EXCHANGE else ()
        return (("pact", pact), *more)

    def _diplomacy(self) -> Iterator[tuple[PickPath, Decision]]:
        """Yield the paths to drawing a card, to claims, and to open and secret alliances."""
        state, seat, own, kinds = self.state, self.seat, self.secrets, self.detail[0]
        if turn.DRAW in kinds:
            yield (DECK,), d.Diplomacy(turn.DRAW)
        else:
            yield (deed("pass"),), d.Diplomacy(turn.PASS)
        if turn.CLAIM in kinds:
            for entry in state.hand(seat, "elites"):
                for value in range(1, turn.highest_declarable(state, seat) + 1):
                    yield ((CARD, entry), ("value", value)), d.Diplomacy(turn.CLAIM, entry, value)
        if turn.PROPOSE not in kinds:
            return
        for other in state.others(seat):
            for pact, extra in alliances.payable_kinds(state, seat, other):
                way: PickPath = (("seat", other), *self._pact(pact, extra))
                opened = d.Diplomacy(turn.PROPOSE, partner=other, pact=pact, extra=extra)
                yield (*way, ("secret", 0)), opened
                yield (*way, ("secret", 1)), turn.secret_proposal(state, seat, other, (pact, extra), own)

    # Words ------------------------------------------------------------------------------------------------------------

    def pick_name(self, pick: Pick) -> str:
        """Return the name of a pick, in a few words."""
        kind, number = pick
        if kind == CARD:
            return faces.name(faces.code_of_entry(self.state, self.secrets, number))
        if kind in ("seat", "third"):
            return f"Seat {number}"
        if kind == "deed":
            return self._deed_name(DEEDS[number])
        if kind == "yes":
            challenge = self.asked_of is claims.CHALLENGE
            return ("Challenge" if number else "Let it pass") if challenge else ("Accept" if number else "Refuse")
        if kind == "deck":
            return "Draw an Elite" if self.asked_of is turn.DIPLOMACY else "Draw an Intrigue card"
        if kind == "value":
            return f"Declare {number}" if number else "I hold none"
        names = {
            "type": [industry.name for industry in INDUSTRIES],
            "pact": [pact.name for pact in PACTS],
            "named": [card.name for card in INTRIGUES],
        }
        if kind in names:
            return names[kind][number]
        return f"A {number}" if kind == "die" else "In secret" if number else "In the open"

    def _deed_name(self, word: str) -> str:
        if word == "no":
            return STATEMENT_TEXTS[STATEMENT_BY_CARD[self.detail[1]]]
        if word == "pay":
            numbers = self.state.rules.numbers
            peaceful = STATEMENT_BY_CARD[self.detail[1]] == "peaceful"
            return f"Pay {numbers.blackmail if peaceful else numbers.ultimatum} Influence"
        return NAMES[word]

    def path_words(self, picked: PickPath) -> str:
        """Return the instruction for the next pick of an answer."""
        if not picked:
            aims = self.asked_of is schemes.AIM
            return f"{INTRIGUES[self.detail[0]].name}: choose a player." if aims else PROMPTS[self.asked_of].sentence
        name = self.pick_name(picked[0])
        if self.asked_of is turn.DIPLOMACY:
            if picked[-1][0] == CARD:
                return f"{name}: choose the value to declare."
            wanted = {kind for kind, _ in self.picks_after(picked)}
            if "pact" in wanted:
                return f"Choose an alliance with {name}."
            what = self.pick_name(picked[1])
            asks = {"third": "choose the third player.", "type": "choose an industry."}
            return f"{what} with {name}: {asks.get(min(wanted, default=''), 'in the open or in secret?')}"
        if self.asked_of is turn.LAUNCH:
            return "Choose a target. It hits that player and both neighbours."
        if self.asked_of is DISARM:
            return "Discard another card, or confirm."
        if self.asked_of is schemes.AIM:
            asks = {"named": "choose a card to demand.", "type": "choose an industry.", "pact": "choose an alliance."}
            wanted = {kind for kind, _ in self.picks_after(picked)}
            return f"{name}: {asks.get(min(wanted, default=''), 'choose the third player.')}"
        return f"{name}: choose a player." if self.asked_of is industry.INDUSTRY else PROMPTS[self.asked_of].sentence

    def why_not(self, value: Pick) -> str:
        """Return the reason why something cannot be picked now."""
        kind, number = value
        if kind == CARD:
            sort = faces.sort_of(faces.code_of_entry(self.state, self.secrets, number))
            if self.asked_of is turn.DIPLOMACY:
                return (
                    "You can only claim with an Elite. To propose an alliance, press a player."
                    if sort
                    else "You cannot claim now."
                )
            return "You cannot use that card now."
        return "There is no alliance that you can both pay for." if kind == "seat" else "You cannot choose that now."

    # Outcomes ---------------------------------------------------------------------------------------------------------

    @property
    def locks_immediately(self) -> bool:
        """True if the last pick completes the answer: a yes or no, a die, a deck or a deed."""
        return bool(self.answers) and self.answers[-1][0] in IMMEDIATE_KINDS

"""What the own seat is asked, answered pick by pick: every answer of Ambition is a way of picks that can be seen.

A pick is something on the screen: ("card", entry) of the hand, ("seat", n) around the table, ("deck", 0) to draw from,
("type", n) an industry, ("value", n) that is declared, ("pact", n) an alliance, ("third", seat) its third player,
("secret", 0 or 1), ("die", n), ("named", face) of an Ultimatum, ("yes", 0 or 1), ("deed", n) of `DEEDS`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any

from client.ambition import faces
from client.table.picking import CARD, Pick, Way
from client.table.question import WayQuestion
from core.ambition import alliances, claims, industry, schemes, strike, turn
from core.ambition import decisions as d
from core.ambition.cards import EXCHANGE, INDUSTRIES, INTRIGUES, NATIONALISATION, PACTS, SHOTGUN, ULTIMATUM, UNITY
from core.ambition.game import GAME
from core.ambition.state import Ambition
from core.ambition.statements import DISARM, SAYS
from core.ambition.telling.asking import PUT
from core.ambition.telling.words import SAID
from core.kernel.game import Decision
from core.kernel.shared.state import Held, Opened

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
)
NAMES = {"roll": "Roll the die", "pass": "Propose nothing", "stop": "No more", "keep": "Keep it", "play": "Play it now",
         "discard": "Discard it", "let": "Let it pass", "none": "No shelter", "token": "Lose the token",
         "show": "Let it see the cards", "gain": "Take 2 Influence", "nobody": "Challenge nobody",
         "gridworks": "Gridworks: gain 1", "dataworks": "Dataworks: pay 1 and look", "done": "That is all"}  # fmt: skip


def deed(word: str) -> Pick:
    """The pick of a deed."""
    return "deed", DEEDS.index(word)


DECK: Pick = ("deck", 0)
LAST = (turn.LAUNCH, turn.SHIFT, claims.CHALLENGE, alliances.ACCEPT, strike.COUNTER, strike.SHELTER)
"""Questions of one pick."""


def entry_of(card: Held) -> int:
    """The entry of a card that a decision opens."""
    return card.slot if isinstance(card, Opened) else -card


class Inquiry(WayQuestion):
    """One ask, and what has been picked so far."""

    game, put = GAME, PUT
    state: Ambition

    def prepare(self) -> None:
        """Every answer is listed."""
        GAME.learn(self.state, self.seat, self.secrets)
        self.ways: dict[Way, Decision] = dict(self.all_ways())

    # The ways ---------------------------------------------------------------------------------------------------------

    def all_ways(self) -> Iterator[tuple[Way, Decision]]:
        """The picks that lead to each answer; cards with one face are as good as each other."""
        if self.asked_of is turn.DIPLOMACY:
            yield from self._diplomacy()
            return
        for decision in GAME.options_of(self.state, self.seat, self.secrets):
            for way in self._ways(decision):
                yield way, decision

    def _alike(self, card: Held) -> list[int]:
        """The entries of the hand that have the face of a card."""
        state, entry = self.state, entry_of(card)
        wanted = faces.of_entry(state, self.secrets, entry)
        hand = (other for sort in faces.SORTS for other in state.hand(self.seat, sort))
        return [other for other in hand if faces.of_entry(state, self.secrets, other) == wanted]

    def _with(self, card: Held, *more: Pick) -> Iterator[Way]:
        for entry in self._alike(card):
            yield ((CARD, entry), *more)

    def _ways(self, x: Any) -> Iterator[Way]:
        """The ways to an answer."""
        match x:
            case d.Launch():
                yield from self._with(x.card, ("seat", x.target)) if x.target else ((deed("roll"),),)
            case d.Shift():
                yield (("die", x.die),)
            case d.Challenge() | d.Accept():
                yield (("yes", int(x.yes)),)
            case d.Industry("play"):
                yield from self._with(x.card)
            case d.Industry("dataworks"):
                yield deed("dataworks"), ("seat", x.other)
            case d.Industry():
                yield (deed(x.kind),)
            case d.Play():
                yield from self._with(x.card) if x.card else ((DECK,),)
            case d.Under():
                yield ((CARD, x.card),)
            case d.Drawn():
                yield (deed("discard" if x.discard else "play" if x.card else "keep"),)
            case d.Aim():
                yield ("seat", x.seat), *self._aim(x)
            case d.Gift():
                yield (("seat", x.seat) if x.seat else deed("gain"),)
            case d.Disarm():
                yield from permutations([(CARD, entry_of(card)) for card in x.cards]) if x.cards else ((deed("done"),),)
            case d.Declare():
                yield (("value", x.value),)
            case d.Yield("give"):
                yield from self._with(x.card)
            case d.Yield():
                yield (deed(x.kind),)
            case d.Duel():
                yield ((CARD, entry_of(x.card)),)
            case d.Doubt():
                yield (("seat", x.seat) if x.seat else deed("nobody"),)
            case d.Counter() | d.Shelter():
                none = deed("let" if isinstance(x, d.Counter) else "none")
                yield from self._with(x.card) if x.card else ((none,),)
            case d.Unseal():
                yield tuple(("seat", self._ally(opening.number)) for opening in x.opens) or (deed("none"),)

    def _ally(self, number: int) -> int:
        paper = next(paper for paper in self.state.papers if paper.number == number)
        return sum(paper.pair) - self.seat

    def _aim(self, x: d.Aim) -> Way:
        """What a card asks for besides a player."""
        face = self.detail[0]
        if face == SHOTGUN:
            return self._pact(x.what, x.extra)
        if face == ULTIMATUM:
            return (("named", x.what),)
        return (("type", x.what),) if face == NATIONALISATION else ()

    @staticmethod
    def _pact(pact: int, extra: int) -> Way:
        more: Way = (("third", extra),) if pact == UNITY else (("type", extra),) if pact == EXCHANGE else ()
        return (("pact", pact), *more)

    def _diplomacy(self) -> Iterator[tuple[Way, Decision]]:
        """Drawing, claims, alliances in the open and in secret."""
        state, seat, own, kinds = self.state, self.seat, self.secrets, self.detail[0]
        if turn.DRAW in kinds:
            yield (DECK,), d.Diplomacy(turn.DRAW)
        else:
            yield (deed("pass"),), d.Diplomacy(turn.PASS)
        if turn.CLAIM in kinds:
            for entry in state.hand(seat, "elites"):
                for value in range(1, turn.cap(state, seat) + 1):
                    yield ((CARD, entry), ("value", value)), d.Diplomacy(turn.CLAIM, entry, value)
        if turn.PROPOSE not in kinds:
            return
        for other in state.others(seat):
            for pact, extra in alliances.payable(state, seat, other):
                way: Way = (("seat", other), *self._pact(pact, extra))
                opened = d.Diplomacy(turn.PROPOSE, partner=other, pact=pact, extra=extra)
                yield (*way, ("secret", 0)), opened
                yield (*way, ("secret", 1)), turn.secret(state, seat, other, (pact, extra), own)

    # In words ---------------------------------------------------------------------------------------------------------

    def name_of(self, pick: Pick) -> str:
        """A pick in a few words."""
        kind, number = pick
        if kind == CARD:
            return faces.name(faces.of_entry(self.state, self.secrets, number))
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
            return SAID[SAYS[self.detail[1]]].capitalize()
        if word == "pay":
            return f"Pay {4 if SAYS[self.detail[1]] == 'peaceful' else 5} Influence"
        return NAMES[word]

    def way_words(self, picked: Way) -> str:
        """What must be done now on the way to an answer."""
        if not picked:
            return PUT[self.asked_of].sentence
        name = self.name_of(picked[0])
        if self.asked_of is turn.DIPLOMACY:
            last = picked[-1][0]
            if last == CARD:
                return f"{name}: which value do you declare?"
            asks = {"seat": "which alliance?", "pact": "with whom, or on what?"}
            return (
                f"An alliance with {name}: {asks.get(last, 'open or secret?')}"
                if (last != "pact" or self.after(picked)[0][0] != "secret")
                else f"An alliance with {name}: open or secret?"
            )
        if self.asked_of is turn.LAUNCH:
            return "At whom? The target and both its neighbours are hit."
        if self.asked_of is DISARM:
            return "Discard another one, or say that this is all."
        if self.asked_of is schemes.AIM:
            return f"{name}: choose further."
        return f"{name}: at whom?" if self.asked_of is industry.INDUSTRY else PUT[self.asked_of].sentence

    def why_not(self, value: Pick) -> str:
        """Why something cannot be picked now."""
        kind, number = value
        if kind == CARD:
            sort = faces.sort_of(faces.of_entry(self.state, self.secrets, number))
            if self.asked_of is turn.DIPLOMACY:
                return "Elites are claimed. An alliance is proposed to a player." if sort else "You may not claim now."
            return "That card is not used now."
        return "Neither of you can pay its stake." if kind == "seat" else "That is not asked for now."

    # What may come of it ----------------------------------------------------------------------------------------------

    @property
    def quick(self) -> bool:
        """Whether the last pick is the answer: a yes or a no, a die, a deck, a deed."""
        return bool(self.answers) and self.answers[-1][0] in ("yes", "deed", "die", "deck")

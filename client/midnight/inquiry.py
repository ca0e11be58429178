"""What the own seat is asked, answered pick by pick: a decision of Midnight is a way of picks that can be seen.

A pick is something on the screen: ("card", copy) of the hand, ("border", seat), ("entry", entry) of the own
Borderlands, ("theirs", entry) of a hand that one sees, ("dial", n), ("nation", n), or the word of an action.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import permutations

from client.midnight.words.names import DIAL_TIPS, card_name, nation_name
from client.table.pick_screen import Question
from client.table.picking import CARD, ENOUGH, Pick, Picks, Script
from core.kernel.game import Decision
from core.kernel.holding import held, name_card
from core.kernel.question import AnyQuestion
from core.kernel.secrets import foreign
from core.midnight import action, cards
from core.midnight.cards import DIAL_NAMES, NATIONS
from core.midnight.decisions import Act, Deploy, Discard, Upgrades
from core.midnight.game import GAME
from core.midnight.hands import CLOSED
from core.midnight.ruin import DOWNGRADE
from core.midnight.setup import NATION
from core.midnight.state import Midnight
from core.midnight.telling.asking import PUT
from core.midnight.turn import DEPLOY, TRIM
from core.midnight.upgrades import TOP, UPGRADES

Way = tuple[Pick, ...]
STOP: Pick = ("stop", 0)


class Inquiry(Question):
    """One ask, and what has been picked so far."""

    put = PUT
    state: Midnight

    def prepare(self) -> None:
        """The own hand, and where every answer is listed."""
        CLOSED.learn(self.state, self.seat, self.secrets)
        self.hand = dict(held(self.state, self.seat, self.secrets))
        """The slot of each copy of the own hand, 0 where it lies open."""
        self.ways = {} if self.asked_of in SCRIPTS else dict(self._all())
        """Where every answer is listed: the picks that lead to each."""

    def script(self) -> Script:
        """Along the ways, or what is asked bit by bit."""
        return SCRIPTS.get(self.asked_of, _walk)(self)

    @property
    def picked(self) -> list[Pick]:
        """What has been picked so far."""
        return self.answers

    @property
    def instead(self) -> tuple[Pick, ...]:
        """Other places than the last one; never other cards, nor the end of the turn."""
        found = super().instead if self.answers and self.answers[-1][0] != CARD else ()
        return tuple(pick for pick in found if pick != STOP)

    def entry(self, copy: int) -> int:
        """How a decision names a card that stays closed."""
        return self.hand[copy] or -copy

    def dials(self, picked: Iterable[Pick]) -> list[int]:
        """The own dials after these steps."""
        now = list(self.state.dials[self.seat])
        for _, dial in picked:
            now[dial] += 1
        return now

    def _all(self) -> Iterator[tuple[Way, Decision]]:
        state, seat = self.state, self.seat
        for decision in GAME.options_of(state, seat, self.secrets):
            if isinstance(decision, Act):
                yield from ((way, decision) for way in self._acts(decision))
            elif self.asked_of is NATION:
                yield (("nation", decision.nation),), decision
            elif self.asked_of is DOWNGRADE:
                yield (("dial", decision.dial),), decision
            else:
                yield (("theirs", decision.entry),), decision

    def _acts(self, act: Act) -> Iterator[Way]:
        """The ways to an action; the cards of a set may be picked in any order."""
        if act.kind == action.STOP:
            yield (STOP,)
            return
        if act.kind == action.MOVE:
            yield ("entry", act.entries[0]), ("border", act.to)
            return
        copies = [card if isinstance(card, int) else card[1] for card in act.cards] + [
            self.secrets.faces[entry] if entry > 0 else -entry for entry in act.entries
        ]
        if act.kind == action.BORDER:
            yield ("card", copies[0]), ("border", act.to)
        elif act.kind == action.DISCARD and act.to:
            yield ("card", copies[0]), ("look", act.to)
        else:
            for first, *rest in permutations(copies):
                yield ("card", first), (act.kind, 0), *(("card", copy) for copy in rest)

    def ways_of(self, copy: int) -> list[str]:
        """What may be done with a card of the hand as the first pick of an action, as kinds of pick."""
        seconds = (way[1][0] for way in self.ways if way[0] == ("card", copy) and len(way) > 1)
        return list(dict.fromkeys(seconds))

    def kinds(self) -> set[str]:
        """The kinds of action that are possible now."""
        return {decision.kind for decision in self.ways.values() if isinstance(decision, Act)}

    # In words ---------------------------------------------------------------------------------------------------------

    def name_of(self, pick: Pick) -> str:
        """A pick in a few words."""
        kind, what = pick
        state = self.state
        if kind == "card":
            return card_name(what)
        if kind in ("border", "look"):
            name = f"Seat {what} ({nation_name(state, what)})"
            return f"Towards {name}" if kind == "border" else f"Discard it: look at {name}"
        if kind == "entry":
            towards = next(o for o, entries in state.facing(self.seat) if what in entries)
            copy = self.secrets.faces.get(what, 0) if what > 0 else -what
            return f"Turn the {card_name(copy)} facing Seat {towards} ({nation_name(state, towards)})"
        if kind == "theirs":
            return card_name(self.copy_of(pick))
        if kind == "dial":
            now = self.dials(self.picked)[what] if self.asked_of is UPGRADES else state.dials[self.seat][what]
            step = now + (1 if self.asked_of is UPGRADES else -1)
            return f"{DIAL_NAMES[what]} {cards.DIALS[what][now]} to {cards.DIALS[what][step]}: {DIAL_TIPS[what]}"
        if kind == "nation":
            return NATIONS[what]
        return WORDS[kind]

    def copy_of(self, pick: Pick) -> int:
        """The copy of a card of a hand that one sees, 0 where it cannot be read."""
        entry = pick[1]
        seen = self.secrets.seen.get(foreign(self.detail[0], entry)) if entry > 0 else None
        return seen[1] if seen else max(0, -entry)

    def why_not(self, pick: Pick) -> str:
        """Why something cannot be picked now."""
        kind, what = pick
        state, seat = self.state, self.seat
        if kind == "border":
            if what == seat:
                return "That is your own nation."
            if state.eliminated[what]:
                return "That nation is eliminated."
            if state.ruined[what]:
                return "Nothing may be laid towards a nation in Ruin."
            if state.ruined[seat]:
                return "In Ruin nothing may be laid on a border."
            return "Choose a card first." if not self.picked else "That card is not for a border."
        if kind == "card" and not self.picked:
            if self.asked_of not in (action.ACT, TRIM, DEPLOY):
                return "A card is not asked for now."
            if state.ruined[seat]:
                return "In Ruin this card can only go in a pair or a set, with another that fits."
            return "There is no action for this card now."
        if kind == "card":
            return (
                "It does not go with the others."
                if len(self.picked) > 1
                else "Choose what the first card does, or take it back."
            )
        return "Not possible now."


WORDS = {
    "stop": "End the turn",
    action.CAPITAL: "To the Capital",
    action.DISCARD: "Discard it for its effect",
    action.SET: "A set of three, for Worth",
    action.STORE: "Into the stockpile, for Midnight",
    action.PAIR: "A pair, for 2 Worth",
}
"""What can be done with a card besides laying it on a border."""


# The scripts ----------------------------------------------------------------------------------------------------------


def _walk(q: Inquiry) -> Script:
    """Along the ways to all answers."""
    picked: Way = ()
    while True:
        n = len(picked)
        targets = tuple(dict.fromkeys(way[n] for way in q.ways if len(way) > n and way[:n] == picked))
        if not targets:
            return q.ways[picked]
        value = yield Picks("pick", _words(q, picked), targets, picked in q.ways)
        if value == ENOUGH:
            return q.ways[picked]
        picked = (*picked, value)


def _words(q: Inquiry, picked: Way) -> str:
    """What must be done now on the way to an answer."""
    if not picked:
        return PUT[q.asked_of].sentence
    name = q.name_of(picked[0])
    if len(picked) > 1:
        return f"{name}: choose the cards that go with it."
    return f"{name}: choose where it goes, or what it does." if picked[0][0] == "card" else f"{name}: choose a border."


def _to_go(q: Inquiry, picked: Way) -> str:
    """The same where a number of them is to be picked."""
    left = q.detail[0] - len(picked)
    return PUT[q.asked_of].sentence + (f" {left} to go." if left > 1 or (left and picked) else "")


def _trim(q: Inquiry) -> Script:
    picked: Way = ()
    while len(picked) < q.detail[0]:
        targets = tuple(("card", copy) for copy in q.hand if ("card", copy) not in picked)
        picked = (*picked, (yield Picks("pick", _to_go(q, picked), targets)))
    return Discard(tuple(name_card(q.secrets, (copy, q.hand[copy])) for _, copy in picked))


def _upgrades(q: Inquiry) -> Script:
    picked: Way = ()
    while len(picked) < q.detail[0]:
        now = q.dials(picked)
        targets = tuple(("dial", dial) for dial in range(4) if now[dial] < TOP[dial])
        picked = (*picked, (yield Picks("pick", _to_go(q, picked), targets)))
    return Upgrades(tuple(dial for _, dial in picked))


def _deploy(q: Inquiry) -> Script:
    plays: tuple[tuple[int, int], ...] = ()
    laid: set[int] = set()
    words = PUT[q.asked_of].sentence
    while len(plays) < q.detail[0]:
        fit = tuple(("card", copy) for copy in q.hand if cards.card(copy).border and copy not in laid)
        value = yield Picks("pick", words, fit, True)
        if value == ENOUGH:
            break
        borders = tuple(("border", other) for other in q.state.aimable(q.seat))
        _, to = yield Picks("pick", f"{q.name_of(value)}: choose a border.", borders)
        laid.add(value[1])
        plays = (*plays, (to, q.entry(value[1])))
        words = "Another card, or that is all."
    return Deploy(plays)


SCRIPTS: dict[AnyQuestion, Callable[[Inquiry], Script]] = {TRIM: _trim, UPGRADES: _upgrades, DEPLOY: _deploy}
"""Those whose answers are too many to be listed; the others are walked through."""

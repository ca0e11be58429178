"""Prompt of our seat, answered pick by pick; a decision of Midnight is a path of visible picks.

A pick is something on the screen. ("card", copy) is a card of the hand, and ("border", seat) a border. ("entry", entry)
is a card on our Borderlands, and ("theirs", entry) a card of a hand that the seat sees. ("dial", n) is a dial, and
("nation", n) a nation. Other picks are the word of an action.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from client.games.midnight.text.prompts import MidnightPromptTexts
from client.table.pick.script import CARD, ENOUGH, Pick, PickPath, Picks
from client.table.question import PickScript
from core.engine.game import Decision
from core.engine.hidden.hand import name_card
from core.engine.hidden.piles import copy_of
from core.games.midnight import action, cards
from core.games.midnight.decisions import Act, Capture, Deploy, Discard, Downgrade, Nation, Upgrades
from core.games.midnight.game import GAME
from core.games.midnight.text.prompts import PROMPTS
from core.games.midnight.turn import DEPLOY, TRIM
from core.games.midnight.upgrades import TOP, UPGRADES

STOP: Pick = ("stop", 0)


class MidnightPrompt(MidnightPromptTexts):
    """Prompt for one question of Midnight, with the picks made up to now."""

    @property
    def instead(self) -> tuple[Pick, ...]:
        """Legal picks of places instead of the last pick; never other cards, nor the end of the turn."""
        found = super().instead if self.answers and self.answers[-1][0] != CARD else ()
        return tuple(pick for pick in found if pick != STOP)

    def entry(self, copy: int) -> int:
        """Return the entry that names a card in a decision while the card stays face down."""
        return self.hand[copy] or -copy

    def all_paths(self) -> Iterator[tuple[PickPath, Decision]]:
        """Yield the picks that lead to each listed answer."""
        state, seat = self.state, self.seat
        for decision in GAME.options_of(state, seat, self.secrets):
            if isinstance(decision, Act):
                yield from ((way, decision) for way in self._acts(decision))
            elif isinstance(decision, Nation):
                yield (("nation", decision.nation),), decision
            elif isinstance(decision, Downgrade):
                yield (("dial", decision.dial),), decision
            elif isinstance(decision, Capture):
                yield (("theirs", decision.entry),), decision

    def _acts(self, act: Act) -> Iterator[PickPath]:
        """Yield the paths to an action; the cards of a set may be picked in any order."""
        if act.kind == action.STOP:
            yield (STOP,)
            return
        if act.kind == action.MOVE:
            yield ("entry", act.entries[0]), ("border", act.to)
            return
        copies = [*(copy_of(card) for card in act.cards), *(self.copy_of(entry) for entry in act.entries)]
        if act.kind == action.BORDER:
            yield ("card", copies[0]), ("border", act.to)
        elif act.kind == action.DISCARD and act.to:
            yield ("card", copies[0]), ("look", act.to)
        else:
            for first, *rest in permutations(copies):
                yield ("card", first), (act.kind, 0), *(("card", copy) for copy in rest)

    def ways_of(self, copy: int) -> list[str]:
        """Return the kinds of the second pick that are possible if this card of the hand is the first pick."""
        seconds = (way[1][0] for way in self.ways if way[0] == ("card", copy) and len(way) > 1)
        return list(dict.fromkeys(seconds))

    def kinds(self) -> set[str]:
        """Return the kinds of action that are possible now."""
        return {decision.kind for decision in self.ways.values() if isinstance(decision, Act)}


# Scripts --------------------------------------------------------------------------------------------------------------


def _trim(q: MidnightPrompt) -> PickScript:
    picked: PickPath = ()
    while len(picked) < q.detail[0]:
        targets = tuple(("card", copy) for copy in q.hand if ("card", copy) not in picked)
        picked = (*picked, (yield Picks("pick", q.to_go(picked), targets)))
    return Discard(tuple(name_card(q.secrets, (copy, q.hand[copy])) for _, copy in picked))


def _upgrades(q: MidnightPrompt) -> PickScript:
    picked: PickPath = ()
    while len(picked) < q.detail[0]:
        now = q.dials(picked)
        targets = tuple(("dial", dial) for dial in range(4) if now[dial] < TOP[dial])
        picked = (*picked, (yield Picks("pick", q.to_go(picked), targets)))
    return Upgrades(tuple(dial for _, dial in picked))


def _deploy(q: MidnightPrompt) -> PickScript:
    plays: tuple[tuple[int, int], ...] = ()
    laid: set[int] = set()
    words = PROMPTS[q.asked_of].sentence
    while len(plays) < q.detail[0]:
        fit = tuple(("card", copy) for copy in q.hand if cards.card(copy).border and copy not in laid)
        value = yield Picks("pick", words, fit, True)
        if value == ENOUGH:
            break
        borders = tuple(("border", other) for other in q.state.targets_of(q.seat))
        _, to = yield Picks("pick", f"{q.name_of(value)}: choose a border.", borders)
        laid.add(value[1])
        plays = (*plays, (to, q.entry(value[1])))
        words = "Choose another card, or press That is all."
    return Deploy(plays)


MidnightPrompt.scripts = {TRIM: _trim, UPGRADES: _upgrades, DEPLOY: _deploy}

"""A check that no score depends on when the final audit takes place.

Rules cannot know closed cards. Rules that score hands before the final audit score empty hands, which no other check
detects. So the last steps before the audit are resolved a second time with every card opened beforehand. Both times
must give the same standing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from core.engine.agenda import MatchDecided
from core.engine.game import Standing
from core.engine.hidden.cards import CardStep
from core.engine.hidden.secrets import Secrets
from core.engine.local_match import LocalMatch

AUDIT = "clear"
"""Kind of the question that opens closed cards for an audit."""


class Ends(NamedTuple):
    """Standings of one match: as played, and with all cards opened before scoring."""

    played: list[Standing]
    opened: list[Standing]


def both_ends(game: Any, players: Mapping[int, Any], seed: str, options: Any = None) -> Ends:
    """Play a match, then repeat its end with open cards; return both standings."""
    table: LocalMatch[Any] = LocalMatch(game, players, seed, options, sealed=True)
    steps: list[tuple[Any, Mapping[int, Any], bytes, set[str]]] = []
    while not table.state.over:
        before, beacon = table.state.clone(), table.beacon()
        kinds = {ask.kind for ask in game.pending_asks(before).values()}
        decisions, _ = table.step()
        steps.append((before, decisions, beacon, kinds))
    played = game.standing(table.state)
    while len(steps) > 1 and steps[-1][3] <= {AUDIT}:
        steps.pop()
    state, decisions, beacon, _ = steps[-1]
    _open_early(game, state, decisions, beacon, table.secrets)
    table.state = state
    return Ends(played, game.standing(table.play()))


def _open_early(game: Any, state: Any, decisions: Any, beacon: bytes, secrets: Mapping[int, Secrets]) -> None:
    """Resolve a step, with every closed card opened before each item of its agenda."""

    class Early(game.step_class):  # type: ignore[misc]
        __slots__ = ()

        def run(self) -> None:
            agenda, handlers = self.state.agenda, self.game_rules.agendas
            while agenda and not self.state.asking:
                open_all(self, secrets)
                name, *values = agenda.pop()
                try:
                    handlers[name](self, *values)
                except MatchDecided as decided:
                    self._end_early(decided)
            super().run()

    step = Early(state, beacon)
    step.apply_decisions(decisions)
    step.handle_lost_seats()
    step.run()
    state.t += 1
    state.beacon = beacon


def open_all(step: CardStep[Any], secrets: Mapping[int, Secrets]) -> None:
    """Open every closed card where it is."""
    for seat in step.cards.seats(step.state):
        for slot in step.cards.closed_slots(step.state, seat):
            step.cards.show(step, seat, secrets[seat].opening(slot))

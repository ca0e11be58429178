"""The course of a match, collected from its events.

It consists of the Permanence of every round, and the turning points.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from core.engine.game import Event
from core.engine.text.words import format_count, join_list
from core.games.bridgefront import events as e
from core.games.bridgefront.phases.scoring import merit, total_vp
from core.games.bridgefront.state import Bridgefront
from core.games.bridgefront.text.narration import SCORE_SOURCE_WORDS
from core.games.bridgefront.text.words import AGES, Namer

REPORTED_DEATHS = 6
"""Minimum number of dead units in a battle that is reported; one dead Champion is enough too."""
REPORTED_VP = 2
"""Minimum lasting Permanence gained in one round that is reported."""


class TurningPoint(NamedTuple):
    """A turning point of the match.

    `kind` is "lead", "held", "lasting", "battle", "siege", "age" or "end".
    """

    round: int
    kind: str
    words: str


class MatchCourse:
    """A collector of a match's course, which can begin at any point of the match."""

    def __init__(self) -> None:
        self.rounds: dict[int, dict[int, int]] = {}
        """The Permanence of each seat at the Scoring of each round."""
        self.turning_points: list[TurningPoint] = []
        self.why = ""
        """Reason for the end of the match: "target" or "rounds"; "" before the end."""
        self._battle: e.BattleBegan | None = None
        self._dead_champions: dict[int, list[int]] = {}
        """The number of dead Forces and dead Champions in the current battle, by seat."""
        self._control_vp: dict[tuple[str, int], int] = {}
        """Held Permanence at the last Scoring, by source and seat."""
        self._permanent_vp: dict[int, int] = {}
        self._leaders: tuple[int, ...] = ()

    def add_step(self, state: Bridgefront, events: Iterable[Event]) -> None:
        """Process the events of a step; `state` is the state after the step."""
        words = Namer(state)
        scored: list[e.Scored] = []
        for event in events:
            if isinstance(event, e.BattleBegan):
                self._battle, self._dead_champions = event, {event.attacker: [0, 0], event.defender: [0, 0]}
            elif isinstance(event, e.ForcesDied) and event.seat in self._dead_champions:
                self._dead_champions[event.seat][0] += event.forces
            elif isinstance(event, e.ChampionDied) and event.seat in self._dead_champions:
                self._dead_champions[event.seat][1] += 1
            elif isinstance(event, e.BattleEnded):
                self._record_battle(words, event)
            elif isinstance(event, e.Scored):
                scored.append(event)
            elif isinstance(event, e.AgeBegan):
                self._add_turning_point(state, "age", f"{AGES[event.age - 1]} begins")
            elif isinstance(event, e.MatchEnded):
                self.why = event.why
        if scored:
            self._record_scoring(words, scored)

    def _add_turning_point(self, state: Bridgefront, kind: str, words: str) -> None:
        self.turning_points.append(TurningPoint(state.round, kind, words))

    def _record_battle(self, words: Namer, ended: e.BattleEnded) -> None:
        """Record a siege, or a battle in which many units or a Champion died."""
        began, fallen = self._battle, self._dead_champions
        self._battle, self._dead_champions = None, {}
        if began is None:
            return
        dead = [sum(column) for column in zip(*fallen.values())]
        if not began.siege and not dead[1] and sum(dead) < REPORTED_DEATHS:
            return
        cost = join_list([format_count(n, word) for n, word in zip(dead, ("Cohort", "Champion")) if n])
        where = words.hex(ended.hex)
        if not ended.winner:
            told = f"nobody is left at {where}"
        elif began.siege and ended.winner == began.attacker:
            told = f"{words.seat(ended.winner)} storms {where}"
        elif began.siege:
            told = f"{words.seat(ended.winner)} holds {where} against {words.seat(ended.loser)}"
        else:
            told = f"{words.seat(ended.winner)} beats {words.seat(ended.loser)} at {where}"
        fell = f": {cost} {'falls' if sum(dead) == 1 else 'fall'}" if cost else ""
        self._add_turning_point(words.state, "siege" if began.siege else "battle", told + fell)

    def _record_scoring(self, words: Namer, scored: list[e.Scored]) -> None:
        """Record each seat's gains and losses since the last Scoring, and the new leader."""
        state = words.state
        totals = {x.seat: x.permanent + x.control for x in scored}
        for x in sorted(scored):
            held = dict(x.sources)
            for source in ("center", "capitals"):
                before = self._control_vp.get((source, x.seat), 0)
                now = self._control_vp[source, x.seat] = held.get(source, 0)
                if now > before:
                    self._add_turning_point(
                        state, "held", f"{words.seat(x.seat)} scores for {SCORE_SOURCE_WORDS[source]}"
                    )
            gained = x.permanent - self._permanent_vp.get(x.seat, 0)
            if gained >= REPORTED_VP:
                self._add_turning_point(state, "lasting", f"{words.seat(x.seat)} gains {gained} lasting Permanence")
            self._permanent_vp[x.seat] = x.permanent
        most = max(totals.values())
        leaders = tuple(seat for seat in sorted(totals) if totals[seat] == most)
        if most and len(leaders) == 1 and leaders != self._leaders:
            second = max((vp for seat, vp in totals.items() if seat != leaders[0]), default=0)
            self._add_turning_point(state, "lead", f"{words.seat(leaders[0])} takes the lead, {most} to {second}")
            self._leaders = leaders
        self.rounds[state.round] = dict(sorted(totals.items()))


def victory_reason(state: Bridgefront, why: str, parts: Iterable[tuple[str, int]]) -> str:
    """Return the reason for the winner's victory in a finished match.

    It names the parts of the winner's Permanence. If seats were equal, it also names the tie-breaker.
    """
    first = state.winners[0]
    most = total_vp(state, first)
    told = ", ".join(f"{vp} {name if name == 'lasting' else f'for {name}'}" for name, vp in parts if vp)
    rule = f", with {state.option('vp_to_win')} needed" if why == "target" else f" after round {state.round}"
    words = f"{most} Permanence{rule}: {told}" if told else f"{most} Permanence{rule}"
    level = [s for s in state.seats if s not in state.winners and total_vp(state, s) == most]
    if level and why == "rounds":
        by = "lasting Permanence" if any(merit(state, s)[1] < merit(state, first)[1] for s in level) else "gold"
        by = "the dice" if any(merit(state, s) == merit(state, first) for s in level) else by
        words += f". Tied with {join_list(Namer(state).seat(s) for s in level)}; decided by {by}"
    return f"{words}."

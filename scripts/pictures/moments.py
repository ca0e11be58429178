"""Moments of matches that the scenes show; every match is the same each time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import starmap
from typing import Any

from client.session.source import MatchEvent
from client.table.audits import audit_of
from client.table.view_model import Audit
from core.engine.game import any_game
from core.games.bridgefront.game import GAME
from core.games.bridgefront.text.course import MatchCourse
from net.match.events import StepResolved

SEED = "screens"
MATCHES = (*((SEED + more, "heuristic") for more in ("", " 2", " 3", " 4")), (SEED + " 2", "random"))
"""Seeds and bots of the matches of Bridgefront that are searched for a moment, one after the other."""


@dataclass(frozen=True)
class Moment:
    """A step of a match: the state before it, its events, and the state after it."""

    before: Any
    own: Any
    asked: Any
    events: list[Any]
    after: Any
    digest: bytes
    decisions: dict[int, Any]

    def heard(self) -> MatchEvent:
        """Return the message that seat 1 receives about this step."""
        step = StepResolved(self.before.t, self.decisions, self.after.beacon, self.events, self.digest)
        return MatchEvent(step, self.after.clone(), self.own.copy(), (), self.digest)


def match_steps(seed: str = SEED, bot: str = "heuristic", rounds: int = 9, **options: Any) -> list[Moment]:
    """Return the steps of a match between six bots; equal arguments give the same list, in any form of the call."""
    return _match_steps(seed, bot, rounds, **options)


@lru_cache(maxsize=len(MATCHES) + 1)
def _match_steps(seed: str, bot: str, rounds: int, **options: Any) -> list[Moment]:
    from core.bots.registry import BOTS
    from core.engine.local_match import LocalMatch

    table = LocalMatch(GAME, {s: BOTS[bot](seed, s) for s in range(1, 7)}, seed, {"vp_to_win": 0, **options})
    return table_steps(table, lambda state: state.round <= rounds)


def table_steps(table: Any, wanted: Callable[[Any], bool] = lambda state: True) -> list[Moment]:
    """Return the steps of a table while its state passes the test `wanted` and the match is not over."""
    moments, game = [], table.game
    while not table.state.over and wanted(table.state):
        before, own = table.state.clone(), table.secrets[1].copy()
        ask = game.pending_asks(before).get(1)
        asked = ask if ask is not None and game.automatic_decision(before, 1, own.copy()) is None else None
        decisions, events = table.step()
        after, digest = table.state.clone(), table.state.digest()
        moments.append(Moment(before, own, asked, events, after, digest, dict(decisions)))
    return moments


@lru_cache(maxsize=1)
def finished_match() -> list[Moment]:
    """Return the steps of a match that ends."""
    return match_steps(rounds=99, vp_to_win=8)


def first_rounds(rounds: int) -> list[Moment]:
    """Return the steps before a round."""
    return [m for m in match_steps() if m.after.round < rounds or m.before.round < rounds]


def course_of(steps: list[Moment]) -> tuple[MatchCourse, list[Audit]]:
    """Return the course of these steps, and the audits in them."""
    course = MatchCourse()
    audits: list[Audit] = []
    for m in steps:
        course.add_step(m.after, m.events)
        audits += filter(None, (audit_of(any_game(GAME), m.before, event) for event in m.events))
    return course, audits


@lru_cache(maxsize=1)
def siege_steps() -> list[Moment]:
    """Return the steps of the same match until a siege has been fought; raise `LookupError` if there is none.

    Seat 1 has entered the Capital of seat 2, and both stay there.
    """
    from core.bots.registry import BOTS
    from core.engine.local_match import LocalMatch

    table = LocalMatch(GAME, {s: BOTS["heuristic"](SEED, s) for s in range(1, 7)}, SEED, {"vp_to_win": 0})
    while (table.state.round, table.state.phase) != (4, "action"):
        table.step()
    state, capital = table.state, table.state.capital[2]
    state.forces[1][capital], state.forces[2][capital] = 6, 4
    state.mana[1] = state.mana[2] = 0
    moments: list[Moment] = []
    while not moments or not is_siege(moments[-1]):
        if table.state.over:
            raise LookupError("the match has no siege")
        before, own = table.state.clone(), table.secrets[1].copy()
        decisions, events = table.step()
        after, digest = table.state.clone(), table.state.digest()
        moments.append(Moment(before, own, None, events, after, digest, dict(decisions)))
    return moments


def is_siege(m: Moment) -> bool:
    """Return True if a Capital is besieged in a step."""
    return any(type(x).__name__ == "BattleBegan" and x.siege for x in m.events)


def first_moment(test: Callable[[Moment], bool], least_round: int = 4) -> Moment:
    """Return the first moment of a match from round `least_round` on that passes the test."""
    for moment in (moment for item in MATCHES for moment in match_steps(*item)):
        if moment.before.round >= least_round and test(moment):
            return moment
    raise LookupError("no match has such a moment")


def steps_before(moment: Moment, most: int) -> list[Moment]:
    """Return at most `most` steps before a moment of a match, or [] if the moment belongs to no match."""
    for item in starmap(match_steps, MATCHES):
        for index, other in enumerate(item):
            if other is moment:
                return item[max(0, index - most) : index]
    return []


def asks_kind(kind: str) -> Callable[[Moment], bool]:
    """Return a test whether seat 1 has a question of this kind."""
    return lambda m: m.asked is not None and m.asked.kind == kind


def has_events(*names: str) -> Callable[[Moment], bool]:
    """Return a test whether events of all these classes happen in a step."""
    return lambda m: {*names} <= {type(x).__name__ for x in m.events}


def find_answers(inquiry: Any, goal: Callable[[Any], bool], depth: int = 7) -> list[Any] | None:
    """Return answers that bring an inquiry to a goal, or None if there are none within `depth` answers."""
    from client.table.pick.script import ENOUGH

    if goal(inquiry):
        return []
    question = inquiry.question
    if question is None or depth == 0:
        return None
    for value in (*question.targets[:24], *([ENOUGH] if question.enough else [])):
        if value == "done":
            continue
        inquiry.answer(value)
        rest = find_answers(inquiry, goal, depth - 1)
        inquiry.undo()
        if rest is not None:
            return [value, *rest]
    return None


def asks_after(kind: str, *parts: str) -> Callable[[Any], bool]:
    """Return a test whether an inquiry asks this kind of question after questions of the other kinds."""

    def test(inquiry: Any) -> bool:
        if inquiry.question is None or inquiry.question.kind != kind:
            return False
        before = [question.kind for question, _ in inquiry.history]
        return all(part in before for part in parts)

    return test


def leads_into_enemies(inquiry: Any) -> bool:
    """Return True if the plan is complete and leads into enemies."""
    from client.games.bridgefront.plan_view import planned_moves as walks_of

    if inquiry.question is not None:
        return False
    walks = walks_of(inquiry)[0]
    state = inquiry.state
    return any(state.enemies_at(path[-1], inquiry.seat) for _, path in walks)

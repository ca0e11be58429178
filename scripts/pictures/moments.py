"""Moments of matches that the scenes show: every match is the same each time."""

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
    """Step of a match in the pictures: the table before it, its events, the table after it."""

    before: Any
    own: Any
    asked: Any
    events: list[Any]
    after: Any
    digest: bytes
    decisions: dict[int, Any]

    def heard(self) -> MatchEvent:
        """Return the message that seat 1 receives of it."""
        step = StepResolved(self.before.t, self.decisions, self.after.beacon, self.events, self.digest)
        return MatchEvent(step, self.after.clone(), self.own.copy(), (), self.digest)


def match(seed: str = SEED, bot: str = "heuristic", rounds: int = 9, **options: Any) -> list[Moment]:
    """Return the steps of a match of six bots: the same list each time, however the arguments are written."""
    return _match(seed, bot, rounds, **options)


@lru_cache(maxsize=len(MATCHES) + 1)
def _match(seed: str, bot: str, rounds: int, **options: Any) -> list[Moment]:
    from core.bots.registry import BOTS
    from core.engine.local_match import LocalMatch

    table = LocalMatch(GAME, {s: BOTS[bot](seed, s) for s in range(1, 7)}, seed, {"vp_to_win": 0, **options})
    return steps(table, lambda state: state.round <= rounds)


def steps(table: Any, wanted: Callable[[Any], bool] = lambda state: True) -> list[Moment]:
    """Return the steps of a table, as long as its state is wanted and the match is not over."""
    moments, game = [], table.game
    while not table.state.over and wanted(table.state):
        before, own = table.state.clone(), table.secrets[1].copy()
        ask = game.asks(before).get(1)
        asked = ask if ask is not None and game.automatic(before, 1, own.copy()) is None else None
        decisions, events = table.step()
        after, digest = table.state.clone(), table.state.digest()
        moments.append(Moment(before, own, asked, events, after, digest, dict(decisions)))
    return moments


@lru_cache(maxsize=1)
def finished() -> list[Moment]:
    """Return the steps of a match that ends."""
    return match(rounds=99, vp_to_win=8)


def first_rounds(rounds: int) -> list[Moment]:
    """Return the steps before this round."""
    return [m for m in match() if m.after.round < rounds or m.before.round < rounds]


def gone(steps: list[Moment]) -> tuple[MatchCourse, list[Audit]]:
    """Return the course of these steps, and the audits in them."""
    course = MatchCourse()
    audits: list[Audit] = []
    for m in steps:
        course.follow(m.after, m.events)
        audits += filter(None, (audit_of(any_game(GAME), m.before, event) for event in m.events))
    return course, audits


@lru_cache(maxsize=1)
def siege() -> list[Moment]:
    """Return the steps of the same match until a siege has been fought; raise `LookupError` if it is not.

    Seat 1 has come into the Capital of seat 2, and both stay there.
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
    while not moments or not besieges(moments[-1]):
        if table.state.over:
            raise LookupError("the match has no siege")
        before, own = table.state.clone(), table.secrets[1].copy()
        decisions, events = table.step()
        after, digest = table.state.clone(), table.state.digest()
        moments.append(Moment(before, own, None, events, after, digest, dict(decisions)))
    return moments


def besieges(m: Moment) -> bool:
    """Return True if a Capital is besieged in a step."""
    return any(type(x).__name__ == "BattleBegan" and x.siege for x in m.events)


def first(test: Callable[[Moment], bool], least_round: int = 4) -> Moment:
    """Return the first moment of a match, from a round on, that passes the test."""
    for moment in (moment for item in MATCHES for moment in match(*item)):
        if moment.before.round >= least_round and test(moment):
            return moment
    raise LookupError("no match has such a moment")


def before(moment: Moment, most: int) -> list[Moment]:
    """Return the steps shortly before a moment in its match; [] if it is in none."""
    for item in starmap(match, MATCHES):
        for index, other in enumerate(item):
            if other is moment:
                return item[max(0, index - most) : index]
    return []


def asks(kind: str) -> Callable[[Moment], bool]:
    """Return a test that seat 1 has a question of this kind."""
    return lambda m: m.asked is not None and m.asked.kind == kind


def happens(*names: str) -> Callable[[Moment], bool]:
    """Return a test that events of these classes happen in a step."""
    return lambda m: {*names} <= {type(x).__name__ for x in m.events}


def answers(inquiry: Any, goal: Callable[[Any], bool], depth: int = 7) -> list[Any] | None:
    """Return answers that bring an inquiry to a goal, the shortest found first."""
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
        rest = answers(inquiry, goal, depth - 1)
        inquiry.undo()
        if rest is not None:
            return [value, *rest]
    return None


def question_is(kind: str, *parts: str) -> Callable[[Any], bool]:
    """Return a test that an inquiry asks this now, after answers to questions of these kinds."""

    def test(inquiry: Any) -> bool:
        if inquiry.question is None or inquiry.question.kind != kind:
            return False
        before = [question.kind for question, _ in inquiry.history]
        return all(part in before for part in parts)

    return test


def fights(inquiry: Any) -> bool:
    """Return True if a plan is ready that leads into enemies."""
    from client.games.bridgefront.plan_view import planned_moves as walks_of

    if inquiry.question is not None:
        return False
    walks = walks_of(inquiry)[0]
    state = inquiry.state
    return any(state.enemies_at(path[-1], inquiry.seat) for _, path in walks)

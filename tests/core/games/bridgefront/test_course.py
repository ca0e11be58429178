"""The course of a match: its rounds, its turning points and the reason for the win."""

from __future__ import annotations

from core.bots.registry import BOTS
from core.engine.local_match import LocalMatch
from core.games.bridgefront import events as e
from core.games.bridgefront.game import GAME
from core.games.bridgefront.phases.scoring import total_vp
from core.games.bridgefront.text.course import MatchCourse, victory_reason
from core.games.bridgefront.text.sources import vp_parts
from tests.support.games.bridgefront.positions import position


def told(course: MatchCourse) -> list[tuple[str, str]]:
    return [(turn.kind, turn.words) for turn in course.turning_points]


def test_the_course_of_a_match_has_all_scorings_and_a_victory_reason():
    course = MatchCourse()
    table = LocalMatch(GAME, {s: BOTS["heuristic"]("course", s) for s in (1, 2)}, "course")
    final = table.play(lambda state, decisions, events: course.add_step(state, events))
    assert list(course.rounds) == list(range(1, final.round + 1))
    assert course.rounds[final.round] == {seat: total_vp(final, seat) for seat in final.seats}
    assert course.why in ("target", "rounds")
    assert [turn.round for turn in course.turning_points] == sorted(turn.round for turn in course.turning_points)
    winner = final.winners[0]
    words = victory_reason(final, course.why, vp_parts(final, winner))
    assert words.startswith(f"{total_vp(final, winner)} Permanence, ")


def test_a_new_leader_is_reported_once_with_the_score():
    course, state = MatchCourse(), position("cipher", "vapourborn")
    course.add_step(state, [e.Scored(1, 1, 0, ()), e.Scored(2, 0, 0, ())])
    state.round = 2
    course.add_step(state, [e.Scored(1, 1, 1, (("forges", 1),)), e.Scored(2, 1, 0, ())])
    state.round = 3
    course.add_step(state, [e.Scored(1, 1, 0, ()), e.Scored(2, 1, 1, (("center", 1),))])
    assert told(course) == [
        ("lead", "Seat 1 (Ciphers) takes the lead, 1 to 0"),
        ("held", "Seat 2 (Vapourborn) scores for the Axis Mundi"),
        ("lead", "Seat 2 (Vapourborn) takes the lead, 2 to 1"),
    ]
    assert course.rounds == {1: {1: 1, 2: 0}, 2: {1: 2, 2: 1}, 3: {1: 1, 2: 2}}


def test_the_course_of_a_match_reports_sieges_and_costly_battles():
    course, state = MatchCourse(), position("cipher", "vapourborn")
    home, away = state.capital[1], state.grid.center
    small = [e.BattleBegan(away, 1, 2, False), e.ForcesDied(2, away, 5), e.BattleEnded(away, 1, 2)]
    course.add_step(state, small)
    assert course.turning_points == []
    course.add_step(state, [e.BattleBegan(away, 1, 2, False), e.ForcesDied(2, away, 5)])
    course.add_step(state, [e.ForcesDied(1, away, 1), e.BattleEnded(away, 1, 2)])  # it rested between two steps
    siege = [e.BattleBegan(home, 2, 1, True), e.ForcesDied(1, home, 1), e.BattleEnded(home, 2, 1)]
    course.add_step(state, siege)
    assert told(course) == [
        ("battle", "Seat 1 (Ciphers) beats Seat 2 (Vapourborn) at the Axis Mundi: 6 Cohorts fall"),
        ("siege", "Seat 2 (Vapourborn) storms Seat 1's Capital: 1 Cohort falls"),
    ]


def test_the_victory_reason_names_the_tiebreaker():
    state = position("cipher", "vapourborn")
    state.round, state.winners, state.vp[1], state.vp[2] = 10, (1,), 3, 3
    state.gold[1] += 1
    words = victory_reason(state, "rounds", vp_parts(state, 1))
    assert words == "3 Permanence after round 10: 3 lasting. Tied with Seat 2 (Vapourborn); decided by gold."

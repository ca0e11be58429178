"""When machines go on without others by themselves (`net.absence.Patience`)."""

from __future__ import annotations

from net.absence import Patience, View


def view(motions: dict[int, tuple[int, ...]], since: float, silent: dict[int, float]) -> View:
    """What seat 1 of five sees: seat 5 owes its commit, seat 4 has committed; both computers are dead."""
    everybody = frozenset(range(1, 6))
    return View(1, 3, everybody, frozenset(), frozenset(), motions, {5: 9.0}, silent, frozenset(), 0, False, since)


def test_who_does_not_join_is_left_out_for_good() -> None:
    """A motion that was shown a moment ago leaves out the same seats, or two machines would never show the same one."""
    policy, silent = Patience(2.0), {2: 0.1, 3: 0.1, 4: 9.0, 5: 9.0}
    first = policy.motion(view({}, 0.0, silent))
    assert first == (1, 2, 3, 4)
    second = policy.motion(view({1: first, 2: first, 3: first}, 2.0, silent))
    assert second == (1, 2, 3)
    assert policy.motion(view({1: second, 2: first, 3: first}, 0.0, silent)) == second
    assert policy.motion(view({1: second}, 0.0, {**silent, 4: 0.1})) == first, "it is heard again"


def test_a_seat_that_is_away_moves_nothing() -> None:
    """It is not among those who could go on; a motion as others would be refused."""
    seen = view({}, 0.0, {2: 0.1, 3: 0.1, 4: 0.1, 5: 9.0})._replace(present=frozenset({2, 3, 4, 5}))
    assert Patience(2.0).motion(seen) == ()

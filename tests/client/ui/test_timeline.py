"""The timeline: tweens, order, speed, pause, skip, seek and reduced motion."""

from math import inf
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.ui.easing import (
    call,
    fade,
    in_out,
    in_quad,
    linear,
    out_back,
    out_bounce,
    out_cubic,
    out_elastic,
    out_quad,
    parallel,
    sequence,
    swing,
    tween,
    tween_value,
    wait,
)
from client.ui.timeline import Timeline


def token() -> SimpleNamespace:
    return SimpleNamespace(x=0.0, at=(0.0, 0.0), alpha=255.0)


@pytest.mark.parametrize("ease", [linear, in_quad, out_quad, out_cubic, in_out, out_back, out_bounce, out_elastic])
def test_every_easing_function_starts_at_zero_and_ends_at_one(ease):
    assert ease(0) == pytest.approx(0, abs=1e-9)
    assert ease(1) == pytest.approx(1)
    assert all(-0.2 < ease(i / 50) < 1.4 for i in range(51))
    assert swing(0.5) == 1


def test_a_tween_starts_from_the_current_value():
    t, thing = Timeline(), token()
    thing.x = 10
    t.play(tween(thing, "x", 20, 1, ease=linear))
    t.advance(0.5)
    assert thing.x == pytest.approx(15)
    assert t.is_busy
    t.advance(0.6)
    assert thing.x == 20
    assert not t.is_busy
    assert not t.advance(0.1)


def test_a_tween_interpolates_points_and_a_glide_calls_a_function_with_values_between():
    t, thing, seen = Timeline(), token(), []
    t.play(parallel(tween(thing, "at", (10.0, 20.0), 1, ease=linear), tween_value(seen.append, 0, 1, 1, ease=linear)))
    t.advance(0.5)
    assert thing.at == (5, 10)
    assert seen == [0.5]


def test_clips_in_sequence_follow_each_other_and_parallel_clips_start_together():
    t, a, b, c = Timeline(), token(), token(), token()
    t.play(tween(a, "x", 1, 1))
    t.play(tween(b, "x", 1, 1))
    t.play_alongside(tween(c, "x", 1, 1))
    t.advance(1)
    assert (a.x, b.x, c.x) == (1, 0, 1)
    t.advance(1)
    assert b.x == 1


def test_a_call_sees_the_tweened_values_of_its_moment_however_large_the_time_step():
    t, thing, seen = Timeline(), token(), []
    note = lambda: seen.append(round(thing.x, 6))  # noqa: E731
    t.play(
        sequence(
            parallel(tween(thing, "x", 10, 1, ease=linear), sequence(wait(0.5), call(note))),
            call(note),
            call(lambda: setattr(thing, "x", 100.0)),
            tween(thing, "x", 200, 1, ease=linear),
            call(note),
        )
    )
    t.advance(5)
    assert seen == [5, 10, 200]


def test_a_timeline_respects_its_speed_and_a_pause():
    t, thing = Timeline(speed=4), token()
    t.play(tween(thing, "x", 1, 1, ease=linear))
    t.advance(0.125)
    assert thing.x == pytest.approx(0.5)
    t.pause()
    t.advance(1)
    assert thing.x == pytest.approx(0.5)
    t.resume()
    t.speed = inf
    t.advance(0)
    assert thing.x == 1


def test_a_call_in_a_sequence_may_pause_the_timeline():
    t, thing = Timeline(), token()
    t.play(sequence(wait(0.5), call(t.pause), tween(thing, "x", 1, 1)))
    t.advance(10)
    assert t.paused
    assert t.now == 0.5
    assert thing.x == 0
    t.resume()
    t.advance(10)
    assert thing.x == 1


def test_skip_one_ends_the_current_clip_and_skip_all_ends_all_clips():
    t, a, b, c = Timeline(), token(), token(), token()
    for thing, label in ((a, "first"), (b, "second"), (c, "third")):
        t.play(sequence(tween(thing, "x", 1, 1), call(t.pause)), label)
    t.advance(0.2)
    assert t.current.label == "first"
    t.skip_one()
    assert (a.x, b.x) == (1, 0)
    assert not t.paused
    t.skip_all()
    assert (b.x, c.x) == (1, 1)
    assert not t.is_busy
    assert t.current is None


def test_skip_all_also_ends_clips_that_are_added_meanwhile():
    t, thing = Timeline(), token()
    t.play(call(lambda: t.play(tween(thing, "x", 1, 1))))
    t.skip_all()
    assert thing.x == 1


def test_skipping_a_timeline_that_never_ends_raises_an_error():
    t = Timeline()

    def again():
        t.play(sequence(wait(1), call(again)))

    again()
    with pytest.raises(RuntimeError, match="never ends"):
        t.skip_all()


def test_a_call_can_see_that_the_timeline_is_being_skipped():
    t, heard = Timeline(), []
    t.play(sequence(call(lambda: heard.append(t.is_skipping)), wait(1), call(lambda: heard.append(t.is_skipping))))
    t.advance(0.1)
    t.skip_one()
    assert heard == [False, True]


def test_reduced_motion_moves_at_once_but_fades_and_waits():
    t, thing = Timeline(reduced_motion=True), token()
    step = sequence(tween(thing, "x", 5, 2), fade(thing, "alpha", 0, 2), wait(0.5))
    assert step.duration(True) == pytest.approx(0.62)
    assert step.duration(False) == pytest.approx(4.5)
    t.play(step)
    t.advance(0.06)
    assert thing.x == 5
    assert 0 < thing.alpha < 255


def test_parallel_clips_with_a_gap_start_one_after_another():
    t, things = Timeline(), [token() for _ in range(3)]
    t.play(parallel(*(tween(thing, "x", 1, 0.5) for thing in things), gap=0.5))
    assert t.end == pytest.approx(1.5)
    t.advance(0.75)
    assert things[0].x == 1
    assert 0 < things[1].x < 1
    assert things[2].x == 0


@given(st.lists(st.floats(0, 6), min_size=1, max_size=12))
def test_seeking_shows_the_same_moment_from_anywhere(ways):
    def frames():
        t, a = Timeline(keeps_history=True), token()
        a.count = 0
        t.play(
            sequence(
                tween(a, "x", 10, 1, ease=linear),
                call(lambda: setattr(a, "count", a.count + 1), lambda: setattr(a, "count", a.count - 1)),
                wait(1),
                parallel(tween(a, "x", -5, 2), fade(a, "alpha", 0, 1)),
                call(lambda: setattr(a, "count", a.count + 10), lambda: setattr(a, "count", a.count - 10)),
            )
        )
        t.play(tween(a, "at", (3.0, 4.0), 1.5))
        return t, a

    (t, a), (straight, b) = frames(), frames()
    for at in ways:
        t.seek(at)
    straight.seek(ways[-1])
    assert (a.x, a.alpha, a.count) == (b.x, b.alpha, b.count)
    assert a.at == b.at


def test_a_long_timeline_advances_fast():
    t, thing, seen = Timeline(keeps_history=True), token(), []
    for i in range(3000):
        t.play(sequence(tween(thing, "x", i, 0.1), call(lambda i=i: seen.append(i))))
    t.seek(299.0)
    assert len(seen) == 2990
    assert t._finished_count > 5900
    t.seek(0.05)
    assert t.is_busy
    assert t._finished_count == 0
    t.skip_all()
    assert thing.x == 2999


def test_finished_clips_are_dropped_unless_they_are_kept_for_seeking():
    t, thing = Timeline(), token()
    for i in range(50):
        t.play(tween(thing, "x", i, 0.1))
        t.advance(0.2)
    assert not t.clips
    t.clear()
    assert t.end == t.now


@given(st.lists(st.lists(st.floats(0.01, 2.0), min_size=1, max_size=9), min_size=1, max_size=4), st.floats(0.0, 1000.0))
def test_skip_all_reaches_the_end_however_times_are_rounded(clips: list[list[float]], age: float) -> None:
    line, calls = Timeline(now=age), []
    for waits in clips:
        line.play(sequence(*[step for w in waits for step in (wait(w), call(lambda: calls.append(1)))]))
        line.advance(0.1)
    line.skip_all()
    assert not line.is_busy and len(calls) == sum(map(len, clips))

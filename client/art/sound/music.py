"""Background music of the tables: an endless sequence of soft chords, with one bed for each game.

A chord swells and fades into the next one, with a few of its notes plucked above it. The music has no beat and no tune,
and it does not ask for attention. All sounds wrap around at the end, so that a bed loops without a seam.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, exp, pi, sin
from typing import NamedTuple

CHORD_SECONDS = 4.0
"""Seconds from one chord to the next; each chord sounds for twice as long."""


class Bed(NamedTuple):
    """Music of one game.

    Chords are semitones above the frequency `root`. Plucked notes are pairs of beats (half a second each) and
    semitones. `bright` is the loudness of the overtones.
    """

    root: float
    chords: tuple[tuple[int, ...], ...]
    plucks: tuple[tuple[int, int], ...]
    bright: float


def play(bed: Bed, rate: int) -> list[float]:
    """Return the samples of one pass through a bed."""
    whole = round(CHORD_SECONDS * len(bed.chords) * rate)
    out = [0.0] * whole
    for number, chord in enumerate(bed.chords):
        for half in chord:
            _pad(out, round(number * CHORD_SECONDS * rate), bed.root * 2 ** (half / 12), bed.bright, rate)
    for beat, half in bed.plucks:
        _add_pluck(out, round(beat * rate / 2), bed.root * 2 ** (half / 12), rate)
    return out


def _pad(out: list[float], start: int, pitch: float, bright: float, rate: int) -> None:
    """Add a note that swells for the length of a chord and fades for the same time.

    It sounds like two strings that are slightly out of tune.
    """
    length = round(2 * CHORD_SECONDS * rate)
    parts: Sequence[tuple[float, float]] = [
        (pitch * 0.9985, 0.5), (pitch * 1.0015, 0.5), (pitch * 2, bright), (pitch * 3, bright * 0.35)
    ]  # fmt: skip
    for frequency, loud in parts:
        step = 2 * pi * frequency / rate
        for i in range(length):
            out[(start + i) % len(out)] += loud * sin(step * i) * 0.5 * (1 - cos(2 * pi * i / length))


def _add_pluck(out: list[float], start: int, pitch: float, rate: int) -> None:
    """Add a soft, distant note."""
    for i in range(round(2.5 * rate)):
        t = i / rate
        value = sin(2 * pi * pitch * t) + 0.25 * sin(4 * pi * pitch * t)
        out[(start + i) % len(out)] += 0.34 * value * exp(-2.2 * t) * min(1.0, t / 0.02) * min(1.0, (2.5 - t) / 0.1)

"""The music behind the tables: soft chords that follow each other for ever, one bed for each game.

A chord swells and fades into the next one, a few plucked notes of it lie above; nothing has a beat, a tune or anything
that wants to be listened to. All lengths wrap round at the end, so that a bed loops without a seam.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, exp, pi, sin
from typing import NamedTuple

CHORD = 4.0
"""Seconds from one chord to the next; each sounds for twice as long."""


class Bed(NamedTuple):
    """Chords as half tones above `root` (a frequency), the plucked notes as (beats of half a second, half tones), and
    how bright it is: how loud the overtones are.
    """

    root: float
    chords: tuple[tuple[int, ...], ...]
    plucks: tuple[tuple[int, int], ...]
    bright: float


BEDS: dict[str, Bed] = {
    "bridgefront": Bed(73.42, ((0, 7, 14, 15), (-4, 8, 12, 15), (3, 10, 15, 19), (-2, 10, 14, 17)),
                       ((3, 26), (9, 24), (14, 31), (21, 27), (28, 26)), 0.30),
    "midnight": Bed(55.0, ((0, 12, 15, 19), (0, 12, 13, 20), (-4, 12, 15, 20), (-5, 11, 14, 19)),
                    ((0, 24), (8, 24), (16, 24), (24, 24), (27, 23)), 0.18),
    "cabinet": Bed(87.31, ((0, 7, 12, 16), (-3, 9, 12, 16), (5, 12, 17, 21), (-5, 10, 14, 19)),
                   ((2, 28), (6, 24), (12, 31), (18, 29), (22, 24), (27, 26), (30, 28)), 0.22),
    "outposts": Bed(98.0, ((0, 7, 14), (-2, 5, 12, 14), (-4, 8, 15), (0, 5, 12, 19)),
                    ((4, 26), (7, 24), (19, 31), (23, 26)), 0.36),
    "ambition": Bed(61.74, ((0, 10, 15, 19), (-4, 8, 15, 20), (-2, 10, 13, 17), (-7, 9, 14, 17)),
                    ((5, 27), (11, 22), (13, 24), (20, 29), (26, 26), (31, 23)), 0.2),
}  # fmt: skip
"""By the name of a game."""


def play(bed: Bed, rate: int) -> list[float]:
    """The samples of a bed, once round."""
    whole = round(CHORD * len(bed.chords) * rate)
    out = [0.0] * whole
    for number, chord in enumerate(bed.chords):
        for half in chord:
            _pad(out, round(number * CHORD * rate), bed.root * 2 ** (half / 12), bed.bright, rate)
    for beat, half in bed.plucks:
        _pluck(out, round(beat * rate / 2), bed.root * 2 ** (half / 12), rate)
    return out


def _pad(out: list[float], start: int, pitch: float, bright: float, rate: int) -> None:
    """A note that swells for a chord's length and fades for as long; two strings a little apart."""
    length = round(2 * CHORD * rate)
    parts: Sequence[tuple[float, float]] = [
        (pitch * 0.9985, 0.5), (pitch * 1.0015, 0.5), (pitch * 2, bright), (pitch * 3, bright * 0.35)
    ]  # fmt: skip
    for frequency, loud in parts:
        step = 2 * pi * frequency / rate
        for i in range(length):
            out[(start + i) % len(out)] += loud * sin(step * i) * 0.5 * (1 - cos(2 * pi * i / length))


def _pluck(out: list[float], start: int, pitch: float, rate: int) -> None:
    """A soft note, far away."""
    for i in range(round(2.5 * rate)):
        t = i / rate
        value = sin(2 * pi * pitch * t) + 0.25 * sin(4 * pi * pitch * t)
        out[(start + i) % len(out)] += 0.34 * value * exp(-2.2 * t) * min(1.0, t / 0.02) * min(1.0, (2.5 - t) / 0.1)

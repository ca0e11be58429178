#!/usr/bin/env python3
"""Ten seconds of each scene at the default volumes, as sound files and measurements.

`python3 scripts/pictures/scene_sounds.py [FOLDER]` writes a WAV file of each scene into FOLDER. It prints the loudness
of each by ITU-R BS.1770 (gated, in LUFS), its peak, and the distribution of its energy: below 120 Hz, to 500, to 2,000,
and above.
"""

from __future__ import annotations

import argparse
import sys
import wave
from array import array
from math import cos, log10, pi, sin, sqrt
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import environment

sys.path.insert(0, str(environment.ROOT))

from client.art.sound.mixer import Mixer
from client.art.sound.sounds import LOOPED_SOUNDS, MUSIC_BEDS, RATE, game_loops, sound_path

SECONDS = 10
SCENES: dict[str, tuple[str, tuple[tuple[float, str], ...]]] = {
    **{f"bed of {game}": (game, ()) for game in MUSIC_BEDS},
    "menu": ("", ((0.5, "hover"), (0.8, "click"), (2.0, "hover"), (2.3, "click"), (4.0, "chat"), (6.0, "hover"),
                  (6.4, "click"), (8.0, "lock"))),
    "bridgefront, choosing": ("bridgefront", ((0.3, "your turn"), (2.0, "hover"), (2.4, "click"), (5.0, "tick"),
                                              (7.0, "lock"))),
    "bridgefront, reveal": ("bridgefront", ((0.2, "reveal"), (0.8, "flip"), (1.1, "flip"), (2.0, "deploy"),
                                            (3.0, "build"), (4.0, "horn"), (5.2, "dice"), (6.0, "hit"), (6.3, "hit"),
                                            (7.0, "death"), (8.0, "coins"), (9.0, "permanence"))),
    "midnight": ("midnight", ((0.5, "your turn"), (2.0, "flip"), (4.0, "clack"), (6.0, "strike"), (8.0, "ruin"))),
    "cabinet": ("cabinet", ((0.5, "your turn"), (2.0, "draw"), (3.0, "flip"), (5.0, "pay"), (7.0, "heal"))),
    "outposts": ("outposts", ((0.5, "your turn"), (2.0, "draw"), (3.5, "build"), (5.0, "coins"), (7.0, "break"))),
    "ambition": ("ambition", ((0.5, "your turn"), (2.0, "dice"), (3.5, "flip"), (5.0, "horn"), (7.5, "boom"))),
    "the end": ("bridgefront", ((1.0, "victory"),)),
}  # fmt: skip


def sound_samples(name: str) -> list[float]:
    """Return the samples of a sound at the full sample rate, between -1 and 1."""
    with wave.open(str(sound_path(name))) as file:
        results = [value / 32768 for value in array("h", file.readframes(file.getnframes()))]
    if name not in LOOPED_SOUNDS:
        return results
    return [item for i, a in enumerate(results) for item in (a, (a + results[(i + 1) % len(results)]) / 2)]


def mix_scene(game: str, deeds: tuple[tuple[float, str], ...]) -> list[float]:
    """Return the samples of a scene at the default volumes."""
    mixer, out = Mixer(), [0.0] * (SECONDS * RATE)
    for name in game_loops(game) if game else ():
        loop, volume = sound_samples(name), mixer._volume(name)
        for i in range(len(out)):
            out[i] += volume * loop[i % len(loop)]
    for at, name in deeds:
        volume, start = mixer._volume(name), round(at * RATE)
        for i, value in enumerate(sound_samples(name)[: len(out) - start], start):
            out[i] += volume * value
    return out


def apply_filter(x: list[float], b: tuple[float, float, float], a: tuple[float, float, float]) -> list[float]:
    """Return the signal after a second-order filter."""
    x1 = x2 = y1 = y2 = 0.0
    out = []
    for value in x:
        y = (b[0] * value + b[1] * x1 + b[2] * x2 - a[1] * y1 - a[2] * y2) / a[0]
        x2, x1, y2, y1 = x1, value, y1, y
        out.append(y)
    return out


def pass_at(x: list[float], frequency: float, high: bool, q: float = 0.7071) -> list[float]:
    """Return the part of a signal above a frequency if `high` is True, otherwise the part below it."""
    w = 2 * pi * frequency / RATE
    alpha, c = sin(w) / (2 * q), cos(w)
    edge = (1 + c) / 2 if high else (1 - c) / 2
    return apply_filter(x, (edge, -2 * edge if high else 2 * edge, edge), (1 + alpha, -2 * c, 1 - alpha))


def k_weighted(x: list[float]) -> list[float]:
    """Return the K-weighted signal: a shelf of 4 dB above 1,682 Hz, and a high pass at 38 Hz."""
    gain, w = 10 ** (3.9998 / 40), 2 * pi * 1681.97 / RATE
    alpha, c, root = sin(w) / (2 * 0.7072), cos(w), 2 * sqrt(gain)
    b = (gain * ((gain + 1) + (gain - 1) * c + root * alpha), -2 * gain * ((gain - 1) + (gain + 1) * c),
         gain * ((gain + 1) + (gain - 1) * c - root * alpha))  # fmt: skip
    a = ((gain + 1) - (gain - 1) * c + root * alpha, 2 * ((gain - 1) - (gain + 1) * c),
         (gain + 1) - (gain - 1) * c - root * alpha)  # fmt: skip
    return pass_at(apply_filter(x, b, a), 38.13, True, 0.5003)


def mean_square(x: list[float]) -> float:
    """Return the mean square of a signal."""
    return sum(value * value for value in x) / max(1, len(x))


def gated_loudness(x: list[float]) -> float:
    """Return the gated loudness of one channel in LUFS."""
    k, n = k_weighted(x), round(0.4 * RATE)
    blocks = [mean_square(k[i : i + n]) for i in range(0, len(k) - n, n // 4)]
    loud = [block for block in blocks if block > 10 ** ((-70 + 0.691) / 10)]
    gate = sum(loud) / max(1, len(loud)) / 10
    kept = [block for block in loud if block > gate]
    return -0.691 + 10 * log10(sum(kept) / len(kept)) if kept else -99.0


def main() -> None:
    """Render and measure all scenes."""
    parser = argparse.ArgumentParser(description="Ten seconds of each scene: how loud it is, and what it is made of.")
    parser.add_argument("folder", type=Path, nargs="?", help="where the scenes are written as WAV files")
    folder: Path | None = parser.parse_args().folder
    print(f"{'scene':24}  LUFS   peak dB  <120 Hz  -500  -2000  above")
    for name, (game, deeds) in SCENES.items():
        x = mix_scene(game, deeds)
        edges, whole = (120.0, 500.0, 2000.0), mean_square(x)
        below = [mean_square(pass_at(x, edge, False)) / whole for edge in edges]
        shares = [below[0], below[1] - below[0], below[2] - below[1], 1 - below[2]]
        peak = max(map(abs, x))
        text = "  ".join(f"{max(0.0, share):5.0%}" for share in shares)
        print(f"{name:24}  {gated_loudness(x):5.1f}  {20 * log10(peak):7.1f}   {text}")
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            with wave.open(str(folder / f"{name.replace(', ', '-').replace(' ', '-')}.wav"), "wb") as file:
                file.setnchannels(1)
                file.setsampwidth(2)
                file.setframerate(RATE)
                file.writeframes(array("h", (round(32767 * max(-1.0, min(1.0, v))) for v in x)).tobytes())


if __name__ == "__main__":
    main()

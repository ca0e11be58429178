"""Sounds of the client: synthesised once into `client/assets/sounds`, played through four buses.

python -m client.art.sound.sounds        (writes all WAV files again, always the same)

Each sound is a short sum of ringing partials and filtered noise, made with the standard library alone. The `Mixer`
plays them. Without a sound device it is silent, and `why_silent` returns the reason.
"""

from __future__ import annotations

import random
import wave
from array import array
from collections.abc import Callable, Sequence
from functools import partial
from math import exp, pi, sin, sqrt, tanh
from pathlib import Path

from client.art.fonts import ASSETS_FOLDER
from client.art.sound import music
from client.games import entry_of, event_sounds, music_beds

FOLDER = ASSETS_FOLDER / "sounds"
RATE = 22050
Samples = list[float]

# Building blocks ------------------------------------------------------------------------------------------------------


def silence(seconds: float) -> Samples:
    """Return silence of this length."""
    return [0.0] * round(seconds * RATE)


def ring(
    seconds: float,
    partials: Sequence[tuple[float, float, float]],
    attack: float = 0.002,
    bend: float = 0.0,
) -> Samples:
    """Return a sum of sine tones, each with a frequency, a loudness and a decay per second.

    `bend` lowers the pitch by that share per second.
    """
    out = silence(seconds)
    for frequency, measure_loudness, decay in partials:
        phase = 0.0
        for i in range(len(out)):
            t = i / RATE
            phase += 2 * pi * frequency * (1.0 - bend * t) / RATE
            out[i] += measure_loudness * sin(phase) * exp(-decay * t) * min(1.0, t / attack)
    return out


def hiss(seconds: float, decay: float, low: float, high: float, seed: int, attack: float = 0.001) -> Samples:
    """Return fading noise between two corner frequencies."""
    rnd = random.Random(seed)
    a, b = 1 - exp(-2 * pi * high / RATE), 1 - exp(-2 * pi * low / RATE)
    bright = dull = 0.0
    out = []
    for i in range(round(seconds * RATE)):
        t = i / RATE
        bright += a * (rnd.uniform(-1, 1) - bright)
        dull += b * (bright - dull)
        out.append((bright - dull) * exp(-decay * t) * min(1.0, t / attack))
    return out


def sweep(seconds: float, start: float, end: float, measure_loudness: float = 1.0, buzz: float = 0.0) -> Samples:
    """Return a tone that glides from one pitch to another while it swells and fades.

    `buzz` adds the overtones of a horn.
    """
    out = []
    phase = 0.0
    for i in range(round(seconds * RATE)):
        share = i / (seconds * RATE)
        phase += 2 * pi * (start + (end - start) * share) / RATE
        tone = sin(phase) + buzz * (0.6 * sin(2 * phase) + 0.45 * sin(3 * phase) + 0.25 * sin(4 * phase))
        out.append(measure_loudness * tone * sin(pi * share) ** 0.6)
    return out


def mixed(*parts: tuple[float, Samples, float]) -> Samples:
    """Return the mix of several sounds, each given as (start in seconds, samples, loudness)."""
    out = silence(max(start + len(samples) / RATE for start, samples, _ in parts))
    for start, samples, measure_loudness in parts:
        at = round(start * RATE)
        for i, value in enumerate(samples):
            if at + i < len(out):
                out[at + i] += value * measure_loudness
    return out


def echo(samples: Samples, delay: float, share: float, times: int = 3) -> Samples:
    """Return a sound with fading echoes, as in a stone hall."""
    parts = [(delay * i, samples, share**i) for i in range(times + 1)]
    return mixed(*parts)


# Sounds ---------------------------------------------------------------------------------------------------------------


def _stone_sound(seed: int, pitch: float = 1.0) -> Samples:
    return mixed(
        (0.0, ring(0.16, [(310 * pitch, 0.6, 34), (523 * pitch, 0.4, 42), (870 * pitch, 0.22, 60)], bend=0.4), 1.0),
        (0.0, hiss(0.05, 90, 600, 5200, seed), 1.3),
    )


def _coin(pitch: float = 1.0) -> Samples:
    return ring(0.34, [(2093 * pitch, 0.5, 13), (3136 * pitch, 0.32, 16), (5240 * pitch, 0.16, 24)], attack=0.001)


def _wood_sound(seed: int, pitch: float = 1.0) -> Samples:
    return mixed(
        (0.0, ring(0.12, [(196 * pitch, 0.8, 38), (412 * pitch, 0.4, 52)], bend=0.6), 1.0),
        (0.0, hiss(0.04, 110, 300, 2600, seed), 1.0),
    )


def _bell_sound(pitch: float, seconds: float = 1.2) -> Samples:
    partials = [(pitch, 0.5, 3.2), (pitch * 2.0, 0.28, 4.6), (pitch * 2.76, 0.16, 6.5), (pitch * 5.4, 0.06, 11)]
    return ring(seconds, partials, attack=0.004)


def _chord_sound(pitches: Sequence[float], step: float, each: float) -> Samples:
    return mixed(*((step * i, _bell_sound(pitch, each), 0.7) for i, pitch in enumerate(pitches)))


def _horn_sound(pitch: float, seconds: float) -> Samples:
    return sweep(seconds, pitch * 0.985, pitch, 0.5, buzz=0.8)


def _roll(seed: int) -> Samples:
    rnd = random.Random(seed)
    parts, at, gap = [], 0.0, 0.035
    for i in range(11):
        parts.append((at, _stone_sound(seed + i, rnd.uniform(1.3, 2.0)), 0.55 * (0.93**i)))
        at += gap * rnd.uniform(0.8, 1.2)
        gap *= 1.12
    return mixed(*parts)


def _crumble_sound() -> Samples:
    rnd = random.Random(12)
    parts = [(0.0, _wood_sound(3, 0.8), 1.0), (0.0, hiss(0.55, 6, 80, 1500, 4), 0.9)]
    parts += [(rnd.uniform(0.04, 0.5), _stone_sound(20 + i, rnd.uniform(0.5, 1.1)), 0.5) for i in range(8)]
    return mixed(*parts)


def _toll_sound(pitch: float, seconds: float = 1.4) -> Samples:
    """Return the sound of a great bell: its hum, its prime, a third above it, and a strike of iron."""
    parts = [(pitch * 0.5, 0.4, 2.6), (pitch, 0.5, 3.0), (pitch * 1.19, 0.28, 3.4), (pitch * 2, 0.22, 4.4)]
    return mixed((0.0, ring(seconds, parts, attack=0.003), 1.0), (0.0, hiss(0.05, 70, 800, 6000, 91), 0.8))


def _siren_sound() -> Samples:
    """Return the sound of a siren that slows down and fades."""
    wail = mixed((0.0, sweep(0.4, 520, 700, 0.5, buzz=0.35), 1.0), (0.32, sweep(0.7, 480, 110, 0.42, buzz=0.3), 1.0))
    return mixed((0.0, wail, 0.9), (0.0, hiss(0.5, 7, 40, 500, 92), 1.2))


def _breaking_glass_sound() -> Samples:
    """Return the sound of bursting wax and glass."""
    rnd = random.Random(93)
    parts = [(0.0, hiss(0.12, 26, 1500, 9000, 94), 1.3), (0.0, _wood_sound(95, 0.8), 0.8)]
    parts += [(rnd.uniform(0.02, 0.45), ring(0.25, [(rnd.uniform(1900, 5200), 0.3, 16)]), 0.5) for _ in range(9)]
    return mixed(*parts)


def _roil_sound() -> Samples:
    """Return six seconds of the Roil that loop without a seam."""
    long = mixed((0.0, hiss(7.5, 0.0, 40, 260, 77, attack=0.01), 2.2), (0.0, hiss(7.5, 0.0, 300, 900, 78), 0.25))
    length, seam = round(6.0 * RATE), round(1.5 * RATE)
    out = []
    for i in range(length):
        swell = 0.75 + 0.25 * sin(2 * pi * i / length * 2)
        value = long[i] if i >= seam else long[i] * i / seam + long[length + i] * (1 - i / seam)
        out.append(value * swell)
    return out


MUSIC_BEDS = music_beds()
"""Music of the tables, by the name of the game."""
SOUND_MAKERS: dict[str, Callable[[], Samples]] = {
    # interface
    "hover": lambda: ring(0.05, [(1180, 0.25, 70)]),
    "click": lambda: mixed((0.0, _stone_sound(1, 2.2), 0.7)),
    "lock": lambda: mixed(
        (0.0, _wood_sound(2, 1.3), 0.8), (0.07, _stone_sound(3, 1.7), 0.9), (0.10, _bell_sound(392, 0.5), 0.35)
    ),
    "unlock": lambda: mixed((0.0, _stone_sound(4, 1.5), 0.8), (0.06, _wood_sound(5, 1.7), 0.7)),
    "error": lambda: mixed((0.0, ring(0.20, [(196, 0.6, 9), (208, 0.5, 9)]), 1.0), (0.0, _wood_sound(6, 0.7), 0.6)),
    "your turn": lambda: mixed((0.0, _bell_sound(587, 0.7), 0.6), (0.12, _bell_sound(880, 0.8), 0.5)),
    "tick": lambda: ring(0.06, [(1560, 0.4, 60), (2340, 0.2, 80)]),
    "chat": lambda: mixed((0.0, ring(0.10, [(980, 0.4, 30)]), 1.0), (0.06, ring(0.12, [(1310, 0.4, 28)]), 1.0)),
    # pieces and cards
    "clack": lambda: _stone_sound(7),
    "step": lambda: mixed((0.0, _stone_sound(8, 0.8), 0.7), (0.09, _stone_sound(9, 0.9), 0.6)),
    "deploy": lambda: mixed(
        (0.0, _stone_sound(10, 0.7), 1.0), (0.06, _stone_sound(11, 0.9), 0.8), (0.11, _stone_sound(12, 1.0), 0.7)
    ),
    "champion": lambda: mixed(
        (0.0, _stone_sound(13, 0.55), 1.0), (0.03, _bell_sound(294, 0.9), 0.6), (0.10, _bell_sound(440, 0.8), 0.4)
    ),
    "flip": lambda: mixed((0.0, hiss(0.10, 26, 900, 6500, 14, attack=0.02), 1.0), (0.07, _wood_sound(15, 2.2), 0.5)),
    "draw": lambda: mixed((0.0, hiss(0.14, 16, 1400, 7000, 16, attack=0.06), 0.9)),
    "shuffle": lambda: mixed(*((0.05 * i, hiss(0.07, 40, 1200, 7000, 17 + i, attack=0.01), 0.8) for i in range(6))),
    "burn": lambda: mixed((0.0, hiss(0.6, 6, 300, 3000, 25, attack=0.05), 1.2), (0.05, sweep(0.5, 240, 90, 0.3), 1.0)),
    "coin": lambda: mixed((0.0, _coin(), 0.8), (0.045, _coin(1.19), 0.5)),
    "coins": lambda: mixed(*((0.055 * i, _coin(0.92 + 0.07 * (i * 5 % 4)), 0.55) for i in range(6))),
    "pay": lambda: mixed((0.0, _coin(0.84), 0.6), (0.06, _wood_sound(26, 1.4), 0.5)),
    "mana": lambda: sweep(0.35, 520, 1040, 0.4),
    "build": lambda: mixed(
        (0.0, _wood_sound(27), 1.0), (0.10, _wood_sound(28, 1.12), 0.9), (0.20, _wood_sound(29, 1.26), 1.0)
    ),
    "break": _crumble_sound,
    "trap": lambda: mixed(
        (0.0, hiss(0.09, 40, 2000, 8000, 30), 1.2), (0.02, ring(0.3, [(1244, 0.3, 12), (1318, 0.3, 12)]), 1.0)
    ),
    "link": lambda: mixed((0.0, sweep(0.6, 180, 720, 0.4, buzz=0.2), 1.0), (0.08, sweep(0.6, 270, 1080, 0.25), 1.0)),
    "heal": lambda: _chord_sound((523, 659, 784), 0.06, 0.5),
    "spell": lambda: mixed((0.0, sweep(0.45, 700, 1500, 0.3), 1.0), (0.05, _bell_sound(1047, 0.6), 0.4)),
    "fizzle": lambda: mixed((0.0, sweep(0.35, 520, 140, 0.4), 1.0), (0.0, hiss(0.3, 9, 600, 4000, 31), 0.5)),
    # battle
    "horn": lambda: echo(mixed((0.0, _horn_sound(147, 0.55), 1.0), (0.18, _horn_sound(220, 0.75), 0.9)), 0.13, 0.35, 2),
    "dice": lambda: _roll(40),
    "hit": lambda: mixed(
        (0.0, hiss(0.12, 30, 500, 7000, 41), 1.1), (0.0, ring(0.22, [(740, 0.4, 16), (1108, 0.3, 20)]), 1.0)
    ),
    "death": lambda: mixed((0.0, _stone_sound(42, 0.5), 1.0), (0.03, sweep(0.5, 180, 70, 0.5), 1.0)),
    "siege": lambda: mixed(
        (0.0, _stone_sound(43, 0.35), 1.2), (0.0, hiss(0.7, 7, 40, 500, 44), 2.2), (0.25, _stone_sound(45, 0.5), 0.7)
    ),
    "boom": lambda: mixed((0.0, hiss(0.9, 5, 30, 700, 46), 2.6), (0.0, sweep(0.5, 110, 40, 0.7), 1.0)),
    # course of the match
    "reveal": lambda: mixed((0.0, hiss(0.3, 10, 500, 5000, 47, attack=0.12), 0.8), (0.16, _bell_sound(659, 0.7), 0.5)),
    "bid": lambda: mixed((0.0, _wood_sound(48, 0.9), 1.0), (0.12, _wood_sound(49, 0.9), 0.9)),
    "phase": lambda: _bell_sound(330, 1.0),
    "round": lambda: _chord_sound((294, 440), 0.14, 1.1),
    "age": lambda: echo(_chord_sound((147, 220, 294, 440), 0.17, 1.7), 0.21, 0.4, 2),
    "permanence": lambda: _chord_sound((784, 988, 1175), 0.07, 0.8),
    "victory": lambda: echo(_chord_sound((392, 494, 587, 784, 988), 0.15, 1.6), 0.17, 0.35, 2),
    "defeat": lambda: echo(_chord_sound((294, 262, 233, 196), 0.22, 1.4), 0.19, 0.35, 2),
    "roil": _roil_sound,
    # Midnight
    "strike": lambda: mixed(
        (0.0, _toll_sound(131), 1.0), (0.0, sweep(0.5, 90, 38, 0.7), 0.9), (0.0, hiss(0.5, 8, 30, 400, 96), 1.6)
    ),
    "midnight": lambda: mixed((0.0, _toll_sound(98, 1.0), 0.85), (0.55, _toll_sound(98, 1.1), 0.85)),
    "seal": lambda: mixed(
        (0.0, _wood_sound(97, 0.6), 1.0), (0.03, _stone_sound(98, 0.7), 0.8), (0.10, _bell_sound(523, 0.5), 0.35)
    ),
    "shatter": _breaking_glass_sound,
    "ruin": _siren_sound,
    # music, at the sample rate of loops
    **{f"music {game}": partial(music.play, bed, RATE // 2) for game, bed in MUSIC_BEDS.items()},
}
"""Functions that create the sounds, by the name of the sound."""

MUSIC_NAMES = tuple(f"music {game}" for game in MUSIC_BEDS)
LOOPED_SOUNDS = {"roil", *MUSIC_NAMES}
MAX_LOUDNESS = 0.25
"""Maximum root mean square of any twentieth of a second of a sound.

It prevents any sound from being much louder than the others.
"""
SOUND_BUSES: dict[str, str] = dict.fromkeys(SOUND_MAKERS, "effects")
SOUND_BUSES.update(
    dict.fromkeys(("hover", "click", "lock", "unlock", "error", "your turn", "tick", "chat"), "interface")
)
SOUND_BUSES["roil"] = "ambience"
SOUND_BUSES.update(dict.fromkeys(MUSIC_NAMES, "music"))
"""Volume bus of each sound: "effects", "interface", "ambience" or "music"."""

SHARED_EVENT_SOUNDS: dict[str, str] = {
    "RoundBegan": "round",
    "CardsDrawn": "draw",
    "CardsDrawnOpenly": "draw",
    "CardsLookedAt": "flip",
    "CardShown": "flip",
    "PileLaid": "shuffle",
    "Scored": "permanence",
    "AuditPassed": "unlock",
    "AuditOwed": "lock",
    "TurnBegan": "phase",
    "CardsDiscarded": "flip",
    "CardTaken": "draw",
    "PaperOpened": "reveal",
    "PaperLapsed": "burn",
    "MatchEnded": "victory",
}
"""Sounds of the events of the engine, and of several games, by the class name of the event."""

EVENT_SOUNDS: dict[str, str] = {**event_sounds(), **SHARED_EVENT_SOUNDS}
"""Sounds of all events, by the class name of the event; those of one game are in its entry."""

ACTION_SOUNDS: dict[str, str] = {
    "press": "click",
    "refuse": "error",
    "locked": "lock",
    "taken back": "unlock",
    "your turn": "your turn",
    "late": "tick",
    "said": "chat",
    "stopped": "error",
    "won": "victory",
    "lost": "defeat",
}
"""Sounds of actions by our player and others, and of requests by the table."""


def game_loops(game: str) -> tuple[str, ...]:
    """Return the names of the loops for a game: its music, and the ambient noise of its table."""
    found = (f"music {game}",) if game in MUSIC_BEDS else ()
    return (*found, *entry_of(game).loops) if found else ("roil",)


def sound_path(name: str) -> Path:
    """Return the file of a sound."""
    return FOLDER / f"{name.replace(' ', '-')}.wav"


def make(name: str) -> bytes:
    """Return the samples of a sound as 16-bit numbers.

    They are softly limited, are not too loud, and fade at the end. Loops of ambient noise have half the sample rate.
    """
    samples = SOUND_MAKERS[name]()
    if name not in LOOPED_SOUNDS:
        fade = min(len(samples), round(0.03 * RATE))
        for i in range(fade):
            samples[len(samples) - 1 - i] *= i / fade
        while len(samples) > RATE // 50 and abs(samples[-1]) < 0.002:
            samples.pop()
    elif name not in MUSIC_NAMES:
        samples = samples[::2]
    loudest = max(abs(value) for value in samples)
    share = 0.85 / max(loudest, 0.4)
    limited = [tanh(1.15 * value * share) / tanh(1.15) for value in samples]
    softer = 32767 * min(1.0, MAX_LOUDNESS / measure_loudness(limited, RATE // 2 if name in LOOPED_SOUNDS else RATE))
    return array("h", (round(value * softer) for value in limited)).tobytes()


def measure_loudness(samples: Sequence[float], rate: int) -> float:
    """Return the root mean square of the loudest twentieth of a second."""
    n = rate // 20
    starts = range(0, max(1, len(samples) - n // 2), n)
    return max(sqrt(sum(value * value for value in samples[i : i + n]) / n) for i in starts)


def write_all(folder: Path = FOLDER) -> None:
    """Write every sound to a file."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in SOUND_MAKERS:
        with wave.open(str(folder / sound_path(name).name), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE // 2 if name in LOOPED_SOUNDS else RATE)
            file.writeframes(make(name))


if __name__ == "__main__":
    write_all()

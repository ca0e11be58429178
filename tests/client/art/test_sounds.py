"""Every sound has a file and every event a sound; a computer without sound plays on in silence."""

from __future__ import annotations

import inspect
import wave
from array import array
from itertools import pairwise
from types import ModuleType

import pytest

from client.art.sound import sounds
from client.art.sound.mixer import Mixer
from client.art.sound.sounds import (
    ACTION_SOUNDS,
    EVENT_SOUNDS,
    FOLDER,
    MAX_LOUDNESS,
    RATE,
    SOUND_BUSES,
    SOUND_MAKERS,
    make,
    measure_loudness,
    sound_path,
)
from core.games.bridgefront import events as bridgefront
from core.games.outposts import events as outposts


@pytest.mark.parametrize("name", SOUND_MAKERS)
def test_sound_files_match_the_synthesiser(name: str) -> None:
    with wave.open(str(sound_path(name))) as file:
        assert file.getsampwidth() == 2 and file.getnchannels() == 1
        shipped = array("h", file.readframes(file.getnframes()))
        seconds = file.getnframes() / file.getframerate()
    if name not in sounds.MUSIC_NAMES[1:]:  # one bed stands for all: each takes seconds to make
        made = array("h", make(name))
        assert len(made) == len(shipped)
        assert max(abs(a - b) for a, b in zip(made, shipped)) <= 4  # sines differ in the last bit between machines
    assert 0.02 < seconds < (16.5 if name in sounds.MUSIC_NAMES else 6.5 if name in sounds.LOOPED_SOUNDS else 3.0)
    assert 2000 < max(map(abs, shipped)) < 0.95 * 32767
    heard = measure_loudness([value / 32767 for value in shipped], RATE // 2 if name in sounds.LOOPED_SOUNDS else RATE)
    assert 0.6 * MAX_LOUDNESS < heard < 1.01 * MAX_LOUDNESS  # 4 dB from the softest to the loudest
    ends = abs(shipped[0] - shipped[-1]) if name in sounds.LOOPED_SOUNDS else max(abs(shipped[0]), abs(shipped[-1]))
    steps = max(abs(a - b) for a, b in pairwise(shipped))
    assert ends < (steps if name in sounds.LOOPED_SOUNDS else 330)  # no click where it begins, ends or begins again
    assert abs(sum(shipped)) / len(shipped) < 100


def test_the_sound_folder_contains_no_other_files() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {sound_path(name).name for name in SOUND_MAKERS}
    sizes = {path.stem: path.stat().st_size for path in FOLDER.iterdir()}
    assert all(size < 400_000 for size in sizes.values())
    assert sum(size for name, size in sizes.items() if not name.startswith("music-")) < 1_700_000


@pytest.mark.parametrize("events", (bridgefront, outposts))
def test_every_event_has_a_sound(events: ModuleType) -> None:
    classes = {name for name, thing in inspect.getmembers(events, inspect.isclass) if hasattr(thing, "_fields")}
    assert classes <= set(EVENT_SOUNDS)
    assert set(EVENT_SOUNDS.values()) <= set(SOUND_MAKERS)


def test_every_sound_has_a_volume_group() -> None:
    assert set(SOUND_BUSES) == set(SOUND_MAKERS)
    assert set(SOUND_BUSES.values()) == {"effects", "interface", "ambience", "music"}


class Heard:
    """Stub of a sound of Arcade."""

    def __init__(self, log: list[tuple[str, float]], name: str) -> None:
        self.log, self.name, self.volume = log, name, 1.0

    def play(self, volume: float = 1.0, speed: float = 1.0, loop: bool = False) -> Heard:
        self.log.append((self.name, volume))
        return self

    def delete(self) -> None:
        self.log.append((self.name, -1.0))


def test_bus_and_master_volumes_are_applied(monkeypatch: pytest.MonkeyPatch) -> None:
    log: list[tuple[str, float]] = []
    monkeypatch.setattr("client.art.sound.mixer._load", lambda path: Heard(log, path.stem))
    mixer = Mixer(effects=0.5, interface=0.25, ambience=0.1)
    mixer.play("coin")
    mixer.play("click")
    mixer.set_volume("master", 0.5)
    mixer.play("coin")
    mixer.feedback("BridgeBuilt")
    mixer.muted = True
    mixer.play("coin")
    assert log == [("coin", 0.5), ("click", 0.25), ("coin", 0.25), ("build", 0.25)]
    assert mixer.played == ["coin", "click", "coin", "build", "coin"]


def test_every_event_and_action_plays_its_sound_once(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[tuple[str, float]] = []
    play = lambda sound, volume=1.0, **_: heard.append((sound.file_name, volume))  # noqa: E731
    monkeypatch.setattr("arcade.Sound.play", play)
    mixer = Mixer(effects=0.8, interface=0.6, ambience=0.3)
    mixer.set_volume("master", 0.5)
    for kind, name in (*EVENT_SOUNDS.items(), *ACTION_SOUNDS.items()):
        heard.clear()
        mixer.feedback(kind)
        assert heard == [(str(sound_path(name)), 0.5 * mixer.volumes[SOUND_BUSES[name]])], kind
        assert 0.02 < mixer._sounds[name].source.duration < 3.0
    mixer.set_volume("effects", 0.0)
    mixer.feedback("BridgeBuilt")
    assert len(heard) == 1


def test_the_roil_sound_starts_and_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    log: list[tuple[str, float]] = []
    monkeypatch.setattr("client.art.sound.mixer._load", lambda path: Heard(log, path.stem))
    mixer = Mixer(ambience=0.4)
    mixer.start("roil")
    mixer.start("roil")
    mixer.set_volume("ambience", 0.2)
    mixer.stop("roil")
    assert log == [("roil", 0.4), ("roil", -1.0)]


def test_a_missing_sound_device_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(path: object) -> object:
        raise OSError("no device")

    monkeypatch.setattr("client.art.sound.mixer._load", broken)
    mixer = Mixer()
    mixer.play("coin")
    mixer.start("roil")
    mixer.stop("roil")
    assert not mixer.load()
    assert mixer.played == ["coin"]


def test_the_loop_of_the_roil_has_half_the_sample_rate() -> None:
    with wave.open(str(sound_path("roil"))) as file:
        assert file.getframerate() == RATE // 2

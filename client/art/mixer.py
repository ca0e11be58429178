"""Plays the sounds, each on its bus."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from client.art.sounds import BUSES, OF_DEED, OF_EVENT, SOUNDS, bed_of, path_of


class Mixer:
    """Plays sounds by name. Volumes are 0..1, `master` on top of the four buses."""

    def __init__(
        self, effects: float = 0.8, interface: float = 0.6, ambience: float = 0.1, music: float = 0.15
    ) -> None:
        self.volumes = {"effects": effects, "interface": interface, "ambience": ambience, "music": music}
        self.master = 1.0
        self.muted = False
        self.played: list[str] = []
        """The last names that were asked for, device or not."""
        self._sounds: dict[str, Any] = {}
        self._loops: dict[str, Any] = {}
        self._works = True

    def load(self) -> bool:
        """Reads all sounds; whether there is a device to play them."""
        for name in SOUNDS:
            if self._sound(name) is None:
                return False
        return self._works

    def play(self, name: str, loudness: float = 1.0, speed: float = 1.0) -> None:
        """Plays a sound of `SOUNDS` once; does nothing without a device."""
        self.played = [*self.played[-63:], name]
        volume = self._volume(name) * loudness
        sound = self._sound(name) if volume > 0.0 else None
        if sound is not None:
            self._try(lambda: sound.play(volume=volume, speed=speed))

    def feedback(self, kind: str) -> None:
        """Plays the sound of a deed or of an event of the engine, if it has one."""
        name = OF_DEED.get(kind) or OF_EVENT.get(kind)
        if name is not None:
            self.play(name)

    def why_silent(self) -> str:
        """Why nothing is heard, in words; "" if there is a device. Asks the system for it."""
        driver = self._try(_driver)
        silent = driver is None or type(driver).__name__ == "SilentDriver"
        self._works = self._works and not silent
        return "No sound device was found: the program is silent." if silent else ""

    def bed(self, game: str = "") -> None:
        """What runs on behind a game begins, and whatever else runs ends; behind none nothing does."""
        wanted = bed_of(game) if game else ()
        for name in set(self._loops) - set(wanted):
            self.stop(name)
        for name in wanted:
            self.start(name)

    def start(self, name: str) -> None:
        """Lets a sound run on, for instance the Roil."""
        sound = self._sound(name)
        if sound is not None and name not in self._loops:
            self._loops[name] = self._try(lambda: sound.play(volume=self._volume(name), loop=True))

    def stop(self, name: str) -> None:
        """Ends what `start` began."""
        player = self._loops.pop(name, None)
        if player is not None:
            self._try(player.delete)

    def set_volume(self, bus: str, volume: float) -> None:
        """Changes the volume of a bus, or of "master"; what is running follows."""
        if bus == "master":
            self.master = max(0.0, min(1.0, volume))
        else:
            self.volumes[bus] = max(0.0, min(1.0, volume))
        for name, player in self._loops.items():
            if player is not None:
                with suppress(Exception):
                    player.volume = self._volume(name)

    def _volume(self, name: str) -> float:
        return 0.0 if self.muted else self.master * self.volumes[BUSES[name]]

    def _sound(self, name: str) -> Any:
        if name not in self._sounds and self._works:
            self._sounds[name] = self._try(lambda: _load(path_of(name)))
        return self._sounds.get(name)

    def _try(self, action: Callable[[], Any]) -> Any:
        """Sound drivers fail in many ways; none of them may end a match. After a failure the mixer stays silent."""
        try:
            return action()
        except Exception:
            self._works = False
            return None


def _driver() -> Any:
    import pyglet

    return pyglet.media.get_audio_driver()  # type: ignore[no-untyped-call]


def _load(path: Path) -> Any:
    import arcade

    return arcade.load_sound(path)

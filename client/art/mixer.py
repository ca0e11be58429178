"""Playback of sounds, each on its bus."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from client.art.sounds import ACTION_SOUNDS, BUSES, EVENT_SOUNDS, SOUNDS, loops_of_game, path_of

if TYPE_CHECKING:
    from arcade import Sound
    from pyglet.media import Player

T = TypeVar("T")


class Mixer:
    """Player of sounds by name.

    Volumes are 0..1, `master` on top of the four buses.
    """

    def __init__(
        self, effects: float = 0.8, interface: float = 0.6, ambience: float = 0.1, music: float = 0.15
    ) -> None:
        self.volumes = {"effects": effects, "interface": interface, "ambience": ambience, "music": music}
        self.master = 1.0
        self.muted = False
        self.played: list[str] = []
        """The last names that were asked for, device or not."""
        self._sounds: dict[str, Sound | None] = {}
        self._loops: dict[str, Player | None] = {}
        self._works = True

    def load(self) -> bool:
        """Load all sounds; return True if there is a device to play them."""
        for name in SOUNDS:
            if self._sound(name) is None:
                return False
        return self._works

    def play(self, name: str, loudness: float = 1.0, speed: float = 1.0) -> None:
        """Play a sound of `SOUNDS` once; do nothing without a device."""
        self.played = [*self.played[-63:], name]
        volume = self._volume(name) * loudness
        sound = self._sound(name) if volume > 0.0 else None
        if sound is not None:
            self._try(lambda: sound.play(volume=volume, speed=speed))

    def feedback(self, kind: str) -> None:
        """Play the sound of an action or of an event of the engine, if it has one."""
        name = ACTION_SOUNDS.get(kind) or EVENT_SOUNDS.get(kind)
        if name is not None:
            self.play(name)

    def why_silent(self) -> str:
        """Return the reason for silence in words, or "" if there is a device.

        Queries the system for the device.
        """
        driver = self._try(_driver)
        silent = driver is None or type(driver).__name__ == "SilentDriver"
        self._works = self._works and not silent
        return "No sound device was found: the program is silent." if silent else ""

    def bed(self, game: str = "") -> None:
        """Start the loops of a game and stop all others; without a game stop all."""
        wanted = loops_of_game(game) if game else ()
        for name in set(self._loops) - set(wanted):
            self.stop(name)
        for name in wanted:
            self.start(name)

    def start(self, name: str) -> None:
        """Loop a sound, for instance the Roil."""
        sound = self._sound(name)
        if sound is not None and name not in self._loops:
            self._loops[name] = self._try(lambda: sound.play(volume=self._volume(name), loop=True))

    def stop(self, name: str) -> None:
        """Stop a looping sound."""
        player = self._loops.pop(name, None)
        if player is not None:
            self._try(player.delete)

    def set_volume(self, bus: str, volume: float) -> None:
        """Change the volume of a bus, or of "master", for running sounds too."""
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

    def _sound(self, name: str) -> Sound | None:
        if name not in self._sounds and self._works:
            self._sounds[name] = self._try(lambda: _load(path_of(name)))
        return self._sounds.get(name)

    def _try(self, action: Callable[[], T]) -> T | None:
        """Run an action of the sound driver and silence the mixer after any failure.

        Sound drivers fail in many ways; none of them may end a match.
        """
        try:
            return action()
        except Exception:
            self._works = False
            return None


def _driver() -> object:
    import pyglet

    return pyglet.media.get_audio_driver()  # type: ignore[no-untyped-call]


def _load(path: Path) -> Sound:
    import arcade

    return arcade.load_sound(path)

"""Playback of sounds, each on one of the volume buses."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from client.art.sound.sounds import ACTION_SOUNDS, EVENT_SOUNDS, SOUND_BUSES, SOUND_MAKERS, game_loops, sound_path

if TYPE_CHECKING:
    from arcade import Sound
    from pyglet.media import Player

T = TypeVar("T")


class Mixer:
    """Player of sounds by name.

    Volumes are 0..1; `master` is multiplied with the volumes of the four buses.
    """

    def __init__(
        self, effects: float = 0.8, interface: float = 0.6, ambience: float = 0.1, music: float = 0.15
    ) -> None:
        self.volumes = {"effects": effects, "interface": interface, "ambience": ambience, "music": music}
        self.master = 1.0
        self.muted = False
        self.played: list[str] = []
        """The names of the most recently requested sounds, recorded even without a sound device."""
        self._sounds: dict[str, Sound | None] = {}
        self._loops: dict[str, Player | None] = {}
        self._works = True

    def load(self) -> bool:
        """Load all sounds; return True if there is a device to play them."""
        for name in SOUND_MAKERS:
            if self._sound(name) is None:
                return False
        return self._works

    def play(self, name: str, measure_loudness: float = 1.0, speed: float = 1.0) -> None:
        """Play a sound of `SOUND_MAKERS` once; do nothing without a device."""
        self.played = [*self.played[-63:], name]
        volume = self._volume(name) * measure_loudness
        sound = self._sound(name) if volume > 0.0 else None
        if sound is not None:
            self._try(lambda: sound.play(volume=volume, speed=speed))

    def feedback(self, kind: str) -> None:
        """Play the sound of an action or of an engine event, if it has one."""
        name = ACTION_SOUNDS.get(kind) or EVENT_SOUNDS.get(kind)
        if name is not None:
            self.play(name)

    def why_silent(self) -> str:
        """Return the reason why there is no sound, in words, or "" if there is a device.

        The function asks the system for the device.
        """
        driver = self._try(_driver)
        silent = driver is None or type(driver).__name__ == "SilentDriver"
        self._works = self._works and not silent
        return "No sound device was found: the program is silent." if silent else ""

    def bed(self, game: str = "") -> None:
        """Start the loops of a game and stop all others; without a game, stop all loops."""
        wanted = game_loops(game) if game else ()
        for name in set(self._loops) - set(wanted):
            self.stop(name)
        for name in wanted:
            self.start(name)

    def start(self, name: str) -> None:
        """Play a sound, for instance the Roil, in a loop."""
        sound = self._sound(name)
        if sound is not None and name not in self._loops:
            self._loops[name] = self._try(lambda: sound.play(volume=self._volume(name), loop=True))

    def stop(self, name: str) -> None:
        """Stop a sound that plays in a loop."""
        player = self._loops.pop(name, None)
        if player is not None:
            self._try(player.delete)

    def set_volume(self, bus: str, volume: float) -> None:
        """Change the volume of a bus, or of "master"; sounds that are already playing change too."""
        if bus == "master":
            self.master = max(0.0, min(1.0, volume))
        else:
            self.volumes[bus] = max(0.0, min(1.0, volume))
        for name, player in self._loops.items():
            if player is not None:
                with suppress(Exception):
                    player.volume = self._volume(name)

    def _volume(self, name: str) -> float:
        return 0.0 if self.muted else self.master * self.volumes[SOUND_BUSES[name]]

    def _sound(self, name: str) -> Sound | None:
        if name not in self._sounds and self._works:
            self._sounds[name] = self._try(lambda: _load(sound_path(name)))
        return self._sounds.get(name)

    def _try(self, action: Callable[[], T]) -> T | None:
        """Run an action of the sound driver; after any failure, silence the mixer and return None.

        Sound drivers fail in many ways, and no failure may end a match.
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

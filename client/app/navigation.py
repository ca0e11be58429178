"""The part of the program that rooms and tournaments use to reach the other screens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from client.app.local_player import LocalPlayer
    from client.app.settings import Settings
    from client.art.sound.mixer import Mixer
    from client.session.room_session import StoredSeat
    from client.session.source import MatchSource
    from client.ui.window import Window
    from net.channels.addresses import Address
    from net.session.peer_config import PeerConfig


class Navigator(Protocol):
    """The window, the player, and the way to menu, settings and matches."""

    window: Window
    settings: Settings
    home: Path | None
    mixer: Mixer | None
    person: LocalPlayer

    @property
    def matches(self) -> Path | None:
        """Folder of the kept matches."""

    def show_menu(self) -> None:
        """Show the main menu."""

    def show_settings(self) -> None:
        """Show the settings."""

    def take_name(self, name: str, throw_away: bool) -> None:
        """Adopt the name that the player entered."""

    def set_colours(self, colours: Sequence[int], texts: float = 0.0) -> None:
        """Set the colours of the seats."""

    def resume(self, match: StoredSeat, elsewhere: Sequence[Address] = ()) -> None:
        """Resume a kept match."""

    def start_match(
        self,
        source: MatchSource,
        seat: int,
        again: Callable[[], object],
        config: PeerConfig | None = None,
        leave: Callable[[], object] | None = None,
    ) -> None:
        """Start a match."""

"""A match of Bridgefront that is being played, watched."""

from __future__ import annotations

from client.games.bridgefront.replay import ReplayScreen
from client.table.replay.live import LiveViewer


class LiveScreen(LiveViewer, ReplayScreen):
    """The replay screen, whose timeline becomes longer."""

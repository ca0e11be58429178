"""Running match of Bridgefront, as seen by a spectator."""

from __future__ import annotations

from client.games.bridgefront.replay import ReplayScreen
from client.table.replay.live import LiveViewer


class LiveScreen(LiveViewer, ReplayScreen):
    """Replay screen whose timeline grows."""

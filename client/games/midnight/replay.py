"""Replay screen of Midnight: the table and animation of the match screen, above the hands."""

from __future__ import annotations

from client.games.midnight.hand import Hand, OpenHands
from client.games.midnight.log import Story, seats_of
from client.games.midnight.places import Plate
from client.games.midnight.scene import Scene
from client.games.midnight.standings import ranks
from client.table.replay.live import LiveViewer
from client.table.replay.pick_viewer import PickTimeline, PickViewer
from client.table.replay.viewer import ReplayLog
from core.engine.game import any_game
from core.games.midnight import events as e
from core.games.midnight.game import GAME


class ReplayTimeline(PickTimeline):
    """Timeline of a replay of Midnight, with marks for turns, disputes, ticks and fallen nations."""

    game, seats_of = any_game(GAME), seats_of
    chapter, fight = "turn", "dispute"
    begins = e.TurnBegan
    signs = {e.DisputeBegan: fight, e.ClockTicked: "doomsday", e.MidnightCame: "doomsday", e.Fell: "ruin"}  # noqa: RUF012


class ReplayStory(ReplayLog, Story):
    """Panel with the complete log of a match of Midnight."""


class ReplayScreen(PickViewer, Scene):
    """Replay screen of a match of Midnight, from its first step to its last, in either direction."""

    replay_timeline: ReplayTimeline
    replay_timelines = ReplayTimeline
    hand_kind, hands_kind, seen_kind = Hand, OpenHands, ReplayStory
    plate_kind, ranks_of = Plate, ranks

    def at_step(self, step: int) -> None:
        """Show a step, and remove the die result of any other step."""
        self.board.dice.rolled, self.board.disputed = "", (0, 0)
        super().at_step(step)


class LiveScreen(LiveViewer, ReplayScreen):
    """Live screen of Midnight: a match in progress, as spectators see it."""

"""Replay screen of Cabinet, with the table and the animation of the match screen."""

from __future__ import annotations

from client.games.cabinet.hand import Hand
from client.games.cabinet.log import Story, seats_of
from client.games.cabinet.places import Plate
from client.games.cabinet.scene import Scene
from client.games.cabinet.standings import ranks
from client.table.replay.live import LiveViewer
from client.table.replay.pick_viewer import PickTimeline, PickViewer
from client.table.replay.viewer import ReplayLog
from core.engine.game import any_game
from core.games.cabinet import events as e
from core.games.cabinet.game import GAME


class ReplayTimeline(PickTimeline):
    """Timeline of a replay of Cabinet, with marks for turns, Milestones and Challenges."""

    game, seats_of = any_game(GAME), seats_of
    chapter, fight, sign = "turn", "payment", "score"
    begins = e.TurnBegan
    signs = {e.MilestoneAchieved: fight, e.ChallengeFlipped: "challenge"}  # noqa: RUF012 - declared, never changed


class ReplayStory(ReplayLog, Story):
    """Panel with the complete log of a match of Cabinet."""


class ReplayScreen(PickViewer, Scene):
    """Replay screen of a match of Cabinet, from its first step to its last, in either direction."""

    replay_timeline: ReplayTimeline
    replay_timelines = ReplayTimeline
    hand_kind, seen_kind = Hand, ReplayStory
    plate_kind, ranks_of = Plate, ranks

    def build_beside(self) -> None:
        """Hide the buttons of a match; the hands of all seats are shown there instead."""
        super().build_beside()
        self.spent.visible = self.done.visible = False


class LiveScreen(LiveViewer, ReplayScreen):
    """Live screen of Cabinet: a running match, as a spectator sees it."""

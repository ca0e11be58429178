"""Replay screen of Ambition: the table and animation of the live match, with all hands below."""

from __future__ import annotations

from client.games.ambition.hand import Hand, OpenHands
from client.games.ambition.log import Story, seats_of
from client.games.ambition.places import Seat
from client.games.ambition.scene import Scene
from client.games.ambition.standings import ranks
from client.table.replay.live import LiveViewer
from client.table.replay.pick_viewer import PickTimeline, PickViewer
from client.table.replay.viewer import ReplayLog
from core.engine.game import any_game
from core.games.ambition import events as e
from core.games.ambition.game import GAME


class ReplayTimeline(PickTimeline):
    """Timeline with marks for turns, strikes and exposed false claims."""

    game, seats_of = any_game(GAME), seats_of
    chapter, fight, sign = "turn", "strike", "score"
    begins = e.TurnBegan
    signs = {e.Struck: fight, e.Deflected: fight, e.ClaimCaught: "challenge"}  # noqa: RUF012 - declared, never changed


class ReplayStory(ReplayLog, Story):
    """Complete log of a match of Ambition in a replay."""


class ReplayScreen(PickViewer, Scene):
    """Replay screen for a match of Ambition, which can move through its steps in both directions."""

    replay_timeline: ReplayTimeline
    replay_timelines = ReplayTimeline
    hand_kind, hands_kind, seen_kind = Hand, OpenHands, ReplayStory
    plate_kind, ranks_of = Seat, ranks


class LiveScreen(LiveViewer, ReplayScreen):
    """Screen for a running match of Ambition, as a spectator sees it."""

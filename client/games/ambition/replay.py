"""The replay screen of Ambition: the table and the reveal of the live match, with the hands below."""

from __future__ import annotations

from client.games.ambition.hand import Hand, OpenHands
from client.games.ambition.log import Story, seats_of
from client.games.ambition.places import Seat
from client.games.ambition.scene import Scene
from client.games.ambition.standings import ranks
from client.table.replay.live import LiveViewer
from client.table.replay.pick_viewer import PickTimeline, PickViewer
from client.table.replay.viewer import Retold
from core.games.ambition import events as e
from core.games.ambition.game import GAME


class ReplayTimeline(PickTimeline):
    """Marks of turns, strikes, exposed lies."""

    game, seats_of = GAME, seats_of
    chapter, fight, sign = "turn", "strike", "score"
    begins = e.TurnBegan
    signs = {e.Struck: fight, e.Deflected: fight, e.ClaimCaught: "challenge"}  # noqa: RUF012 - declared, never changed


class SeenStory(Retold, Story):
    """The whole log of a match of Ambition."""


class ReplayScreen(PickViewer, Scene):
    """A match of Ambition from its first step to its last, in any direction."""

    replay_timeline: ReplayTimeline
    replay_timelines = ReplayTimeline
    hand_kind, hands_kind, seen_kind = Hand, OpenHands, SeenStory
    plate_kind, ranks_of = Seat, ranks


class LiveScreen(LiveViewer, ReplayScreen):
    """A match of Ambition that is being played, watched."""

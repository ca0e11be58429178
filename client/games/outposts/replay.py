"""Replay screen of Outposts: the table and animation of the match screen, above the hands."""

from __future__ import annotations

from client.games.outposts.hand import Hand, OpenHands
from client.games.outposts.log import Story, seats_of
from client.games.outposts.scene import Scene
from client.games.outposts.seats import Plate, Warden
from client.games.outposts.standings import ranks
from client.table.pick.place import Place
from client.table.replay.live import LiveViewer
from client.table.replay.pick_viewer import PickTimeline, PickViewer
from client.table.replay.viewer import ReplayLog
from core.engine.game import Event, any_game
from core.games.outposts import events as e
from core.games.outposts.game import GAME
from core.games.outposts.state import WARDEN


class ReplayTimeline(PickTimeline):
    """Timeline of a replay of Outposts, with marks for rounds and for razed Outposts and Locations."""

    game, seats_of = any_game(GAME), seats_of
    chapter, fight = "round", "raze"
    begins = e.RoundBegan
    signs = dict.fromkeys((e.LocationRazed, e.OutpostRazed, e.WardenRazed), fight)

    def chapter_words(self, event: Event) -> str:
        """Return the name of a round."""
        assert isinstance(event, e.RoundBegan)
        return f"Round {event.round}"


class ReplayStory(ReplayLog, Story):
    """Panel with the complete log of a match of Outposts."""


class ReplayScreen(PickViewer, Scene):
    """Replay screen of a match of Outposts, from its first step to its last, in either direction."""

    replay_timeline: ReplayTimeline
    replay_timelines = ReplayTimeline
    hand_kind, hands_kind, seen_kind = Hand, OpenHands, ReplayStory
    plate_kind, ranks_of = Plate, ranks

    def choose(self, thing: Place) -> None:
        """Show the view of the seat that the player presses, or the hold of the Warden."""
        super().choose(thing)
        if isinstance(thing, Warden):
            self.board.look_at(WARDEN)
            self.board.refresh()


class LiveScreen(LiveViewer, ReplayScreen):
    """Live screen of Outposts: a match in progress, as spectators see it."""

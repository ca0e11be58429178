"""The replay screen of Outposts: the table and the reveal of the live match, with the hands below."""

from __future__ import annotations

from client.kit import richtext
from client.kit.widget import Widget
from client.outposts.hand import Hand, OpenHands
from client.outposts.log import Story, seats_of
from client.outposts.ranks import ranks
from client.outposts.scene import Scene
from client.outposts.seats import Plate, Warden
from client.replay import timeline
from client.replay.live import LiveViewer
from client.replay.viewer import Retold, Viewer
from client.table.place import Place
from core.kernel.game import Event, Standing
from core.outposts import events as e
from core.outposts.game import GAME
from core.outposts.state import WARDEN, Outposts


class ReplayTimeline(timeline.ReplayTimeline):
    """The replay of Outposts, told."""

    chapter, fight = "round", "raze"

    def words(self, after: Outposts, event: Event) -> str:
        """With the seats in their colours."""
        return self.names.marked(GAME.tell(after, event))

    def about(self, table: Outposts, event: Event) -> tuple[int, ...]:
        """The seats."""
        return seats_of(event)

    def marked(self, event: Event, words: str) -> tuple[str, str]:
        """Rounds, and what is razed."""
        if isinstance(event, e.RoundBegan):
            return self.chapter, f"Round {event.round}"
        razed = isinstance(event, e.LocationRazed | e.OutpostRazed | e.WardenRazed)
        return (self.fight, richtext.plain(words)) if razed else ("", "")


class SeenStory(Retold, Story):
    """The whole log of a match of Outposts."""


class ReplayScreen(Viewer, Scene):
    """A match of Outposts from its first step to its last, in any direction."""

    replay_timeline: ReplayTimeline
    replay_timelines = ReplayTimeline

    @property
    def low(self) -> tuple[Widget, ...]:
        """The hand of a seat, or all hands."""
        return (self.hand, self.hands)

    def build(self) -> None:
        """The table as in a match; below it the hands and the bar."""
        ui, window = self.ui, self.window
        self.model.state, self.model.opened = self.frames.states[0], self.frames.knowledge
        self.build_scene(self._choose, lambda _place: None, self.open_menu, self.open_record)
        self.hand, self.hands = Hand(window, self.model), OpenHands(window, self.model, self.frames.knowledge)
        ui.put(self.board, (0, 52, 1018, 628), "stretch", "stretch")
        self.build_bar()
        self.seen = SeenStory(self.names, lambda link: self.point_at(link or self.pinned), None, self._go_to_line,
                              self.tip)  # fmt: skip
        self.build_log(self.seen, 56)
        self.seat_players(self.frames.states[0])
        self.begin_viewing()

    def _choose(self, thing: Place) -> None:
        """A press on a seat: its view."""
        if isinstance(thing, Plate):
            self.view_of(thing.seat)
        elif isinstance(thing, Warden):
            self.board.look_at(WARDEN)
            self.board.refresh()

    def ranks(self, standing: tuple[Standing, ...]) -> Widget:
        """By VP."""
        return ranks(self.model, standing)


class LiveScreen(LiveViewer, ReplayScreen):
    """A match of Outposts that is being played, watched."""

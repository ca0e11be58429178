"""The replay screen of Midnight: the table and the reveal of the live match, with the hands below."""

from __future__ import annotations

from client.kit.widget import Widget
from client.midnight.hand import Hand
from client.midnight.log import Story
from client.midnight.open_hands import OpenHands
from client.midnight.places import Plate
from client.midnight.ranks import ranks
from client.midnight.replay_timeline import ReplayTimeline
from client.midnight.scene import Scene
from client.replay.live import LiveViewer
from client.replay.viewer import Retold, Viewer
from client.table.place import Place
from core.kernel.game import Standing


class SeenStory(Retold, Story):
    """The whole log of a match of Midnight."""


class ReplayScreen(Viewer, Scene):
    """A match of Midnight from its first step to its last, in any direction."""

    replay_timeline: ReplayTimeline
    replay_timelines = ReplayTimeline

    @property
    def low(self) -> tuple[Widget, ...]:
        """The hand of a seat, or all hands."""
        return (self.hand, self.hands)

    # The regions ------------------------------------------------------------------------------------------------------

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

    def at_step(self, step: int) -> None:
        """No die of another step lies there."""
        self.board.dice.rolled, self.board.disputed = "", (0, 0)
        super().at_step(step)

    def _choose(self, thing: Place) -> None:
        """A press on a nation: its view."""
        if isinstance(thing, Plate):
            self.view_of(thing.seat)

    def ranks(self, standing: tuple[Standing, ...]) -> Widget:
        """Worth."""
        return ranks(self.model, standing)


class LiveScreen(LiveViewer, ReplayScreen):
    """A match of Midnight that is being played, watched."""

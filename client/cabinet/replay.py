"""The replay screen of Cabinet: the table and the reveal of the live match."""

from __future__ import annotations

from client.cabinet.hand import Hand
from client.cabinet.log import Story, seats_of
from client.cabinet.places import Plate
from client.cabinet.ranks import ranks
from client.cabinet.scene import Scene
from client.kit import richtext
from client.kit.widget import Widget
from client.replay import timeline
from client.replay.live import LiveViewer
from client.replay.viewer import Retold, Viewer
from client.table.place import Place
from core.cabinet import events as e
from core.cabinet.game import GAME
from core.cabinet.state import Cabinet
from core.kernel.game import Event, Standing


class ReplayTimeline(timeline.ReplayTimeline):
    """The replay of Cabinet, told."""

    chapter, fight, sign = "turn", "payment", "score"

    def words(self, after: Cabinet, event: Event) -> str:
        """With the seats in their colours."""
        return self.names.marked(GAME.tell(after, event))

    def about(self, table: Cabinet, event: Event) -> tuple[int, ...]:
        """The seats."""
        return seats_of(event)

    def marked(self, event: Event, words: str) -> tuple[str, str]:
        """Turns, Milestones, Challenges."""
        if isinstance(event, e.TurnBegan):
            return self.chapter, f"{self.names.who(event.seat)}, turn {event.turn}"
        kind = self.fight if isinstance(event, e.MilestoneAchieved) else ""
        kind = "challenge" if isinstance(event, e.ChallengeFlipped) else kind
        return kind, richtext.plain(words) if kind else ""


class SeenStory(Retold, Story):
    """The whole log of a match of Cabinet."""


class ReplayScreen(Viewer, Scene):
    """A match of Cabinet from its first step to its last, in any direction."""

    replay_timeline: ReplayTimeline
    replay_timelines = ReplayTimeline

    def build(self) -> None:
        """The table as in a match; below it the bar."""
        ui = self.ui
        self.model.state, self.model.opened = self.frames.states[0], self.frames.knowledge
        self.build_scene(self._choose, lambda _place: None, self.open_menu, self.open_record)
        self.hand = Hand(self.window, self.model)
        ui.put(self.board, (0, 52, 1018, 628), "stretch", "stretch")
        self.spent.visible = self.done.visible = False
        self.build_bar()
        self.seen = SeenStory(self.names, lambda link: self.point_at(link or self.pinned), None, self._go_to_line,
                              self.tip)  # fmt: skip
        self.build_log(self.seen, 56)
        self.seat_players(self.frames.states[0])
        self.begin_viewing()

    def _choose(self, thing: Place) -> None:
        """A press on a member of the team: its hand."""
        if isinstance(thing, Plate):
            self.view_of(thing.seat)

    def ranks(self, standing: tuple[Standing, ...]) -> Widget:
        """The team."""
        return ranks(self.model, standing)


class LiveScreen(LiveViewer, ReplayScreen):
    """A match of Cabinet that is being played, watched."""

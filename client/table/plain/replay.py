"""Replay screen of any game without its own table: the table and texts of the live match."""

from __future__ import annotations

from client.table.log import Story
from client.table.plain.scene import Scene
from client.table.plain.standings import StandingTable
from client.table.replay import timeline
from client.table.replay.frames import Chat
from client.table.replay.live import LiveViewer
from client.table.replay.timeline import Mark, Place
from client.table.replay.viewer import ReplayLog, ReplayViewer
from client.ui.widget import Widget
from core.engine.game import Event, Standing, State


class ReplayTimeline(timeline.ReplayTimeline):
    """Timeline of any game's replay."""

    chapter, fight = "round", ""

    def prepared(self, table: State, after: State) -> State:
        """Prepare sentences for the state after the step."""
        self._after = after
        return table

    def words(self, after: State, event: Event) -> str:
        """Return the sentence of an event, with the seats in their colours."""
        return self.names.marked(self.frames.game.tell(after, event))

    def about(self, table: State | None, event: Event) -> tuple[int, ...]:
        """Return the seats that the sentence names; for a line of chat, its author."""
        if isinstance(event, Chat):
            return (event.seat,)
        return self.names.seats_in(self.frames.game.tell(self._after, event))

    def marked(self, event: Event, words: str) -> tuple[str, str]:
        """Return no mark: no event stands out."""
        return "", ""

    def tell_step(self, step: int) -> None:
        """Add the events of a step, and a mark if the game says that a round begins."""
        game, states = self.frames.game, self.frames.states
        now = game.rounds(states[step])
        if now and (not step or now > game.rounds(states[step - 1])):
            self.marks.append(Mark(Place(step), self.chapter, f"Round {now}"))
        super().tell_step(step)


class ReplayStory(ReplayLog, Story):
    """Whole log of a match."""


class ReplayScreen(ReplayViewer, Scene):
    """Match of any game from its first step to its last, in any direction."""

    replay_timeline: ReplayTimeline
    replay_timelines = ReplayTimeline

    def build(self) -> None:
        """Build a wider table than in a match; below it the bar."""
        self.game = self.frames.game
        self.model.state, self.model.opened = self.frames.states[0], self.frames.knowledge
        self.build_scene(56, 1018, self.open_menu, self.open_record)
        self.build_bar()
        self.seen = ReplayStory(self.names, lambda link: self.point_at(link or self.pinned), None, self._go_to_line)
        self.build_log(self.seen, 56)
        self.seat_players(self.frames.states[0], self.view_of)
        self.begin_viewing()

    def at_step(self, step: int) -> None:
        """Show a step, with the events of the step before."""
        frames = self.frames
        self.say_told(
            [self.replay_timeline.words(frames.states[step], event) for event in frames.events[step - 1]]
            if step
            else []
        )
        super().at_step(step)

    def ranks(self, standing: tuple[Standing, ...]) -> Widget:
        """Return the standing in the game's own columns."""
        return StandingTable(self.game, self.model, standing)


class LiveScreen(LiveViewer, ReplayScreen):
    """Match of any game in progress, for spectators."""

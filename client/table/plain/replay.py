"""The replay screen of any game that has no table of its own.

It has the table and the texts of the live match.
"""

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
    """The timeline of a replay of any game."""

    chapter, fight = "round", ""

    def prepared(self, table: State, after: State) -> State:
        """Return the table unchanged, and store the state after the step for the sentences of events."""
        self._after = after
        return table

    def words(self, after: State, event: Event) -> str:
        """Return the sentence of an event, with the seats in their colours."""
        return self.names.marked(self.frames.game.tell(after, event))

    def about(self, table: State | None, event: Event) -> tuple[int, ...]:
        """Return the seats that the sentence of an event names, or the author of a chat line."""
        if isinstance(event, Chat):
            return (event.seat,)
        return self.names.seats_in(self.frames.game.tell(self._after, event))

    def marked(self, event: Event, words: str) -> tuple[str, str]:
        """Return an empty mark, because no event stands out."""
        return "", ""

    def tell_step(self, step: int) -> None:
        """Add the events of a step to the log.

        Add a mark too if the game says that a round begins.
        """
        game, states = self.frames.game, self.frames.states
        now = game.rounds(states[step])
        if now and (not step or now > game.rounds(states[step - 1])):
            self.marks.append(Mark(Place(step), self.chapter, f"Round {now}"))
        super().tell_step(step)


class ReplayStory(ReplayLog, Story):
    """The whole log of a match."""


class ReplayScreen(ReplayViewer, Scene):
    """A screen that shows a match of any game from its first step to its last, in either direction."""

    replay_timeline: ReplayTimeline
    replay_timelines = ReplayTimeline

    def build(self) -> None:
        """Build a table that is wider than in a match, with the bar below it."""
        self.game = self.frames.game
        self.model.state, self.model.opened = self.frames.states[0], self.frames.knowledge
        self.build_scene(56, 1018, self.open_menu, self.open_record)
        self.build_bar()
        self.seen = ReplayStory(self.names, lambda link: self.point_at(link or self.pinned), None, self._go_to_line)
        self.build_log(self.seen, 56)
        self.seat_players(self.frames.states[0], self.view_of)
        self.begin_viewing()

    def at_step(self, step: int) -> None:
        """Show a step, together with the events of the step before it."""
        frames = self.frames
        self.say_told(
            [self.replay_timeline.words(frames.states[step], event) for event in frames.events[step - 1]]
            if step
            else []
        )
        super().at_step(step)

    def ranks(self, standing: tuple[Standing, ...]) -> Widget:
        """Return a widget that shows the standing in the game's own columns."""
        return StandingTable(self.game, self.model, standing)


class LiveScreen(LiveViewer, ReplayScreen):
    """A screen that shows spectators a match of any game in progress."""

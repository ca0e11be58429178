"""The table of any game that has no table of its own, for matches and replays."""

from __future__ import annotations

from functools import partial

from client.table.log import PLAIN_LOG, StoryPanel
from client.table.plain.prompts import PlainPrompts
from client.table.plain.standings import StandingTable
from client.table.plain.table import PlainTable
from client.table.replay import timeline
from client.table.replay.controller import ReplayController
from client.table.replay.frames import Chat
from client.table.replay.timeline import Mark, Place
from client.table.seats.ending import Ending
from client.table.spec import ReplaySpec, TableSpec
from client.table.view import TableView
from client.table.view_model import ViewModel
from core.engine.game import Event, Game, Standing, State
from core.engine.text.words import format_count


class ReplayTimeline(timeline.ReplayTimeline):
    """The timeline of a replay of any game."""

    chapter, fight = "round", ""

    def prepare_table(self, table: State, after: State) -> State:
        """Return the table unchanged, and store the state after the step for the sentences of events."""
        self._after = after
        return table

    def describe_event(self, after: State, event: Event) -> str:
        """Return the sentence of an event, with the seats in their colours."""
        return self.names.to_markup(self.frames.game.narrate(after, event))

    def event_subjects(self, table: State | None, event: Event) -> tuple[int, ...]:
        """Return the seats that the sentence of an event names, or the author of a chat line."""
        if isinstance(event, Chat):
            return (event.seat,)
        return self.names.seats_in(self.frames.game.narrate(self._after, event))

    def event_mark(self, event: Event, words: str) -> tuple[str, str]:
        """Return an empty mark, because no event stands out."""
        return "", ""

    def add_step(self, step: int) -> None:
        """Add the events of a step to the log.

        Add a mark too if the game says that a round begins.
        """
        game, states = self.frames.game, self.frames.states
        now = game.rounds(states[step])
        if now and (not step or now > game.rounds(states[step - 1])):
            self.marks.append(Mark(Place(step), self.chapter, f"Round {now}"))
        super().add_step(step)


def plain_table(game: Game) -> TableSpec:
    """Return the table of any game."""

    def ranks(model: ViewModel, standing: tuple[Standing, ...]) -> StandingTable:
        return StandingTable(game, model, standing)

    def ending(table: TableView, standing: tuple[Standing, ...]) -> Ending:
        """Return the winner's score and the final standing."""
        first = dict(standing[0].score)
        why = ", ".join(f"{head} {first[name]}" for head, name in game.headings(table.model.table) if name in first)
        return Ending(why, ranks(table.model, standing), f"after {format_count(table.model.t, 'step')}")

    return TableSpec(
        game,
        lambda screen, model, _look: PlainTable(screen, game, model),
        PlainPrompts,
        ReplaySpec(ReplayTimeline, build, show_step),
        lambda state: state.t > 1,
        ending,
        ranks,
    )


def build(replay: ReplayController) -> None:
    """Build a table that is wider than in a match, with the bar below it."""
    table, frames = replay.table, replay.frames
    assert isinstance(table, PlainTable)
    table.model.state, table.model.opened = frames.states[0], frames.known_faces
    table.build(56, 1018, replay.open_menu, replay.open_record)
    replay.build_bar()
    hover = partial(_hover, table)
    table.build_log(StoryPanel(table.names, PLAIN_LOG, hover, None, replay.go_to_line), 56)
    table.on_choose = replay.set_view
    table.seat_players(frames.states[0])


def _hover(table: PlainTable, link: str) -> None:
    table.highlight_subject(link or table.pinned)


def show_step(replay: ReplayController, step: int) -> None:
    """Show the events of the step before the present one."""
    table, frames = replay.table, replay.frames
    assert isinstance(table, PlainTable)
    events = frames.events[step - 1] if step else ()
    table.show_events([replay.replay_timeline.describe_event(frames.states[step], event) for event in events])

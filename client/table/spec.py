"""Declaration of a game's table, from which a match, a replay and a lesson are composed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from client.session.source import TableState
from client.table.seats.ending import Ending
from client.table.seats.names import Names
from client.table.view import Look, TableView
from client.table.view_model import ViewModel
from client.ui.screen import Screen
from client.ui.widget import Widget
from core.engine.game import Decision, Event, Game, Standing
from core.engine.hidden.secrets import Secrets

if TYPE_CHECKING:
    from client.table.match.prompts import PromptController, PromptView
    from client.table.replay.controller import ReplayController
    from client.table.replay.frames import ReplayFrames
    from client.table.replay.timeline import ReplayTimeline


def _none_beside(table: TableView) -> tuple[Widget, ...]:
    return ()


def _no_step(replay: ReplayController, step: int) -> None:
    """Show nothing more."""


def _no_events(table: TableView, told: list[Event]) -> None:
    """Show nothing more."""


def _ignore_events(model: ViewModel, state: TableState, events: Sequence[Event]) -> None:
    """Ignore the events."""


def usual_rounds(state: TableState) -> int:
    """Return the maximum number of columns in the fairness table of most games."""
    return 12


@dataclass(frozen=True)
class ReplaySpec:
    """Additions of a game to a replay of its matches."""

    timeline: Callable[[ReplayFrames], ReplayTimeline]
    """A function that returns the timeline, which writes the log and the marks."""
    build: Callable[[ReplayController], None]
    """A function that builds the table, with the hands and the bar below it."""
    at_step: Callable[[ReplayController, int], None] = _no_step
    """A function that is called before a step is shown."""
    restage: Callable[[TableView, list[Event]], None] = _no_events
    """A function that restores what the table shows above itself after these events of a step."""
    beside_hand: Callable[[TableView], tuple[Widget, ...]] = _none_beside
    """A function that returns the widgets that are shown with the hand of one seat."""


@dataclass(frozen=True)
class TableSpec:
    """The table of a game."""

    game: Game
    view: Callable[[Screen, ViewModel, Look], TableView]
    """A function that returns the view of the table, before anything is known about the match."""
    prompts: Callable[[TableView, PromptController], PromptView]
    """A function that returns the view of the questions to our seat."""
    replay: ReplaySpec
    begun: Callable[[TableState], bool]
    """A function that returns True if anything has happened in the match."""
    ending: Callable[[TableView, tuple[Standing, ...]], Ending]
    """A function that returns the end of the match as the game describes it."""
    ranks: Callable[[ViewModel, tuple[Standing, ...]], Widget]
    """A function that returns the widget of the standings."""
    model: Callable[..., ViewModel] = ViewModel
    """A function that returns the empty view model for a seat, the names and the palette."""
    heard: Callable[[ViewModel, TableState, Sequence[Event]], object] = _ignore_events
    """A function that receives the state after each step, and its events."""
    decision_words: Callable[[TableState, int, Decision, Secrets, Names], str] | None = None
    """A function that returns a decision of a seat in the words of the screen, or None for the words of the rules."""
    rounds: Callable[[TableState], int] = usual_rounds
    """A function that returns the maximum number of columns in the fairness table."""

    def words_by(self, names: Names) -> Callable[[TableState, int, Decision, Secrets], str] | None:
        """Return the function for decisions in the words of the screen, with these names; None if there is none."""
        words = self.decision_words
        return None if words is None else lambda state, seat, made, own: words(state, seat, made, own, names)

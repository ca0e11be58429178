"""Declaration of a game's table on which players answer by picking lit things."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from client.session.source import TableState
from client.table.animation.narrator import PickNarrator
from client.table.hand import CardFaces
from client.table.log import LogSpec
from client.table.match.hint_path import find_path
from client.table.pick import replay
from client.table.pick.board import PickBoard, Place
from client.table.pick.prompts import PickPrompts, PromptWords, SeatControls, Sidebar
from client.table.pick.table import PickTable, TableExtras
from client.table.prompt.question import PickQuestion
from client.table.seats.ending import Ending
from client.table.seats.names import Names
from client.table.spec import ReplaySpec, TableSpec, usual_rounds
from client.table.view import TableView
from client.table.view_model import ViewModel
from client.ui.widget import Widget
from client.ui.window import Window
from core.engine.game import Decision, Event, Game, Standing
from core.engine.hidden.secrets import Secrets

TableArea = tuple[float, float, float, float]


def _has_begun(state: Any) -> bool:  # any state whose game counts turns
    return bool(state.turn)


@dataclass(frozen=True)
class PickSpec:
    """The table of a game with a board of places.

    Lengths are design pixels of 1280x720. Functions of a state receive the state of the game.
    """

    game: Game
    heading: tuple[str, str]
    """The first text in the top bar, and the name of that label."""
    phases: tuple[str, ...]
    """The names of the phases, in their order."""
    asked_in: Mapping[str, str]
    """The phase in which the table asks, for each kind of question."""
    when: Callable[[Any], str]
    """A function that returns the text in the top bar."""
    order: Callable[[Any], list[int]]
    """A function that returns the seats in the order of play, or none if the table shows the order elsewhere."""

    board: Callable[..., PickBoard[Any]]
    flights: Callable[..., Widget]
    narrator: Callable[..., PickNarrator]
    faces: Callable[[Window, ViewModel], CardFaces]
    """The cards of the hand."""
    log: LogSpec
    card_tip: Callable[[Any, int], str | Widget | None]
    """A function that returns the tooltip of a card in the log."""
    question: Callable[..., PickQuestion]
    """A function that returns the prompt for a question."""
    sidebar: Sidebar
    replay: replay.Marks
    plate: type[Place]
    """The widget of a seat on the table; a press on it in a replay shows what that seat saw."""
    ranks: Callable[[ViewModel, tuple[Standing, ...]], Widget]
    """A function that returns the widget of the standings."""
    length: Callable[[Any], str]
    """A function that returns the length of the match in words."""

    banner_at: TableArea
    prompt_at: TableArea
    action_height: float
    """The height of the action panel."""
    below: float = 0.0
    """The height of the area above the log."""

    phase: Callable[[Any], str] | None = None
    """A function that returns the present phase, or None if the extras set it."""
    begun: Callable[[Any], bool] = _has_begun
    """A function that returns True if a turn has begun, so that there are phases."""
    won_by: Callable[[ViewModel, Event], tuple[int, ...]] | None = None
    """A function that returns the winners after the last event, or None if the first ranks win."""
    open_faces: Callable[[Window, ViewModel], CardFaces] | None = None
    """The cards in the rows of all hands, for games whose hands are not open on the table; None for others."""
    hand_follows: bool = True
    """True if the hand changes during the animation of a step."""
    extras: Callable[[PickTable], TableExtras] = TableExtras
    """The widgets beside the board."""
    words: Callable[[PickTable], PromptWords[Any]] = PromptWords
    """The words for the questions to our seat."""
    controls: Callable[[PickPrompts], SeatControls] = SeatControls
    """The buttons and orders of our seat."""
    pressed: Callable[[PickTable, Place], bool] = field(default=lambda table, place: False)
    """A function that handles a press on a place that cannot be picked; it returns True if it has done so."""
    rounds: Callable[[Any], int] = usual_rounds
    """A function that returns the maximum number of columns in the fairness table."""


def pick_table(spec: PickSpec) -> TableSpec:
    """Return the table of a game with a board of places, for all screens that show it."""

    def ending(table: TableView, standing: tuple[Standing, ...]) -> Ending:
        assert isinstance(table, PickTable)
        return Ending(table.end_sentence, spec.ranks(table.model, standing), f"after {spec.length(table.model.table)}")

    def begun(state: TableState) -> bool:
        return spec.begun(state)

    def rounds(state: TableState) -> int:
        return spec.rounds(state)

    def words(state: TableState, seat: int, decision: Decision, own: Secrets, names: Names) -> str:
        inquiry = spec.question(state, seat, own, spec.game.pending_asks(state)[seat])
        path = find_path(inquiry, decision, tuple(own.faces.values()))
        named = [inquiry.pick_name(pick).partition(":")[0] for pick in path or () if isinstance(pick, tuple)]
        return ", ".join(named) or spec.game.describe_decision(state, seat, decision, own)

    return TableSpec(
        spec.game,
        lambda screen, model, _look: PickTable(spec, screen, model),
        PickPrompts,
        ReplaySpec(lambda frames: replay.PickTimeline(frames, spec), replay.build, replay.show_step),
        begun,
        ending,
        spec.ranks,
        decision_words=words,
        rounds=rounds,
    )

"""Plan of a lesson: the match that it prepares, and the controller that keeps the player to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from client.table.match.controller import MatchController
from client.table.screen import Controller
from client.table.spec import TableSpec
from client.ui.controls.basic import Button, Label
from client.ui.controls.layout import Column, Row, Space
from client.ui.controls.panel import Panel
from core.engine.local_match import LocalMatch

OnSolo = Callable[[], object] | None
"""Callback that starts a match of the game just learned, against bots."""
PLAY_NOW = "Play this game now: Easy, three seats"


@dataclass(frozen=True)
class LessonPlan:
    """Lesson of a game, for the screen that shows it."""

    table: TableSpec
    prepared: Callable[[], LocalMatch[Any]]
    """Function that prepares the match of the lesson; seat 1 is the player's."""
    actors: Mapping[int, str]
    """Names of the players at all seats."""
    controller: Callable[[MatchController, OnSolo], Controller]
    """Function that returns the controller of the lesson around the match."""


def open_lesson_menu(match: MatchController, words: str) -> None:
    """Open the menu of a lesson; the lesson waits, and nothing is stored."""
    dialogs = match.table.dialogs
    leave = dialogs.closing_button("Leave the lessons", match.leave, look="danger")
    dialogs.open_menu("Menu", Label(words, wrap=True, width=360), leave)


def say_goodbye(match: MatchController, words: str, stay: str, on_solo: OnSolo) -> None:
    """Show the final text of a lesson and the buttons to continue; `stay` is the label of the one that stays."""
    ui = match.screen.ui

    def away(then: Callable[[], object] | None) -> None:
        ui.close()
        match.source.close()
        (then or match.leave)()

    label = Label(words, markup=True, wrap=True, width=380)
    solo = Button(PLAY_NOW, lambda: away(on_solo), "solo", look="primary")
    buttons = Row(Button("Main menu", lambda: away(None)), Button(stay, lambda: ui.close()), Space(grow=1), solo, gap=8)
    ui.open(Panel(Column(label, buttons, gap=14), "Well done", 16, "dialog"))

"""The view of the table of any game: the seats, the state as a table, the log, and the present events."""

from __future__ import annotations

from collections.abc import Callable

from client.games import entry_of
from client.screens.rules import RulesScreen
from client.table.book import fair_play_chapter, options_chapter
from client.table.log import StoryPanel
from client.table.plain.animation import PlainAnimation
from client.table.plain.decision_form import StateReader
from client.table.plain.seats import SeatColumn
from client.table.plain.sheet import StateTable
from client.table.prompt.prompt import PromptBar
from client.table.top import TopBar
from client.table.view import TableView
from client.table.view_model import ViewModel
from client.ui.canvas import Canvas
from client.ui.controls.basic import Label
from client.ui.controls.layout import Column
from client.ui.controls.panel import Panel
from client.ui.richtext import escape
from client.ui.screen import Screen
from client.ui.theme import BoxStyle, rgb
from client.ui.widget import Widget
from core.engine.game import Game, State
from core.engine.text.outcome import match_notice
from core.engine.text.words import capitalise

GROUND = BoxStyle(rgb("#1b2433"), rgb("#0c1018"), rgb("#0c1018"), 0, 0)
EVENTS_HEIGHT, MAX_EVENT_LINES = 92.0, 3
"""The height of the area for present events, in design pixels, and the maximum number of lines in it."""


class TableGround(Widget):
    """The background of the table."""

    transparent = True

    def paint(self, canvas: Canvas) -> None:
        """Paint a gradient that is darker below."""
        canvas.box(GROUND, self.rect)


class PlainTable(TableView):
    """The displayed table of any game."""

    def __init__(self, screen: Screen, game: Game, model: ViewModel) -> None:
        super().__init__(screen, game, model)
        self.on_choose: Callable[[int], object] | None = None
        """A function that is called with the seat that is pressed, in a replay."""

    # Regions ----------------------------------------------------------------------------------------------------------

    def build(self, floor: float, right: float, on_menu: Callable[[], object], on_fair: Callable[[], object]) -> None:
        """Build everything except the log and the seats, because the number of seats is not known yet.

        The state is shown in the area between `floor`, the seats and `right`.
        """
        ui = self.screen.ui
        ui.space_presses = False
        ui.put(TableGround(), (0, 0, 1280, 720), "stretch", "stretch")
        self.called = Label(self.game.title, "accent", "heading", "title", name="Game")
        self.where = Label("", "muted", "small", name="Progress", grow=1)
        self.top = TopBar(self.model, [self.called, self.where], on_menu, on_fair)
        self.prompt = PromptBar()
        self.told = Label("", markup=True, wrap=True, grow=1, name="What happens")
        self.sheet = StateTable(self.model, StateReader(self.names, self.model.face, self._card_name), grow=1)
        told = Panel(Column(self.told), "What happens", 9, region="told")
        self.board = Panel(self.sheet, "The table", 9, region="board")
        ui.put(told, (212, 638 - EVENTS_HEIGHT, right - 212, EVENTS_HEIGHT), "stretch", "high")
        ui.put(self.board, (212, floor, right - 212, 632 - EVENTS_HEIGHT - floor), "stretch", "stretch")
        ui.put(self.top, (0, 680, 1280, 40), "stretch", "high")
        ui.put(self.prompt, (220, 644, 790, 30), "stretch", "high")

    def build_log(self, story: StoryPanel, floor: float) -> None:
        """Build the log down to this height."""
        self.story = story
        self.screen.ui.put(story, (1024, floor, 250, 676 - floor), "high", "stretch")

    def seat_players(self, state: State) -> None:
        """Create the seats once their number is known."""
        self.model.state = state
        self.plates = SeatColumn(self.game, self.model, self.on_choose)
        self.seats = self.plates
        self.screen.ui.put(self.plates, (6, 676 - self.plates.high, 200, self.plates.high), "low", "high")
        self.telling = PlainAnimation(
            self.screen.timeline, self.model, self.refresh, self.game, self.story, self.show_events
        )
        self.telling.on_sound = self.play_event_sound
        self.refresh()

    def show_events(self, lines: list[str]) -> None:
        """Show as many of the last events as fit."""
        self.told.text = "\n".join(lines[-MAX_EVENT_LINES:])

    def _card_name(self, copy: int) -> str:
        """Return the name of the card that a copy is of."""
        return str(self.game.card_name(self.model.table, copy))

    def refresh_board(self) -> None:
        """Update the state as a table, and the progress."""
        self.sheet.refresh()
        if self.seats is not None:
            self.where.text = capitalise(self.names.to_plain_text(self.game.progress(self.model.table)))

    # Log --------------------------------------------------------------------------------------------------------------

    def highlight_subject(self, link: str) -> None:
        """Highlight the seats of the log line under the pointer or focus; "" clears them."""
        if self.seats is not None:
            self.plates.highlight_seats(self.story.seats_about(link))

    # Overlays ---------------------------------------------------------------------------------------------------------

    def open_rules(self) -> None:
        """Open the rulebook of the game.

        For a game without one, show the number of players, the options and the fairness.
        """
        game = self.game
        if entry_of(game.name).rulebook:
            self.screen.window.push(RulesScreen(game.name))
            return
        few, many = min(game.seat_counts), max(game.seat_counts)
        for_whom = f"{few} to {many}" if few < many else str(few)
        lines = [f"*{escape(game.title)}* is for {for_whom} players."]
        lines += filter(None, [match_notice(game, len(self.model.seats))])
        for chapter in (options_chapter(game.options), fair_play_chapter("The game decides when they are revealed.")):
            lines += ["", f"{{accent}}*{chapter.title}*{{/}}", *chapter.lines]
        self.dialogs.open("The game", Label("\n".join(lines), size="small", markup=True, wrap=True, width=620))

"""What match and replay of any game have in common: the seats, the state as a table, the log, what is being told."""

from __future__ import annotations

from collections.abc import Callable

from client.games import entry_of
from client.screens.rules import RulesScreen
from client.table.book import fair_play, options_of
from client.table.log import Story
from client.table.plain.animation import Reveal
from client.table.plain.decision_form import Reading
from client.table.plain.seats import Seats
from client.table.plain.sheet import Sheet
from client.table.prompt import Prompt
from client.table.scene import TableScene
from client.table.top import TopBar
from client.table.view_model import ViewModel
from client.ui.canvas import Canvas
from client.ui.layout import Column
from client.ui.panel import Panel
from client.ui.richtext import escape
from client.ui.theme import Box, rgb
from client.ui.widget import Widget
from client.ui.widgets import Label
from core.engine.game import Game, State
from core.engine.result import kind_of
from core.engine.text.outcome import before
from core.engine.text.words import capitalised

GROUND = Box(rgb("#1b2433"), rgb("#0c1018"), rgb("#0c1018"), 0, 0)
TOLD, LINES = 92.0, 3
"""The height of what is being told, and how many events stand there."""


class Ground(Widget):
    """What lies behind everything."""

    def hit(self, x: float, y: float) -> Widget | None:
        """The pointer goes through."""
        return None

    def paint(self, canvas: Canvas) -> None:
        """Darker below."""
        canvas.box(GROUND, self.rect)


class Scene(TableScene):
    """A table of any game as it is shown. Lengths are design pixels of 1280x720."""

    game: Game
    """The kernel's game object."""

    @property
    def kind(self) -> str:
        """What winning is at this table."""
        return kind_of(self.game, len(self.model.seats))

    def begin_scene(self, own: int, palette: str, reduced: bool, effects: str) -> None:
        """The table before anything is known of it."""
        self.model = ViewModel(own, self.names, palette)
        self._seats: Seats | None = None
        self._reveal: Reveal | None = None

    # The regions ------------------------------------------------------------------------------------------------------

    def build_scene(
        self, floor: float, right: float, on_menu: Callable[[], object], on_fair: Callable[[], object]
    ) -> None:
        """Everything but the seats, whose number is not known, and the log; the state lies between `floor`, the seats
        and `right`."""
        ui = self.ui
        ui.space_presses = False
        ui.put(Ground(), (0, 0, 1280, 720), "stretch", "stretch")
        self.called = Label(self.game.title, "accent", "heading", "title", name="Game")
        self.where = Label("", "muted", "small", name="Progress", grow=1)
        self.top = TopBar(self.model, [self.called, self.where], on_menu, on_fair)
        self.prompt = Prompt()
        self.told = Label("", markup=True, wrap=True, grow=1, name="What happens")
        self.sheet = Sheet(self.model, Reading(self.names, self.model.face, self._card), grow=1)
        told = Panel(Column(self.told), "What happens", 9, region="told")
        state = Panel(self.sheet, "The table", 9, region="board")
        ui.put(told, (212, 638 - TOLD, right - 212, TOLD), "stretch", "high")
        ui.put(state, (212, floor, right - 212, 632 - TOLD - floor), "stretch", "stretch")
        ui.put(self.top, (0, 680, 1280, 40), "stretch", "high")
        ui.put(self.prompt, (220, 644, 790, 30), "stretch", "high")

    def build_log(self, story: Story, floor: float) -> None:
        """The log, down to this height."""
        self.story = story
        self.ui.put(story, (1024, floor, 250, 676 - floor), "high", "stretch")

    def seat_players(self, state: State, on_choose: Callable[[int], object] | None = None) -> None:
        """The number of seats is known."""
        self.model.state = state
        seats = self._seats = Seats(self.game, self.model, on_choose)
        self.ui.put(seats, (6, 676 - seats.high, 200, seats.high), "low", "high")
        self._reveal = Reveal(self.timeline, self.model, self.refresh, self.game, self.story, self.say_told)
        self._reveal.on_sound = self.sound_of
        self.refresh()

    @property
    def reveal(self) -> Reveal:
        """Who tells what happens; only once the players are seated."""
        assert self._reveal is not None
        return self._reveal

    def say_told(self, lines: list[str]) -> None:
        """What has just happened, as far as there is room: the last of it."""
        self.told.text = "\n".join(lines[-LINES:])

    def _card(self, copy: int) -> str:
        """What a copy is called."""
        return str(self.game.card(self.model.state, copy))

    def refresh(self) -> None:
        """The table as it is shown has changed."""
        super().refresh()
        self.sheet.refresh()
        if self._seats is not None:
            self.where.text = capitalised(self.names.plain(self.game.progress(self.model.state)))

    def live_on(self, dt: float) -> None:
        """Nothing moves by itself."""

    # The log ----------------------------------------------------------------------------------------------------------

    def point_at(self, link: str) -> None:
        """The seats that the log speaks of are lit: the pointer or the keys are on a line; "" when they leave."""
        if self._seats is not None:
            self._seats.light(self.story.about(link))

    # Panels above -----------------------------------------------------------------------------------------------------

    def open_rules(self) -> None:
        """For how many it is, its options, why it is fair; the rulebook of a game that has one."""
        game = self.game
        if entry_of(game.name).rulebook:
            self.window.push(RulesScreen(game.name))
            return
        few, many = min(game.seat_counts), max(game.seat_counts)
        for_whom = f"{few} to {many}" if few < many else str(few)
        lines = [f"*{escape(game.title)}* is for {for_whom} players."]
        lines += filter(None, [before(game, len(self.model.seats))])
        for chapter in (options_of(game.options), fair_play("The game decides when they are revealed.")):
            lines += ["", f"{{accent}}*{chapter.title}*{{/}}", *chapter.lines]
        self.open_dialog("The game", Label("\n".join(lines), size="small", markup=True, wrap=True, width=620))

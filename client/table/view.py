"""View of a table of any game on a screen.

It is the same in a match, in a replay and in a lesson: the board, the hand, the seats, the log, the prompt, and the
narrator that shows events on them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import NamedTuple, Protocol

from client.app.settings import SPEEDS, Settings
from client.art.theme import order_of, ordered
from client.screens.rules import RulesScreen
from client.session.source import TableState
from client.table.animation.moment import Moment
from client.table.animation.narrator import Narrator
from client.table.book import ChosenOptions
from client.table.dialogs import Dialogs
from client.table.hand import Hand
from client.table.log import StoryPanel
from client.table.prompt.prompt import PromptBar
from client.table.replay.open_hands import OpenHands
from client.table.seats.emblem import paint_emblem
from client.table.top import TopBar
from client.table.view_model import ViewModel
from client.ui.canvas import Canvas
from client.ui.controls.hand_fan import Fan
from client.ui.controls.log import LogLine
from client.ui.hexes import Rect
from client.ui.richtext import plain_text
from client.ui.screen import Screen
from client.ui.widget import Widget, walk
from core.engine.game import Event, Game, Setup
from core.engine.result import kind_of

TOP_HEIGHT = 78.0
"""Height of the top bar and the prompt together, in design pixels.

No tooltip of the table covers this area.
"""


class SeatPanels(Protocol):
    """A widget with the panels of all seats."""

    visible: bool

    def refresh(self) -> None:
        """Update the panels after a change of the table."""


class Look(NamedTuple):
    """The player's settings for the look of a table."""

    palette: str = "okabe-ito"
    speed: float = 1.0
    reduced: bool = False
    """True if motion is reduced."""
    effects: str = "full"


class TableView(ABC):
    """The table of a game on a screen.

    Lengths are design pixels of 1280x720.
    """

    story: StoryPanel
    """The log."""
    hand: Hand | None = None
    """The hand of the seat that is shown, or None if the table has no hand."""
    hands: OpenHands | None = None
    """The hands of all seats in a replay, or None if the table shows the cards in place."""
    top: TopBar
    prompt: PromptBar
    board: Widget
    seats: SeatPanels | None = None
    """The panels of the seats, once their number is known."""

    def __init__(self, screen: Screen, game: Game, model: ViewModel) -> None:
        self.screen, self.game, self.model = screen, game, model
        self.names = model.names
        self.dialogs = Dialogs(screen, self.open_rules)
        self.hud = True
        """True if other widgets than the board are shown."""
        self.pinned = ""
        """The link of the line whose subject stays highlighted, or ""."""
        self.telling: Narrator | None = None
        """The narrator, once the players are seated."""
        self.areas: list[Callable[[], list[Rect]]] = [self._top_areas]
        """Functions that return the areas that no tooltip may cover, such as things to pick."""
        self.moment = Moment(screen, lambda *where: self.paint_emblem(*where))
        """The layer for moments that deserve the whole table."""
        self.followers: list[Callable[[], object]] = []
        """Functions that are called after each change of the table."""
        screen.ui.uncovered_areas = lambda: [area for areas in self.areas for area in areas()]

    # Hooks for kinds of tables ----------------------------------------------------------------------------------------

    @abstractmethod
    def seat_players(self, state: TableState) -> None:
        """Create the seats once their number is known, with the state at that moment."""

    @abstractmethod
    def highlight_subject(self, link: str) -> None:
        """Highlight the subject of the log line under the pointer or chosen by keys; "" clears it."""

    @abstractmethod
    def refresh_board(self) -> None:
        """Update the board and what is beside it after a change of the table."""

    def advance(self, dt: float) -> None:
        """Animate the table."""
        return

    def paint_emblem(self, canvas: Canvas, seat: int, rect: Rect) -> None:
        """Paint the emblem of a seat."""
        paint_emblem(canvas, seat, self.model.palette, rect)

    def resized(self) -> None:
        """Adapt to a new size or scale of the window."""
        return

    def view_actions(self) -> dict[str, Callable[[], object]]:
        """Return the functions of the named keys that only change the view."""
        return {"find": self.story.focus_search, "rules": self.open_rules}

    def place_at_pointer(self) -> str:
        """Return the name of the place of the board under the pointer, or of the focused one; "" if there is none.

        The name is the same at all seats.
        """
        ui = self.screen.ui
        for widget in (ui.hover, ui.focus):
            if widget is not None and widget is not self.board and widget.region == "board" and widget.name:
                return widget.name
        return ""

    def rect_of_place(self, place: str) -> Rect | None:
        """Return the rectangle of a place with this name, or None if the board shows none."""
        found = (widget for widget in walk(self.board) if widget.name == place and widget.region == "board")
        return next((widget.rect for widget in found if widget is not self.board), None)

    def place_words(self, place: str) -> str:
        """Return a place's name in words."""
        return self.names.to_plain_text(place)

    def set_hidden(self, hidden: bool) -> None:
        """Hide everything except the table if `hidden` is True; otherwise show it again."""
        for widget in (self.story, self.seats):
            if widget is not None:
                widget.visible = not hidden

    # Narration --------------------------------------------------------------------------------------------------------

    @property
    def is_seated(self) -> bool:
        """True once the players are seated; from then on the table is shown."""
        return self.telling is not None

    @property
    def is_busy(self) -> bool:
        """True while events are shown."""
        return self.telling is not None and self.telling.is_busy

    @property
    def narrator(self) -> Narrator:
        """The narrator; it is available only once the players are seated."""
        assert self.telling is not None
        return self.telling

    @property
    def kind(self) -> str:
        """The kind of victory at this table, as a word of `core.engine.result`."""
        return kind_of(self.game, len(self.model.seats))

    def play_sound(self, kind: str) -> None:
        """Play a sound, if the program has sound."""
        if self.screen.ui.on_feedback is not None:
            self.screen.ui.on_feedback(kind)

    def play_event_sound(self, event: Event) -> None:
        """Play the sound of an event."""
        self.play_sound(type(event).__name__)

    def play_end_sound(self, winners: tuple[int, ...]) -> None:
        """Play the sound of the end of the match.

        A spectator hears the sound of victory, unless all players have lost together.
        """
        self.play_sound("won" if winners and (not self.names.own or self.names.own in winners) else "lost")

    def announce_changed_keys(self) -> None:
        """Announce each seat that has a known name but a different key."""
        for seat in filter(self.model.has_unknown_key, self.model.keys):
            self.screen.ui.announcer.announce(
                f"{self.names.public_name(seat)}: not the key that you know under this name."
            )

    # Log --------------------------------------------------------------------------------------------------------------

    def unpin(self) -> bool:
        """Remove the highlight of the pinned line; return True if there was one."""
        was, self.pinned = bool(self.pinned), ""
        self.highlight_subject("")
        return was

    def pin(self, line: LogLine) -> None:
        """Keep the subject of a line highlighted."""
        self.pinned = line.link
        self.highlight_subject(line.link)
        log = self.story.log
        log.chosen_row = log.visible_lines.index(line) if line in log.visible_lines else -1
        self.screen.ui.announcer.announce(plain_text(line.markup))

    # Display ----------------------------------------------------------------------------------------------------------

    def _top_areas(self) -> list[Rect]:
        window, prompt = self.screen.ui.window, self.prompt
        top = Rect(window.x, window.top - TOP_HEIGHT, window.w, TOP_HEIGHT)
        return [top, prompt.rect] if prompt.visible else [top]

    def refresh(self) -> None:
        """Update everything after a change of the table."""
        self.top.refresh()
        if self.seats is not None:
            self.seats.refresh()
        self.refresh_board()
        if self.hands is not None:
            self.hands.touch()
        for follower in self.followers:
            follower()
        self.screen.request_redraw()

    def shown(self) -> None:
        """Apply the reduced-motion setting to the hand, when the screen comes to the top."""
        for widget in self.screen.ui.widgets():
            if isinstance(widget, Fan):
                widget.reduced_motion = self.screen.timeline.reduced_motion

    def next_speed(self) -> None:
        """Set the next speed of animations, in the cycle x1, x2, x4."""
        timeline = self.screen.timeline
        at = SPEEDS.index(timeline.speed) if timeline.speed in SPEEDS else -1
        timeline.speed = SPEEDS[(at + 1) % len(SPEEDS)]
        self.top.speed.text = f"×{timeline.speed:g}"
        self.screen.ui.announcer.announce(f"Speed {timeline.speed:g}")

    def apply_settings(self, settings: Settings) -> None:
        """Apply the player's settings immediately, even in the middle of a match."""
        timeline = self.screen.timeline
        self.model.palette = ordered(settings.palette, order_of(self.model.palette))
        timeline.speed, timeline.reduced_motion = settings.speed, settings.reduced_motion
        self.top.speed.text = f"×{settings.speed:g}"
        self.shown()
        self.screen.ui.touch_all()
        self.screen.redraw_all()

    # Rules ------------------------------------------------------------------------------------------------------------

    def open_rules(self) -> None:
        """Open the rules of the game."""
        self.screen.window.push(RulesScreen(self.game.name, chosen=self.chosen_options(), ruleset=self.ruleset()))

    def chosen_options(self) -> ChosenOptions | None:
        """Return the options of the match on screen, or None if there is none."""
        option = getattr(self.model.state, "option", None)  # a third-party game may have none
        return None if option is None else {name: option(name) for name in self.game.options.table}

    def ruleset(self) -> str:
        """Return the content of the ruleset of the match on screen; empty for printed rules."""
        setup = getattr(self.model.state, "setup", None)  # a third-party game may have none
        return setup.rules if isinstance(setup, Setup) else ""

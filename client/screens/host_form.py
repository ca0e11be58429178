"""Form that opens a room, and the values that it returns."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Protocol, Self

from client.app.settings import NAME_LENGTH, Settings
from client.games import DEFAULT_GAME
from client.screens.backdrop import BackdropScreen
from client.screens.games import game_field, player_count_words
from client.screens.variants import AdvancedButton, OptionsPanel
from client.ui.controls.basic import Button, Label, Toggle
from client.ui.controls.fields import TextField
from client.ui.controls.layout import Column, Row, Space
from client.ui.controls.numbers import Stepper
from client.ui.controls.panel import Panel
from client.ui.screen import KeyActions
from client.ui.widget import Widget
from core.engine.options import Value
from core.engine.text.outcome import match_notice
from core.games.registry import GAMES
from lobby.players.colours import NO_COLOUR
from lobby.players.confusables import cleaned
from lobby.players.profile import passing_name
from lobby.room.join_plan import HostPlan
from lobby.room.timer import split_timer
from net.channels.addresses import PORT
from net.crypto.invite import new_code
from net.text.names import is_name

NAME_RULE = "Letters of one script, digits and punctuation marks"


@dataclass(slots=True)
class HostSetup:
    """Values from which a room is opened."""

    seats: int = 4
    port: int = PORT
    closed: bool = True
    options: dict[str, Value] = field(default_factory=dict)
    code: str = ""
    """Fixed invite code; "" for a new one."""
    bots: tuple[str, ...] = ()
    """Bots that take a seat as soon as the room opens."""
    throw_away: bool = False
    """True if the player uses another name and key for this room only."""
    colour: int = NO_COLOUR
    """Colour that the player wants here, if it differs from the colour in the settings."""
    game: str = DEFAULT_GAME
    """Name of the game."""
    hand_out: bool = False
    """True to hand out Tether to guests from the start."""

    def for_game(self, game: str) -> Self:
        """Return these values for another game, with its default options."""
        return replace(self, game=game, options={})

    def plan(self, name: str) -> HostPlan:
        """Return the plan of the room, with an invite code if it is closed."""
        code = (self.code or new_code()) if self.closed else ""
        options, timer = split_timer(self.options)
        return HostPlan(
            GAMES[self.game], self.seats, options, name, self.port, code,
            timer=timer, colour=self.colour, throw_away=self.throw_away, hand_out=self.hand_out,
        )  # fmt: skip


class FormScreen(BackdropScreen, ABC):
    """Form with a title, an error message below the title, and two buttons."""

    title = ""
    go_text = ""
    go_icon = "play"

    def __init__(self, settings: Settings, on_back: Callable[[], object], trouble: str = "") -> None:
        super().__init__(settings)
        self.on_back, self.trouble = on_back, trouble

    def finish(self, top: float, *more: Widget, width: float = 430.0) -> None:
        """Add the title, the error message and the buttons to a form that ends at `top`.

        The buttons are below the form, and the widgets `more` at the right of the buttons.
        """
        self.words = Label("", "bad", wrap=True, width=width)
        self.ui.put(Panel(self.words, pad=12, box="dialog", name="Trouble"), (40, top - 12, width, 0), v="high")
        self.go = Button(self.go_text, self.submit, self.go_icon, look="primary", does="confirm", size="heading")
        back = Button("Back", self.on_back, "back", does="back")
        buttons = Row(back, self.go, Space(grow=1), *more, gap=10, region="start", tab_each=True)
        self.ui.put(buttons, (40, 60, width, 44))
        self.ui.put(Label(self.title, "accent", 34.0, "title"), (42, 640, 700, 50), v="high")
        self.complain(self.trouble)

    def complain(self, words: str) -> None:
        """Show and announce an error."""
        self.trouble = words
        self.words.text = words
        panel = self.words.parent
        if panel is not None:
            panel.visible = bool(words)
        if words:
            self.ui.announcer.say(words)

    def name_field(self) -> TextField:
        """Return the text field for the player's name."""
        self.name = TextField("Your name", self.settings.name, "What the others call you", longest=NAME_LENGTH,
                              on_submit=lambda _t: self.submit(), grow=1)  # fmt: skip
        return self.name

    def secret_toggle(self, on: bool) -> Toggle:
        """Return the toggle for the use of another name and key."""
        tip = "Nobody can recognise you. The key is deleted afterwards."
        self.secret = Toggle("Play under a temporary name and key", on, self._rename, tip=tip)
        if on:
            self._rename(True)
        return self.secret

    def _rename(self, secret: bool) -> None:
        self.name.set(passing_name()[:NAME_LENGTH] if secret else self.settings.name)

    def named(self) -> str:
        """Return the typed name; if it is invalid, show the error and return ""."""
        name = cleaned(self.name.text)
        if is_name(name):
            return name
        self.name.error = NAME_RULE
        self.complain("Enter the name that the others will see." if not name else f"{NAME_RULE}.")
        self.ui.focus_on(self.name)
        return ""

    @abstractmethod
    def submit(self) -> None:
        """Submit the form, by the button or by Enter."""

    def acts(self) -> KeyActions:
        """Return the key actions: Enter submits, Esc goes back."""
        return {"confirm": self.submit, "back": self.on_back}


def line(title: str, control: Widget) -> Row:
    """Return a line of a form."""
    return Row(Label(title, "muted", width=110), control, gap=10, height=34, align="center")


class GameSetup(Protocol):
    """Interface of the values from which a room or a tournament is opened."""

    game: str

    def for_game(self, game: str) -> Self:
        """Return these values for another game, with its default options."""


class OpeningFormScreen(FormScreen):
    """Form that opens a room or a tournament for any game."""

    def __init__(
        self, settings: Settings, setup: GameSetup, on_open: Callable[..., object], on_back: Callable[[], object],
        trouble: str = "",
    ) -> None:  # fmt: skip
        super().__init__(settings, on_back, trouble)
        self.setup, self.on_open = setup, on_open

    @abstractmethod
    def set_up(self) -> GameSetup:
        """Return the present values."""

    def game_choice(self) -> Widget:
        """Return the control for choosing the game."""
        self.game = game_field(self.setup.game, self._change_game)
        return self.game

    def _change_game(self, game: str) -> None:
        """Show the same form for another game, with its default options."""
        form = type(self)(self.settings, self.set_up().for_game(game), self.on_open, self.on_back)
        name = self.name.text
        self.window.replace(form)
        form.name.set(name)


class HostScreen(OpeningFormScreen):
    """Form that opens a room, with its seats, its options, and a choice of open or closed."""

    title = "Host a match"
    go_text = "Open the room"
    go_icon = "peers"

    setup: HostSetup

    def build(self) -> None:
        """Build the form."""
        self.dim()
        setup = self.setup
        counts = GAMES[setup.game].seat_counts
        few, most = min(counts), max(counts)
        self.seats = Stepper(
            "Players", max(few, min(most, setup.seats)), few, most, self._say_before, player_count_words, grow=1
        )
        self.before = Label("", "text", "small", wrap=True, width=400)
        self.needs_code = Toggle("Guests need an invite code", setup.closed)
        self.port = TextField("UDP port", str(setup.port), str(PORT), longest=5, allowed=str.isdigit, grow=1,
                              on_submit=lambda _t: self.submit())  # fmt: skip
        about = Label(
            "You get an address and a code to share. The room belongs to everyone in it and stays open when you "
            "leave. Bots can take free seats. Every computer checks every other.",
            "muted", "small", wrap=True, width=400,
        )  # fmt: skip
        form = Column(line("Your name", self.name_field()), line("Game", self.game_choice()),
                      line("Seats", self.seats), line("Room", self.needs_code),
                      line("UDP port", self.port), line("You", self.secret_toggle(setup.throw_away)),
                      Space(4), self.before, about, Space(grow=1), gap=8)  # fmt: skip
        self.ui.put(Panel(form, "The room", 14, region="room", tab_each=True), (40, 250, 430, 370), v="high")
        self.variants = OptionsPanel(setup.options, game=setup.game)
        self.ui.put(self.variants, (484, 120, 440, 500), v="stretch")
        self.finish(250, AdvancedButton(self.variants))
        self._say_before(self.seats.at)
        self.ui.focus_on(self.go if self.settings.name else self.name, quiet=True)

    def _say_before(self, seats: int) -> None:
        """Show a note to the player before a match with this number of seats."""
        self.before.text = match_notice(GAMES[self.setup.game], seats)
        self.before.visible = bool(self.before.text)

    def set_up(self) -> HostSetup:
        """Return the present values."""
        return replace(self.setup, seats=int(self.seats.at), closed=self.needs_code.on, throw_away=self.secret.on)

    def submit(self) -> None:
        """Open the room."""
        name = self.named()
        if not name:
            return
        port = int(self.port.text or PORT)
        if not 1 <= port <= 65535:
            self.port.error = "1 to 65535"
            self.complain("Enter a UDP port from 1 to 65535.")
            return
        self.on_open(name, replace(self.set_up(), port=port))

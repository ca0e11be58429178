"""Opening a room: the form, and what comes of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from client.app.settings import NAME_LENGTH, Settings
from client.games import FIRST
from client.screens.backdrop import MenuLike
from client.screens.games import game_field, players
from client.screens.variants import Advanced, RulesPanel
from client.ui.fields import TextField
from client.ui.layout import Column, Row, Space
from client.ui.numbers import Stepper
from client.ui.panel import Panel
from client.ui.screen import Acts
from client.ui.widget import Widget
from client.ui.widgets import Button, Label, Toggle
from core.engine.options import Value
from core.engine.text.outcome import before
from core.games.registry import GAMES
from lobby.players.colours import NO_COLOUR
from lobby.players.confusables import cleaned
from lobby.players.profile import passing_name
from lobby.room.join_plan import HostPlan
from lobby.room.timer import apart
from net.channels.addresses import PORT
from net.crypto.invite import new_code
from net.text.names import is_name

NAME_RULE = "Letters of one script, digits and punctuation marks"


@dataclass(slots=True)
class HostSetup:
    """What a room is opened with."""

    seats: int = 4
    port: int = PORT
    closed: bool = True
    options: dict[str, Value] = field(default_factory=dict)
    code: str = ""
    """A certain invite code; "" for a new one."""
    bots: tuple[str, ...] = ()
    """Who takes a seat at once."""
    throw_away: bool = False
    """Whether it is played under another name and key, for this once."""
    colour: int = NO_COLOUR
    """The colour that is wanted, if it is another than that of the settings."""
    game: str = FIRST
    """What is played, by its name."""

    def plan(self, name: str) -> HostPlan:
        """The room, with an invite code if it is closed."""
        code = (self.code or new_code()) if self.closed else ""
        options, timer = apart(self.options)
        return HostPlan(
            GAMES[self.game], self.seats, options, name, self.port, code,
            timer=timer, colour=self.colour, throw_away=self.throw_away,
        )  # fmt: skip


class Form(MenuLike, ABC):
    """A form with a title, a trouble that is said below it, and two buttons."""

    title = ""
    go_text = ""
    go_icon = "play"

    def __init__(self, settings: Settings, on_back: Callable[[], object], trouble: str = "") -> None:
        super().__init__(settings)
        self.on_back, self.trouble = on_back, trouble

    def finish(self, top: float, *more: Widget, width: float = 430.0) -> None:
        """Title, trouble and buttons, below a form that ends at `top`; `more` stand at the right of the buttons."""
        self.words = Label("", "bad", wrap=True, width=width)
        self.ui.put(Panel(self.words, pad=12, box="dialog", name="Trouble"), (40, top - 12, width, 0), v="high")
        self.go = Button(self.go_text, self.submit, self.go_icon, look="primary", does="confirm", size="heading")
        back = Button("Back", self.on_back, "back", does="back")
        buttons = Row(back, self.go, Space(grow=1), *more, gap=10, region="start", tab_each=True)
        self.ui.put(buttons, (40, 60, width, 44))
        self.ui.put(Label(self.title, "accent", 34.0, "title"), (42, 640, 700, 50), v="high")
        self.complain(self.trouble)

    def complain(self, words: str) -> None:
        """Says what is wrong."""
        self.trouble = words
        self.words.text = words
        panel = self.words.parent
        if panel is not None:
            panel.visible = bool(words)
        if words:
            self.ui.announcer.say(words)

    def name_field(self) -> TextField:
        """What one is called at the table."""
        self.name = TextField("Your name", self.settings.name, "What the others call you", longest=NAME_LENGTH,
                              on_submit=lambda _t: self.submit(), grow=1)  # fmt: skip
        return self.name

    def secret_toggle(self, on: bool) -> Toggle:
        """Whether it is played under another name and key."""
        tip = "Nobody can recognise you. The key is deleted afterwards."
        self.secret = Toggle("Play under a temporary name and key", on, self._rename, tip=tip)
        if on:
            self._rename(True)
        return self.secret

    def _rename(self, secret: bool) -> None:
        self.name.set(passing_name()[:NAME_LENGTH] if secret else self.settings.name)

    def named(self) -> str:
        """The name that was typed, or "" after saying what is wrong with it."""
        name = cleaned(self.name.text)
        if is_name(name):
            return name
        self.name.error = NAME_RULE
        self.complain("Enter the name that the others will see." if not name else f"{NAME_RULE}.")
        self.ui.focus_on(self.name)
        return ""

    @abstractmethod
    def submit(self) -> None:
        """The button below, or Enter."""

    def acts(self) -> Acts:
        """Enter goes on, Esc goes back."""
        return {"confirm": self.submit, "back": self.on_back}


def line(title: str, control: Widget) -> Row:
    """A line of a form."""
    return Row(Label(title, "muted", width=110), control, gap=10, height=34, align="center")


class OpeningForm(Form):
    """A form by which a room or a tournament is opened, for one game or another."""

    def __init__(
        self, settings: Settings, setup: Any, on_open: Callable[..., object], on_back: Callable[[], object],
        trouble: str = "",
    ) -> None:  # fmt: skip
        super().__init__(settings, on_back, trouble)
        self.setup, self.on_open = setup, on_open

    @abstractmethod
    def set_up(self) -> Any:
        """What is set now."""

    def game_choice(self) -> Widget:
        """Which game it is for."""
        self.game = game_field(self.setup.game, self._change_game)
        return self.game

    def _change_game(self, game: str) -> None:
        """The same form for another game; its options begin as usual."""
        form = type(self)(self.settings, replace(self.set_up(), game=game, options={}), self.on_open, self.on_back)
        name = self.name.text
        self.window.replace(form)
        form.name.set(name)


class HostScreen(OpeningForm):
    """Opens a room: how many seats, which options, closed or not."""

    title = "Host a match"
    go_text = "Open the room"
    go_icon = "peers"

    setup: HostSetup

    def build(self) -> None:
        """The form."""
        self.dim()
        setup = self.setup
        counts = GAMES[setup.game].seat_counts
        few, most = min(counts), max(counts)
        self.seats = Stepper("Players", max(few, min(most, setup.seats)), few, most, self._say_before, players, grow=1)
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
        self.variants = RulesPanel(setup.options, game=setup.game)
        self.ui.put(self.variants, (484, 120, 440, 500), v="stretch")
        self.finish(250, Advanced(self.variants))
        self._say_before(self.seats.at)
        self.ui.focus_on(self.go if self.settings.name else self.name, quiet=True)

    def _say_before(self, seats: int) -> None:
        """What is to be known before such a match."""
        self.before.text = before(GAMES[self.setup.game], seats)
        self.before.visible = bool(self.before.text)

    def set_up(self) -> HostSetup:
        """What is set now."""
        return replace(self.setup, seats=int(self.seats.at), closed=self.needs_code.on, throw_away=self.secret.on)

    def submit(self) -> None:
        """Opens the room."""
        name = self.named()
        if not name:
            return
        port = int(self.port.text or PORT)
        if not 1 <= port <= 65535:
            self.port.error = "1 to 65535"
            self.complain("Enter a UDP port from 1 to 65535.")
            return
        self.on_open(name, replace(self.set_up(), port=port))

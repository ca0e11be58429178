"""Form that opens a room, and the values that it returns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Self

from client.app.settings import Settings
from client.games import DEFAULT_GAME
from client.screens.backdrop import MenuScenery, dim_background
from client.screens.form import Form, form_row
from client.screens.game_card import GameCard
from client.screens.games import game_field, player_count_words
from client.screens.house_rules import rules_row
from client.screens.variants import AdvancedButton, OptionsPanel
from client.ui.controls.basic import Label, Toggle
from client.ui.controls.fields import TextField
from client.ui.controls.layout import Column, Space
from client.ui.controls.numbers import Stepper
from client.ui.controls.panel import Panel
from client.ui.screen import KeyActions, Screen
from core.engine.game import Game
from core.engine.options import Value
from core.engine.text.outcome import match_notice
from core.games.registry import GAMES
from lobby.players.colours import NO_COLOUR
from lobby.room.join_plan import HostPlan
from lobby.room.timer import split_timer
from net.channels.addresses import PORT
from net.cli.games.rules import BadRules, read_game
from net.crypto.invite import new_code


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
    rules: str = ""
    """Path of a ruleset file; "" for the printed rules."""

    def for_game(self, game: str) -> Self:
        """Return these values for another game, with its default options."""
        return replace(self, game=game, options={}, rules="")

    def changed_game(self) -> Game:
        """Return the game, with the ruleset of the file if there is one; raise `BadRules`."""
        return read_game(Path(self.rules)) if self.rules else GAMES[self.game]

    def plan(self, name: str) -> HostPlan:
        """Return the plan of the room, with an invite code if it is closed; raise `BadRules`."""
        code = (self.code or new_code()) if self.closed else ""
        options, timer = split_timer(self.options)
        return HostPlan(
            self.changed_game(), self.seats, options, name, self.port, code,
            timer=timer, colour=self.colour, throw_away=self.throw_away, hand_out=self.hand_out,
        )  # fmt: skip


class HostScreen(Screen):
    """Form that opens a room, with its seats, its options, and a choice of open or closed."""

    def __init__(
        self, settings: Settings, setup: HostSetup, on_open: Callable[[str, HostSetup], object],
        on_back: Callable[[], object], trouble: str = "",
    ) -> None:  # fmt: skip
        super().__init__()
        self.settings, self.scenery = settings, MenuScenery(settings)
        self.setup, self.on_open, self.on_back, self._trouble = setup, on_open, on_back, trouble

    def build(self) -> None:
        """Build the form."""
        dim_background(self.ui)
        setup = self.setup
        self.form = Form(
            self.ui, self.settings.name, ("Open the room", "peers"), self.submit, self.on_back, setup.throw_away
        )
        self.game = game_field(setup.game, self._change_game, self.window, self.settings)
        counts = GAMES[setup.game].seat_counts
        few, most = min(counts), max(counts)
        self.seats = Stepper(
            "Players",
            max(few, min(most, setup.seats)),
            few,
            most,
            self._show_note_before_match,
            player_count_words,
            grow=1,
        )
        self.before = Label("", "text", "small", wrap=True, width=400)
        self.needs_code = Toggle("Guests need an invite code", setup.closed)
        self.port = TextField("UDP port", str(setup.port), str(PORT), max_length=5, accepts_letter=str.isdigit, grow=1,
                              on_submit=lambda _t: self.submit())  # fmt: skip
        about = Label(
            "You get an address and a code to share. The room belongs to everyone in it and stays open when you "
            "leave. Bots can take free seats. Every computer checks every other.",
            "muted", "small", wrap=True, width=400,
        )  # fmt: skip
        house_rules = rules_row(self, setup.game, setup.rules, self._change_rules)
        form = Column(form_row("Your name", self.form.name), form_row("Game", self.game),
                      form_row("House rules", house_rules), form_row("Seats", self.seats),
                      form_row("Room", self.needs_code), form_row("UDP port", self.port),
                      form_row("You", self.form.secret), Space(4), self.before, about,
                      Space(grow=1), gap=8)  # fmt: skip
        self.ui.put(Panel(form, "The room", 14, region="room", is_tab_stop=True), (40, 250, 430, 370), v="high")
        try:
            options = setup.changed_game().options
        except BadRules as bad:
            self._trouble, options = str(bad), None
        self.ui.put(GameCard(setup.game, None), (500, 628, 560, 84), v="high")
        self.variants = OptionsPanel(setup.options, game=setup.game, options=options)
        self.ui.put(self.variants, (484, 120, 440, 500), v="stretch")
        self.form.lay_out("Host a match", 250, AdvancedButton(self.variants), trouble=self._trouble)
        self._show_note_before_match(self.seats.value)
        self.ui.focus_on(self.form.go if self.settings.name else self.form.name, quiet=True)

    def _change_game(self, game: str) -> None:
        """Show the same form for another game, with its default options."""
        other = HostScreen(self.settings, self.current_setup().for_game(game), self.on_open, self.on_back)
        name = self.form.name.text
        self.window.replace(other)
        other.form.name.set(name)

    def _change_rules(self, rules: str) -> None:
        """Show the same form with the options of a ruleset."""
        setup = replace(self.current_setup(), rules=rules, options={})
        other = HostScreen(self.settings, setup, self.on_open, self.on_back)
        name = self.form.name.text
        self.window.replace(other)
        other.form.name.set(name)

    def _show_note_before_match(self, seats: int) -> None:
        """Show a note to the player before a match with this number of seats."""
        self.before.text = match_notice(GAMES[self.setup.game], seats)
        self.before.visible = bool(self.before.text)

    def current_setup(self) -> HostSetup:
        """Return the present values."""
        return replace(
            self.setup, seats=int(self.seats.value), closed=self.needs_code.on, throw_away=self.form.secret.on
        )

    def submit(self) -> None:
        """Open the room."""
        name = self.form.typed_name()
        if not name:
            return
        port = int(self.port.text or PORT)
        if not 1 <= port <= 65535:
            self.form.refuse(self.port, "Enter a UDP port from 1 to 65535.", "1 to 65535")
            return
        try:
            self.setup.changed_game()
        except BadRules as bad:
            self.form.show_error(str(bad).splitlines()[0])
            return
        self.on_open(name, replace(self.current_setup(), port=port))

    def key_actions(self) -> KeyActions:
        """Return the key actions: Enter opens the room, Esc goes back."""
        return self.form.key_actions()

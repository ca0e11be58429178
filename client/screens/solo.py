"""Set-up of a solo match against bots: seats, bot levels, and options behind a button, each explained."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from client.app.settings import Settings
from client.games import DEFAULT_GAME, factions
from client.screens.backdrop import MenuScenery, dim_background
from client.screens.form import form_row
from client.screens.game_card import GameCard
from client.screens.games import game_field, player_count_words
from client.screens.house_rules import rules_row
from client.screens.people import DEFAULT_LEVEL, BotFace, level_options
from client.screens.variants import AdvancedButton, OptionsPanel
from client.ui.controls.basic import Button, Label
from client.ui.controls.choice import Choice, Option
from client.ui.controls.layout import Column, Row, Space
from client.ui.controls.numbers import Stepper
from client.ui.controls.panel import Panel
from client.ui.screen import KeyActions, Screen
from client.ui.widget import Widget
from core.bots.names import free_names
from core.engine.game import Game
from core.engine.options import Value
from core.engine.text.outcome import match_notice
from core.games.registry import GAMES
from net.cli.games.rules import BadRules, read_game


@dataclass(slots=True)
class SoloSetup:
    """Values from which a solo match starts.

    `factions` has one code per seat, or "" for a seat whose faction the game decides.
    """

    bots: list[str]
    factions: list[str]
    options: dict[str, Value] = field(default_factory=dict)
    game: str = DEFAULT_GAME
    """Name of the game."""
    seat: int = 1
    """Number of our seat; a rematch moves it by one."""
    colours: tuple[int, ...] = ()
    """Colours of the seats, or none if each seat has the colour of its number."""
    rules: str = ""
    """Path of a ruleset file; "" for the printed rules."""

    def changed_game(self) -> Game:
        """Return the game, with the ruleset of the file if there is one; raise `BadRules`."""
        return read_game(Path(self.rules)) if self.rules else GAMES[self.game]


class SoloScreen(Screen):
    """Screen that sets up a solo match, with the seats at the left and the options beside them on request."""

    def __init__(
        self, on_start: Callable[[SoloSetup], object], on_back: Callable[[], object], settings: Settings,
        setup: SoloSetup | None = None,
    ) -> None:  # fmt: skip
        super().__init__()
        self.settings, self.scenery = settings, MenuScenery(settings)
        self.on_start, self.on_back = on_start, on_back
        self.setup = setup or SoloSetup([DEFAULT_LEVEL] * 3, ["", "", "", ""])

    def build(self) -> None:
        """Build the form."""
        dim_background(self.ui)
        setup = self.setup
        counts = GAMES[setup.game].seat_counts
        few, most = min(counts), max(counts)
        seats = max(few, min(most, len(setup.bots) + 1))
        self.game = game_field(setup.game, self._change_game, self.window, self.settings)
        self.seats = Stepper("Players", seats, few, most, self._resize_table, player_count_words)
        known = factions(setup.game)
        wishes = [Option("", "Any faction"), *known]
        self.factions = [Choice(f"Faction {s}", wishes, (setup.factions + [""] * 6)[s - 1]) for s in range(1, 7)]
        self.bots = [Choice(f"Level of bot {s}", level_options(), (setup.bots + [DEFAULT_LEVEL] * 6)[s - 2], width=104)
                     for s in range(2, 7)]  # fmt: skip
        self.rows = []
        names = free_names([self.settings.name or "You"], len(self.bots))
        for seat in range(1, 7):
            number = Label(str(seat), f"seat_{seat}", "heading", "bold", 0.5, width=22)
            row: list[Widget]
            if seat == 1:
                row = [number, Label("You", "accent", font="bold", width=152),
                       Label("Chosen at the table", "muted", "small", width=200)]  # fmt: skip
            else:
                name = names[seat - 2]
                wish = self.factions[seat - 1]
                wish.width, wish.visible = 136, bool(known)
                row = [number, BotFace(name), Label(name, width=102), self.bots[seat - 2], wish]
            self.rows.append(Row(*row, gap=6, height=34))
        self.before = Label("", "muted", "small", wrap=True, width=400)
        house_rules = rules_row(self, setup.game, setup.rules, self._change_rules)
        form = Column(
            self.game, form_row("House rules", house_rules), self.seats, *self.rows, Space(grow=1), self.before, gap=8
        )
        self.ui.put(Panel(form, "The table", 12, region="seats", is_tab_stop=True), (40, 120, 446, 500), v="stretch")
        # Bots do not mind waiting: no timer.
        try:
            options = setup.changed_game().options
        except BadRules as bad:
            self.before.text, options = str(bad).splitlines()[0], None
        self.ui.put(GameCard(setup.game, None), (500, 628, 560, 84), v="high")
        self.variants = OptionsPanel(setup.options, timer=False, game=setup.game, options=options)
        self.rules, self.about = self.variants.rules, self.variants.about
        self.ui.put(self.variants, (500, 120, 440, 500), v="stretch")
        self.start = Button("Play", self.start_match, "play", look="primary", action="confirm", size="heading")
        back = Button("Back", self.on_back, "back", action="back")
        self.advanced = AdvancedButton(self.variants)
        buttons = Row(back, self.start, Space(grow=1), self.advanced, gap=10, region="start", is_tab_stop=True)
        self.ui.put(buttons, (40, 60, 446, 44))
        self.ui.put(Label("Solo against bots", "accent", 34.0, "title"), (42, 640, 700, 50), v="high")
        self._resize_table(self.seats.value)
        self.ui.focus_on(self.start, quiet=True)

    def _change_game(self, game: str) -> None:
        """Show the same form for another game, with its default options."""
        setup = SoloSetup([bot.chosen_value for bot in self.bots[: self.seats.value - 1]], [], {}, game)
        self.window.replace(SoloScreen(self.on_start, self.on_back, self.settings, setup))

    def _change_rules(self, rules: str) -> None:
        """Show the same form with the options of a ruleset."""
        setup = replace(self.current_setup(), rules=rules, options={})
        self.window.replace(SoloScreen(self.on_start, self.on_back, self.settings, setup))

    def _resize_table(self, seats: int) -> None:
        for i, row in enumerate(self.rows):
            row.visible = i < seats
        self.before.text = match_notice(GAMES[self.setup.game], seats)

    def current_setup(self) -> SoloSetup:
        """Return the current values of the form."""
        seats = self.seats.value
        bots, factions = self.bots[: seats - 1], self.factions[:seats]
        return SoloSetup([b.chosen_value for b in bots], [f.chosen_value for f in factions],
                         dict(self.setup.options), self.setup.game, rules=self.setup.rules)  # fmt: skip

    def start_match(self) -> None:
        """Start the match; a file that is not valid any more is named instead."""
        setup = self.current_setup()
        try:
            setup.changed_game()
        except BadRules as bad:
            self.before.text = str(bad).splitlines()[0]
            self.ui.announcer.announce(self.before.text)
            return
        self.on_start(setup)

    def key_actions(self) -> KeyActions:
        """Return the key actions: Enter starts the match, Esc goes back."""
        return {"confirm": self.start_match, "back": self.on_back}

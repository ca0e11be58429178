"""Screen with tournaments on the network, those the player has joined, and a form to open one."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol, Self

from client.app.settings import Settings
from client.games import DEFAULT_GAME
from client.screens.backdrop import MenuScenery, dim_background
from client.screens.form import Form, form_row
from client.screens.games import game_field
from client.screens.house_rules import rules_row
from client.screens.variants import AdvancedButton, OptionsPanel
from client.session.tournament_session import JoinPlan, OpenPlan, StoredTournament
from client.ui.controls.basic import Button, Label, Toggle
from client.ui.controls.choice import Choice, Option
from client.ui.controls.fields import TextField
from client.ui.controls.layout import Column, Row, Space
from client.ui.controls.numbers import Stepper
from client.ui.controls.panel import Panel
from client.ui.controls.table import Table
from client.ui.controls.table import TableColumn as Cell
from client.ui.richtext import escape
from client.ui.screen import KeyActions, Screen
from core.engine.game import Game
from core.engine.options import Value
from core.engine.text.outcome import match_notice
from core.games.registry import GAMES
from lobby.discovery.discovery import DiscoveredTournament
from lobby.discovery.listing import tournament_entry_requirements, tournament_obstacle
from lobby.players.game_titles import game_title
from lobby.tournament.app.finder import PORT, read_addresses, read_code
from lobby.tournament.model.opening import KINDS, MOST_MINUTES, MOST_ROUNDS, min_players, why_no_tournaments
from net.channels.addresses import Address, BadAddress, format_address, parse_invited_addresses
from net.cli.games.rules import BadRules, read_game
from net.crypto.invite import LONGEST, BadCode, new_code, normalize_code, read_invitation
from net.match.genesis import is_name

KIND_WORDS = {"swiss": "Swiss", "round robin": "Round robin", "knock-out": "Knock-out"}
KIND_TIPS = {
    "swiss": "A fixed number of rounds between players with similar scores; nobody is eliminated.",
    "round robin": "Everyone plays everyone.",
    "knock-out": "The winner of each table advances until one player is left.",
}
TournamentEntry = DiscoveredTournament | StoredTournament


class TournamentDiscovery(Protocol):
    """Interface of an object that finds tournaments on the network."""

    deaf: bool

    def tournaments(self) -> list[DiscoveredTournament]:
        """Return the tournaments that are on the network now."""

    def close(self) -> None:
        """Stop listening."""


class TournamentsScreen(Screen):
    """Form that joins a tournament from the list or by its address, resumes one, or opens one."""

    def __init__(
        self, settings: Settings, kept: list[StoredTournament], listening: TournamentDiscovery | None,
        on_join: Callable[[JoinPlan], object], on_open: Callable[[], object],
        on_look: Callable[[StoredTournament], object], on_back: Callable[[], object], trouble: str = "",
        code: bool = False, contacts: Sequence[Address] = (),
    ) -> None:  # fmt: skip
        """Create the form.

        `code` is True if an invite code may solve the problem `trouble`. `contacts` are the addresses that the form
        fills in.
        """
        super().__init__()
        self.settings, self.scenery = settings, MenuScenery(settings)
        self.on_back, self._trouble = on_back, trouble
        self.kept, self.listening = kept, listening
        self._code_first, self._contacts = code, contacts
        self.on_join, self.on_open, self.on_look = on_join, on_open, on_look
        self._listed: list[TournamentEntry] = []

    def build(self) -> None:
        """Build the address field at the left, and the list at the right."""
        dim_background(self.ui)
        self.form = Form(self.ui, self.settings.name, ("Take part", "trophy"), self.submit, self.on_back)
        submit = lambda _text: self.submit()  # noqa: E731
        contact = ",".join(map(format_address, self._contacts))
        self.address = TextField("Address", contact, "192.168.1.11:47820", grow=1, max_length=LONGEST, on_submit=submit)
        self.code = TextField("Invite code", "", "K7Q2M-9XTR4, or none", grow=1, max_length=60, on_submit=submit)
        about = Label(
            "Choose a tournament from the list, or enter the address of any participant. You can paste the whole "
            "copied invitation. Latecomers play from the next round on.",
            "muted", "small", wrap=True, width=400,
        )  # fmt: skip
        self.open = Button("Open a tournament", self.on_open, "plus")
        form = Column(form_row("Your name", self.form.name), form_row("Address", self.address),
                      form_row("Invite code", self.code), form_row("You", self.form.secret), about, Space(grow=1),
                      self.open, gap=8)  # fmt: skip
        self.ui.put(Panel(form, "Join by address", 14, region="form", is_tab_stop=True), (40, 310, 430, 310), v="high")
        self.list: Table[TournamentEntry] = Table(
            "Tournaments",
            [
                Cell("Tournament", lambda one: _title(one), grow=2, order=_title),
                Cell("Kind", lambda one: KIND_WORDS[_kind(one)], width=104),
                Cell("Players", _players, width=62, align=0.5),
                Cell("State", _state, width=132),
                Cell("", _entry, width=206, color=_listing_color),
            ],
            on_select=self.fill_in_tournament, on_activate=self._activate, key=lambda one: _key(one), row_tip=_tip,
            empty="No tournaments found yet. Open one, or enter an address.", grow=1,
        )  # fmt: skip
        panel = Panel(self.list, "Tournaments", 12, region="tournaments")
        self.ui.put(panel, (484, 120, 756, 500), "stretch", "stretch")
        self.form.lay_out("Tournaments", 310, trouble=self._trouble)
        self._refresh_list()
        where = self.code if self._code_first else self.list if self._listed else self.address
        self.ui.focus_on(where if self.settings.name else self.form.name, quiet=True)

    def update(self, dt: float) -> None:
        """Update the list of tournaments."""
        super().update(dt)
        self._refresh_list()

    def _refresh_list(self) -> None:
        heard = self.listening.tournaments() if self.listening is not None else []
        there = {one.announcement.id for one in heard}
        listed: list[TournamentEntry] = [*heard, *(one for one in self.kept if one.opening.id not in there)]
        if [_seen(one) for one in listed] != [_seen(one) for one in self._listed]:
            self._listed = listed
            self.list.set_items(listed)
            self.redraw_all()

    def fill_in_tournament(self, one: TournamentEntry) -> None:
        """Show the action that is possible for a tournament of the list."""
        if isinstance(one, DiscoveredTournament):
            self.address.set(format_address((one.host, one.announcement.port)))
            why = tournament_obstacle(one)
            self.form.show_error(f"You cannot take part: {why}." if why else "")
        else:
            self.address.set("")
            self.form.show_error("")
        self.form.go.text = "Take part"
        if isinstance(one, StoredTournament):
            self.form.go.text = "View" if one.over else "Continue"

    def _activate(self, one: TournamentEntry) -> None:
        self.fill_in_tournament(one)
        if not self.form.trouble:
            self.submit()

    def submit(self) -> None:
        """Join or resume the chosen tournament."""
        typed = self.address.text.strip()
        one = self.list.item if not typed else self._at_address()
        if isinstance(one, StoredTournament) and one.over:
            self.on_look(one)
            return
        name = self.form.typed_name()
        if not name:
            return
        try:
            where, code = read_invitation(typed)
        except BadCode as bad:
            self.form.refuse(self.address, str(bad))
            return
        try:
            code = normalize_code(self.code.text) if self.code.text.strip() else code or self._kept_code(one)
        except BadCode as bad:
            self.form.refuse(self.code, str(bad))
            return
        if (
            one.announcement.closed if isinstance(one, DiscoveredTournament) else one is not None and one.closed
        ) and not code:
            self.form.refuse(self.code, "This tournament needs an invite code. Ask a participant for it.")
            return
        if isinstance(one, StoredTournament):
            self.on_join(JoinPlan(one.name, tuple(read_addresses(one.folder)), code, one.opening, one.throw_away))
            return
        try:
            contacts = parse_invited_addresses(where, PORT)
        except BadAddress as bad:
            self.form.refuse(
                self.address, str(bad) if typed else "Choose a tournament from the list, or enter an address."
            )
            return
        self.on_join(JoinPlan(name, contacts, code, throw_away=self.form.secret.on))

    def _kept_code(self, one: TournamentEntry | None) -> str:
        """Return the stored invite code of a tournament that the player has already joined."""
        id = (
            one.announcement.id if isinstance(one, DiscoveredTournament) else one.opening.id if one is not None else b""
        )
        return next((read_code(kept.folder) for kept in self.kept if kept.opening.id == id), "")

    def _at_address(self) -> TournamentEntry | None:
        """Return the tournament of the list with the typed address, or None."""
        one = self.list.item
        at_it = (
            isinstance(one, DiscoveredTournament)
            and format_address((one.host, one.announcement.port)) == self.address.text.strip()
        )
        return one if at_it else None

    def key_actions(self) -> KeyActions:
        """Return the key actions: Enter joins the chosen tournament, Esc goes back."""
        return self.form.key_actions()

    def on_closed(self) -> None:
        """Stop listening."""
        if self.listening is not None:
            self.listening.close()


def _key(one: TournamentEntry) -> bytes:
    return one.announcement.id + one.key if isinstance(one, DiscoveredTournament) else one.opening.id


def _title(one: TournamentEntry) -> str:
    return one.announcement.title if isinstance(one, DiscoveredTournament) else one.opening.title


def _kind(one: TournamentEntry) -> str:
    return one.announcement.kind if isinstance(one, DiscoveredTournament) else one.opening.kind


def _players(one: TournamentEntry) -> str:
    """Return the number of players of an announced tournament, in words."""
    return str(one.announcement.players) if isinstance(one, DiscoveredTournament) else ""


def _state(one: TournamentEntry) -> str:
    if isinstance(one, DiscoveredTournament):
        return one.announcement.progress
    return "over" if one.over else time.strftime("left %d %b %H:%M", time.localtime(one.when))


def _entry(one: TournamentEntry) -> str:
    if isinstance(one, DiscoveredTournament):
        return tournament_entry_requirements(one)
    return "look at it" if one.over else "go on"


def _listing_color(one: TournamentEntry) -> str:
    if isinstance(one, DiscoveredTournament):
        return "warn" if tournament_obstacle(one) else "good"
    return "muted" if one.over else "accent"


def _seen(one: TournamentEntry) -> object:
    return (one.host, one.announcement) if isinstance(one, DiscoveredTournament) else one


def _tip(one: TournamentEntry) -> str:
    if isinstance(one, DiscoveredTournament):
        address = format_address((one.host, one.announcement.port))
        return f"*{escape(game_title(one.announcement.game))}* at {escape(address)}"
    return f"*{escape(game_title(one.opening.game))}*\n{escape(one.opening.describe())}"


# Opening --------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class OpenSetup:
    """Values from which a tournament is opened."""

    title: str = "Tournament"
    kind: str = KINDS[0]
    rounds: int = 3
    sizes: tuple[int, int, int] = (4, 2, 6)
    """Seats at a table: the usual number, the minimum and the maximum."""
    minutes: int = 60
    closed: bool = True
    options: dict[str, Value] = field(default_factory=dict)
    game: str = DEFAULT_GAME

    throw_away: bool = False
    rules: str = ""
    """Path of a ruleset file; "" for the printed rules."""

    def changed_game(self) -> Game:
        """Return the game, with the ruleset of the file if there is one; raise `BadRules`."""
        return read_game(Path(self.rules)) if self.rules else GAMES[self.game]

    def for_game(self, game: str) -> Self:
        """Return these values for another game, with its default options."""
        return replace(self, game=game, options={}, rules="")

    def plan(self, name: str) -> OpenPlan:
        """Return the plan of the tournament, with a new invite code if it is closed; raise `BadRules`."""
        code = new_code() if self.closed else ""
        game = self.changed_game()
        return OpenPlan(name, game, self.title, self.kind, self.rounds, self.sizes, self.minutes, self.options, code,
                        self.throw_away)  # fmt: skip


class OpenScreen(Screen):
    """Form that opens a tournament, with the pairing, the table size, the time and the options."""

    def __init__(
        self, settings: Settings, setup: OpenSetup, on_open: Callable[[OpenPlan, OpenSetup], object],
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
            self.ui, self.settings.name, ("Open it", "trophy"), self.submit, self.on_back, setup.throw_away
        )
        self.game = game_field(setup.game, self._change_game, self.window, self.settings)
        few, many = min_players(GAMES[setup.game]), max(2, *GAMES[setup.game].seat_counts)
        usual, least, most = (max(few, min(many, seats)) for seats in setup.sizes)
        self.called = TextField("Title", setup.title, "Title", grow=1, max_length=24,
                                on_submit=lambda _t: self.submit())  # fmt: skip
        kinds = [Option(kind, KIND_WORDS[kind], tip=KIND_TIPS[kind]) for kind in KINDS]
        self.kind = Choice("Kind", kinds, setup.kind, self._explain, grow=1)
        self.rounds = Stepper("Rounds", setup.rounds, 1, MOST_ROUNDS, None, _counter_of("round"), grow=1)
        self.usual = Stepper(
            "Usual seats at a table", usual, few, many, self._widen_table_sizes, _counter_of("seat"), grow=1
        )
        self.least = Stepper("Fewest seats at a table", least, few, many, None, lambda n: f"from {n}", grow=1)
        self.most = Stepper("Most seats at a table", most, few, many, None, lambda n: f"to {n}", grow=1)
        self.minutes = Stepper("Clock of a round", setup.minutes, 1, MOST_MINUTES, None, lambda n: f"{n} min", grow=1)
        self.needs_code = Toggle("Require an invite code", setup.closed)
        self.about = Label("", "muted", "small", wrap=True, width=400)
        form = Column(
            form_row("Your name", self.form.name), form_row("Title", self.called), form_row("Game", self.game),
            form_row("House rules", rules_row(self, setup.game, setup.rules, self._change_rules)),
            form_row("Kind", self.kind), form_row("Rounds", Row(self.rounds, self.minutes, gap=8)),
            form_row("Tables", self.usual), form_row("", Row(self.least, self.most, gap=8)),
            form_row("Entry", self.needs_code), form_row("You", self.form.secret), self.about,
            Space(grow=1), gap=5,
        )  # fmt: skip
        self.ui.put(Panel(form, "The tournament", 14, region="form", is_tab_stop=True), (40, 160, 430, 460), v="high")
        try:
            options = setup.changed_game().options
        except BadRules as bad:
            self._trouble, options = str(bad).splitlines()[0], None
        variants = OptionsPanel(setup.options, timer=False, game=setup.game, options=options)
        self.ui.put(variants, (484, 120, 440, 500), v="stretch")
        self.form.lay_out("Open a tournament", 160, AdvancedButton(variants), trouble=self._trouble)
        self._explain(setup.kind)
        self.ui.focus_on(self.form.go if self.settings.name else self.form.name, quiet=True)

    def _change_game(self, game: str) -> None:
        """Show the same form for another game, with its default options."""
        other = OpenScreen(self.settings, self.current_setup().for_game(game), self.on_open, self.on_back)
        name = self.form.name.text
        self.window.replace(other)
        other.form.name.set(name)

    def _change_rules(self, rules: str) -> None:
        """Show the same form with the options of a ruleset."""
        setup = replace(self.current_setup(), rules=rules, options={})
        other = OpenScreen(self.settings, setup, self.on_open, self.on_back)
        name = self.form.name.text
        self.window.replace(other)
        other.form.name.set(name)

    def current_setup(self) -> OpenSetup:
        """Return the current values of the form."""
        return replace(
            self.setup, title=" ".join(self.called.text.split()), kind=self.kind.chosen_value,
            rounds=int(self.rounds.value), minutes=int(self.minutes.value),
            sizes=(int(self.usual.value), int(self.least.value), int(self.most.value)),
            closed=self.needs_code.on, throw_away=self.form.secret.on,
        )  # fmt: skip

    def _explain(self, kind: str) -> None:
        self.rounds.enabled = kind == "swiss"
        self.rounds.reason = "The number of players decides how many rounds there are."
        game = GAMES[self.setup.game]
        usual = f"{KIND_TIPS[kind]} The clock only warns. {match_notice(game, int(self.usual.value))}".rstrip()
        self.about.text = why_no_tournaments(game) or usual

    def _widen_table_sizes(self, usual: int) -> None:
        self._explain(self.kind.chosen_value)
        self.least.value, self.most.value = min(self.least.value, usual), max(self.most.value, usual)

    def submit(self) -> None:
        """Open the tournament."""
        name = self.form.typed_name()
        if not name:
            return
        setup = self.current_setup()
        usual, least, most = setup.sizes
        if why_no_tournaments(GAMES[setup.game]):
            self.form.show_error(why_no_tournaments(GAMES[setup.game]))
        elif not is_name(setup.title):
            words = "Enter a title of 1 to 24 letters, digits and punctuation marks."
            self.form.refuse(self.called, words, "1-24 letters, digits, punctuation marks")
        elif not least <= usual <= most:
            self.form.show_error("The usual number of seats must be between the fewest and the most.")
            self.ui.focus_on(self.usual)
        else:
            try:
                plan = setup.plan(name)
            except BadRules as bad:
                self.form.show_error(str(bad).splitlines()[0])
                return
            self.on_open(plan, setup)

    def key_actions(self) -> KeyActions:
        """Return the key actions: Enter opens the tournament, Esc goes back."""
        return self.form.key_actions()


def _counter_of(what: str) -> Callable[[int], str]:
    return lambda n: f"{n} {what}{'' if n == 1 else 's'}"

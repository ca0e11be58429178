"""Screen for a match with other players: open a room, or join one."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from client.app.local_player import has_different_key
from client.app.settings import Settings
from client.screens.backdrop import MenuScenery, dim_background
from client.screens.form import Form, form_row
from client.ui.controls.basic import Button, Label
from client.ui.controls.fields import TextField
from client.ui.controls.layout import Column, Row, Space
from client.ui.controls.panel import Panel
from client.ui.controls.table import Table
from client.ui.controls.table import TableColumn as Cell
from client.ui.richtext import escape
from client.ui.screen import KeyActions, Screen
from core.games.registry import GAMES
from lobby.discovery.discovery import DiscoveredRoom, DiscoveredTournament
from lobby.discovery.listing import entry_requirements, join_obstacle
from lobby.players.game_titles import game_title, short_title
from lobby.players.known_players import KnownPlayers, Standing
from lobby.room.join_plan import GuestPlan
from net.channels.addresses import PORT, Address, BadAddress, format_address, parse_invited_addresses
from net.crypto.invite import LONGEST, BadCode, normalize_code, read_invitation
from net.crypto.invite import format_code as shown_code


@dataclass(slots=True)
class JoinSetup:
    """Address and invite code of the room that a guest wants to join, as typed."""

    address: str = ""
    code: str = ""
    throw_away: bool = False
    """True if the player uses another name and key for this room only."""


class RoomDiscovery(Protocol):
    """Interface of an object that finds rooms and tournaments on the network."""

    deaf: bool

    def rooms(self) -> list[DiscoveredRoom]:
        """Return the rooms that are on the network now."""

    def tournaments(self) -> list[DiscoveredTournament]:
        """Return the tournaments that are on the network now."""

    def close(self) -> None:
        """Stop listening."""


class JoinScreen(Screen):
    """Form that joins a room, either one found on the network or one by its address."""

    def __init__(
        self, settings: Settings, setup: JoinSetup, on_join: Callable[[str, JoinSetup, GuestPlan], object],
        on_back: Callable[[], object], trouble: str = "", code: bool = False, listening: RoomDiscovery | None = None,
        known: KnownPlayers | None = None,
        on_watch: Callable[[Sequence[Address], str, bool], object] = lambda *where: None,
        on_tournaments: Callable[[], object] = lambda: None, own: Container[bytes] = frozenset(),
    ) -> None:  # fmt: skip
        """Create the form; `own` has the ids of the matches that the player can resume on this computer."""
        super().__init__()
        self.settings, self.scenery = settings, MenuScenery(settings)
        self.on_back, self._trouble = on_back, trouble
        self.on_watch, self.on_tournaments = on_watch, on_tournaments
        self.setup, self.on_join, self._code_first = setup, on_join, code
        self.listening, self.known = listening, known
        self._shown: list[DiscoveredRoom] = []
        self._own = own

    def build(self) -> None:
        """Build the form."""
        dim_background(self.ui)
        self.form = Form(
            self.ui, self.settings.name, ("Join", "play"), self.submit, self.on_back, self.setup.throw_away
        )
        self.address = TextField("Address", self.setup.address, f"192.168.1.11:{PORT}", grow=1, max_length=LONGEST,
                                 on_submit=lambda _t: self.submit())  # fmt: skip
        self.code = TextField("Invite code", self.setup.code, "K7Q2M-9XTR4, five words, or none", grow=1, max_length=60,
                              on_submit=lambda _t: self.submit())  # fmt: skip
        about = Label(
            "Ask anyone in the room for its address and, if it has one, its invite code. You can paste the whole "
            "copied invitation.",
            "muted", "small", wrap=True, width=400,
        )  # fmt: skip
        self.watch = Button("Watch the match there", self.watch_room, "eye",
                            tip="Watch without a seat. You see all hands after the match.")  # fmt: skip
        self.big = Button("Big screen", partial(self.watch_room, True), "full screen", name="Watch on a big screen",
                          tip="Large letters for a whole room to watch, no hands")  # fmt: skip
        form = Column(form_row("Your name", self.form.name), form_row("Address", self.address),
                      form_row("Invite code", self.code), form_row("You", self.form.secret),
                      about, Space(grow=1), Row(self.watch, self.big, gap=8), gap=8)  # fmt: skip
        self.ui.put(Panel(form, "Join by address", 14, region="room", is_tab_stop=True), (40, 330, 430, 290), v="high")
        self.heard = Table(
            "Rooms on this network",
            [
                Cell("Room of", _host_name, grow=1, order=_host_name),
                Cell("Game", lambda h: short_title(h.announcement.notice.game), grow=1),
                Cell("Seats", lambda h: f"{h.announcement.notice.taken} of {h.announcement.notice.seats}", width=66),
                Cell("Players", self._list_players, grow=2),
                Cell("Entry", self._room_entry, width=206, color=self._text_color),
            ],
            on_select=self.fill_in_room, on_activate=self._activate, key=lambda h: (h.announcement.notice.room, h.key),
            row_tip=self._tip, empty="No rooms found yet. You can also join by address.", grow=1,
        )  # fmt: skip
        self.cups = Button("Tournaments", self.on_tournaments, "trophy", visible=False, name="Tournaments here")
        rooms = Column(self.heard, self.cups, gap=8)
        self.ui.put(
            Panel(rooms, "Rooms on this network", 12, region="rooms"), (484, 120, 756, 500), "stretch", "stretch"
        )
        self.form.lay_out("Join a match", 330, trouble=self._trouble)
        self._refresh_list()
        first = self.form.name if not self.settings.name else self.code if self._code_first else self.address
        self.ui.focus_on(first, quiet=True)

    def _is_ours(self, room: DiscoveredRoom) -> bool:
        return room.announcement.notice.has_begun and room.announcement.notice.match in self._own

    def _join_obstacle_text(self, room: DiscoveredRoom) -> str:
        return "" if self._is_ours(room) else join_obstacle(room)

    def _text_color(self, room: DiscoveredRoom) -> str:
        return "warn" if self._join_obstacle_text(room) else "good"

    def _room_entry(self, room: DiscoveredRoom) -> str:
        return "your match" if self._is_ours(room) else entry_requirements(room)

    def _rekeyed_members(self, room: DiscoveredRoom) -> list[str]:
        """Return the members of a room who use a known name with another key."""
        return [
            name
            for name, key in zip(room.announcement.names, room.announcement.prints)
            if has_different_key(self.known, name, key)
        ]

    def _list_players(self, room: DiscoveredRoom) -> str:
        strangers = self._rekeyed_members(room)
        return ", ".join(f"{name} (?)" if name in strangers else name for name in room.announcement.names)

    def _tip(self, room: DiscoveredRoom) -> str:
        lines = [room_tip(room)]
        for name, key in zip(room.announcement.names, room.announcement.prints):
            if self.known is not None and self.known.standing(name, key) is not Standing.NEW:
                ink = "warn" if has_different_key(self.known, name, key) else "good"
                lines.append(f"{{{ink}}}{escape(f'{name}: {self.known.standing_text(name, key)}')}{{/}}")
        return "\n".join(lines)

    def update(self, dt: float) -> None:
        """Update the list of rooms."""
        super().update(dt)
        self._refresh_list()

    def _refresh_list(self) -> None:
        heard = self.listening.rooms() if self.listening is not None else []
        if self.listening is not None and self.listening.deaf:
            self.heard.empty = (
                "Another program is using UDP port 47800: some rooms may be missing. Join them by address."
            )
        if [(h.host, h.announcement) for h in heard] != [(h.host, h.announcement) for h in self._shown]:
            self._shown = heard
            self.heard.set_items(heard)
            self.redraw_all()
        cups = self.listening.tournaments() if self.listening is not None else []
        titles = ", ".join(one.announcement.title for one in cups[:3])
        words = f"Tournaments here: {titles}{', ...' if len(cups) > 3 else ''}"
        if self.cups.visible != bool(cups) or (cups and words != self.cups.text):
            self.cups.visible, self.cups.text = bool(cups), words
            self.redraw_all()

    def fill_in_room(self, room: DiscoveredRoom) -> None:
        """Fill in the address of a room that the player has picked from the list."""
        self.address.set(format_address((room.host, room.announcement.port)))
        why = self._join_obstacle_text(room)
        strangers = " and ".join(self._rekeyed_members(room))
        warning = f"{strangers}: not the key that you know under this name." if strangers else ""
        watch = (
            " You can watch." if room.announcement.notice.has_begun and room.announcement.notice.game in GAMES else ""
        )
        if self._is_ours(room):
            warning = "You have a seat in this match. Press Join to resume it."
        self.form.show_error(f"You cannot join: {why}.{watch}" if why else warning)

    def _activate(self, room: DiscoveredRoom) -> None:
        """Join a room of the list, or ask for its code first."""
        self.fill_in_room(room)
        if self._join_obstacle_text(room):
            return
        if not self._is_ours(room) and room.announcement.notice.closed and not self.code.text.strip():
            self.form.show_error("This room needs an invite code. Ask someone in the room for it.")
            self.ui.focus_on(self.code)
            return
        self.submit()

    def on_closed(self) -> None:
        """Stop listening."""
        if self.listening is not None:
            self.listening.close()

    def submit(self) -> None:
        """Join the room at the address."""
        name = self.form.typed_name()
        where = self._parse_address() if name else None
        if where is not None:
            text, (address, *others), code = where
            setup = JoinSetup(text, shown_code(code) if code else "", self.form.secret.on)
            plan = GuestPlan(address, name, code, throw_away=setup.throw_away, others=tuple(others))
            self.on_join(name, setup, plan)

    def watch_room(self, big: bool = False) -> None:
        """Watch the match of the typed room, without a seat.

        `big` is True for a screen that a whole audience sees.
        """
        where = self._parse_address()
        if where is not None:
            self.on_watch(*where[1:], big)

    def _parse_address(self) -> tuple[str, tuple[Address, ...], str] | None:
        """Return the addresses as typed and as parsed, and the invite code; after an error, None."""
        try:
            where, with_it = read_invitation(self.address.text)
            addresses = parse_invited_addresses(where)
        except (BadAddress, BadCode) as bad:
            self.form.refuse(
                self.address,
                str(bad) if self.address.text.strip() else "Enter the address shown in the room.",
            )
            return None
        try:
            return where, addresses, normalize_code(self.code.text) if self.code.text.strip() else with_it
        except BadCode as bad:
            self.form.refuse(self.code, str(bad))
            return None

    def key_actions(self) -> KeyActions:
        """Return the key actions: Enter joins the room, Esc goes back."""
        return self.form.key_actions()


def room_tip(room: DiscoveredRoom) -> str:
    """Return the tooltip of a room of the list."""
    announcement = room.announcement
    game, at = game_title(announcement.notice.game), format_address((room.host, announcement.port))
    return f"*{escape(game)}* at {escape(at)}\n{escape(', '.join(announcement.names))}"


def _host_name(room: DiscoveredRoom) -> str:
    """Return the name of the member who announces a room."""
    return room.announcement.notice.name

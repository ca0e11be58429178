"""A match with others: open a room, or go to one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from client.app.local_player import warns
from client.app.settings import Settings
from client.screens.host_form import Form, line
from client.ui.fields import TextField
from client.ui.layout import Column, Row, Space
from client.ui.panel import Panel
from client.ui.richtext import escape
from client.ui.table import Column as Cell
from client.ui.table import Table
from client.ui.widgets import Button, Label
from core.games.registry import GAMES
from lobby.discovery.discovery import Heard, HeardTournament
from lobby.discovery.listing import entry, game_title, why_not
from lobby.players.known_players import KnownPlayers, Standing
from lobby.room.join_plan import GuestPlan
from net.channels.addresses import PORT, Address, BadAddress, parsed, shown
from net.crypto.invite import BadCode, normal, read_invitation
from net.crypto.invite import shown as shown_code


@dataclass(slots=True)
class JoinSetup:
    """Where a guest goes, as typed."""

    address: str = ""
    code: str = ""
    throw_away: bool = False
    """As in `HostSetup`."""


class Rooms(Protocol):
    """Who hears of rooms."""

    deaf: bool

    def rooms(self) -> list[Heard]:
        """Those that are there now."""

    def tournaments(self) -> list[HeardTournament]:
        """Those that are there now."""

    def close(self) -> None:
        """Hears nothing more."""


class JoinScreen(Form):
    """Goes to a room: one that is heard of on the network, or one whose address somebody has told."""

    title = "Join a match"
    go_text = "Join"

    def __init__(
        self, settings: Settings, setup: JoinSetup, on_join: Callable[[str, JoinSetup, GuestPlan], object],
        on_back: Callable[[], object], trouble: str = "", code: bool = False, listening: Rooms | None = None,
        known: KnownPlayers | None = None, on_watch: Callable[[Address, str, bool], object] = lambda *where: None,
        on_tournaments: Callable[[], object] = lambda: None,
    ) -> None:  # fmt: skip
        super().__init__(settings, on_back, trouble)
        self.on_watch, self.on_tournaments = on_watch, on_tournaments
        self.setup, self.on_join, self._code_first = setup, on_join, code
        self.listening, self.known = listening, known
        self._shown: list[Heard] = []

    def build(self) -> None:
        """The form."""
        self.dim()
        self.address = TextField("Address", self.setup.address, f"192.168.1.11:{PORT}", grow=1, longest=160,
                                 on_submit=lambda _t: self.submit())  # fmt: skip
        self.code = TextField("Invite code", self.setup.code, "K7Q2M-9XTR4, five words, or none", grow=1, longest=60,
                              on_submit=lambda _t: self.submit())  # fmt: skip
        about = Label(
            "Ask anyone in the room for its address and, if it has one, its invite code. You can paste the whole "
            "copied invitation.",
            "muted", "small", wrap=True, width=400,
        )  # fmt: skip
        self.watch = Button("Watch the match there", self.watch_it, "eye",
                            tip="Watch without a seat. You see all hands after the match.")  # fmt: skip
        self.big = Button("Big screen", partial(self.watch_it, True), "full screen", name="Watch on a big screen",
                          tip="Large letters for a whole room to watch, no hands")  # fmt: skip
        form = Column(line("Your name", self.name_field()), line("Address", self.address),
                      line("Invite code", self.code), line("You", self.secret_toggle(self.setup.throw_away)),
                      about, Space(grow=1), Row(self.watch, self.big, gap=8), gap=8)  # fmt: skip
        self.ui.put(Panel(form, "Where to", 14, region="room", tab_each=True), (40, 330, 430, 290), v="high")
        self.heard = Table(
            "Rooms on this network",
            [
                Cell("Room of", _host_name, grow=1, order=_host_name),
                Cell("Game", lambda h: game_title(h.announcement.notice.game).rpartition(": ")[2], grow=1),
                Cell("Seats", lambda h: f"{h.announcement.notice.taken} of {h.announcement.notice.seats}", width=66),
                Cell("Players", self._players, grow=2),
                Cell("To join", entry, width=206, color=lambda h: "warn" if why_not(h) else "good"),
            ],
            on_select=self.pick, on_activate=self._activate, key=lambda h: (h.announcement.notice.room, h.key),
            row_tip=self._tip, empty="No rooms found yet. You can also join by address.", grow=1,
        )  # fmt: skip
        self.cups = Button("Tournaments", self.on_tournaments, "trophy", visible=False, name="Tournaments here")
        rooms = Column(self.heard, self.cups, gap=8)
        self.ui.put(
            Panel(rooms, "Rooms on this network", 12, region="rooms"), (484, 120, 756, 500), "stretch", "stretch"
        )
        self.finish(330)
        self._hear()
        first = self.name if not self.settings.name else self.code if self._code_first else self.address
        self.ui.focus_on(first, quiet=True)

    def _strangers(self, room: Heard) -> list[str]:
        """Who says there that it is somebody whom one has met, and has another key."""
        return [
            name for name, key in zip(room.announcement.names, room.announcement.prints) if warns(self.known, name, key)
        ]

    def _players(self, room: Heard) -> str:
        strangers = self._strangers(room)
        return ", ".join(f"{name} (?)" if name in strangers else name for name in room.announcement.names)

    def _tip(self, room: Heard) -> str:
        lines = [room_tip(room)]
        for name, key in zip(room.announcement.names, room.announcement.prints):
            if self.known is not None and self.known.standing(name, key) is not Standing.NEW:
                ink = "warn" if warns(self.known, name, key) else "good"
                lines.append(f"{{{ink}}}{escape(f'{name}: {self.known.words(name, key)}')}{{/}}")
        return "\n".join(lines)

    def update(self, dt: float) -> None:
        """Rooms come and go."""
        super().update(dt)
        self._hear()

    def _hear(self) -> None:
        heard = self.listening.rooms() if self.listening is not None else []
        if self.listening is not None and self.listening.deaf:
            self.heard.empty = "Another program uses UDP port 47800: some rooms may be missing. Join them by address."
        if [(h.host, h.announcement) for h in heard] != [(h.host, h.announcement) for h in self._shown]:
            self._shown = heard
            self.heard.set_items(heard)
            self.redraw()
        cups = self.listening.tournaments() if self.listening is not None else []
        titles = ", ".join(one.announcement.title for one in cups[:3])
        words = f"Tournaments here: {titles}{', ...' if len(cups) > 3 else ''}"
        if self.cups.visible != bool(cups) or (cups and words != self.cups.text):
            self.cups.visible, self.cups.text = bool(cups), words
            self.redraw()

    def pick(self, room: Heard) -> None:
        """The address of a room that is heard of."""
        self.address.set(shown((room.host, room.announcement.port)))
        why = why_not(room)
        strangers = " and ".join(self._strangers(room))
        warning = f"{strangers}: not the key that you know under this name." if strangers else ""
        watch = " You can watch." if room.announcement.notice.begun and room.announcement.notice.game in GAMES else ""
        self.complain(f"You cannot join: {why}.{watch}" if why else warning)

    def _activate(self, room: Heard) -> None:
        """Goes there, or asks for the code first."""
        self.pick(room)
        if why_not(room):
            return
        if room.announcement.notice.closed and not self.code.text.strip():
            self.complain("This room needs an invite code. Ask someone in the room for it.")
            self.ui.focus_on(self.code)
            return
        self.submit()

    def closed(self) -> None:
        """Listens no more."""
        if self.listening is not None:
            self.listening.close()

    def submit(self) -> None:
        """Goes there."""
        name = self.named()
        where = self._where() if name else None
        if where is not None:
            text, address, code = where
            setup = JoinSetup(text, shown_code(code) if code else "", self.secret.on)
            self.on_join(name, setup, GuestPlan(address, name, code, throw_away=setup.throw_away))

    def watch_it(self, big: bool = False) -> None:
        """Watches the match of the room there, without a seat; `big` for a room of people to look at."""
        where = self._where()
        if where is not None:
            self.on_watch(*where[1:], big)

    def _where(self) -> tuple[str, Address, str] | None:
        """The address as it was typed and as it was read, and the invite code; None after saying what is wrong."""
        try:
            where, with_it = read_invitation(self.address.text)
            address = parsed(where)
        except (BadAddress, BadCode) as bad:
            self._wrong(
                self.address,
                str(bad) if self.address.text.strip() else "Enter the address shown in the room.",
            )
            return None
        try:
            return where, address, normal(self.code.text) if self.code.text.strip() else with_it
        except BadCode as bad:
            self._wrong(self.code, str(bad))
            return None

    def _wrong(self, where: TextField, words: str) -> None:
        where.error = words
        self.complain(words)
        self.ui.focus_on(where)


def room_tip(room: Heard) -> str:
    """What is known of a room that is heard of."""
    announcement = room.announcement
    game, at = game_title(announcement.notice.game), shown((room.host, announcement.port))
    return f"*{escape(game)}* at {escape(at)}\n{escape(', '.join(announcement.names))}"


def _host_name(room: Heard) -> str:
    """Who announces a room."""
    return room.announcement.notice.name

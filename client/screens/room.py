"""Room screen: members, game, invitation, chat and start."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from client.app.settings import Settings
from client.games import DEFAULT_GAME
from client.screens.backdrop import MenuScenery, dim_background
from client.screens.games import player_count_words
from client.screens.hand_out import HandOutDialog
from client.screens.house_rules import changes_log
from client.screens.people import DEFAULT_LEVEL, ColourChoice, QrPicture, level_options
from client.screens.seat_row import SeatRow
from client.screens.variants import OptionsPanel
from client.session.room_session import MatchBegins, Remark, RoomExclusion, RoomSession, StoredSeat
from client.ui.controls.basic import Button, Label
from client.ui.controls.choice import Choice
from client.ui.controls.fields import TextField
from client.ui.controls.layout import Column, Row, Space
from client.ui.controls.log import Log
from client.ui.controls.numbers import Stepper
from client.ui.controls.panel import Panel
from client.ui.controls.tabs import Tabs
from client.ui.richtext import escape
from client.ui.screen import KeyActions, Screen
from client.ui.widget import Widget
from core.engine.fork import base_name
from core.engine.options import Value
from core.engine.text.outcome import match_notice
from core.engine.text.words import format_count
from core.games.registry import GAMES
from lobby.players.known_players import KnownPlayers
from lobby.room.bots import RequestedBot
from lobby.room.join import RoomView
from lobby.room.join_plan import HostPlan
from lobby.room.seating import RoomTable
from lobby.room.signed_records import MOST_CHAT
from lobby.room.text import removal_text
from lobby.room.timer import merge_timer
from net.crypto.invite import format_code as shown_code
from net.crypto.invite import format_invitation, format_words
from net.match.genesis import MAX_SEATS


class RoomScreen(Screen):
    """Screen of a room, which all its members own: each may change the game, add bots and get ready."""

    def __init__(
        self, settings: Settings, session: RoomSession, on_begin: Callable[[RoomSession, MatchBegins], object],
        on_shut: Callable[[RoomExclusion], object], on_leave: Callable[[], object],
        bots: tuple[RequestedBot, ...] = (),
        known: KnownPlayers | None = None, mates: frozenset[bytes] = frozenset(),
        on_kept: Callable[[StoredSeat], object] = lambda seat: None,
    ) -> None:  # fmt: skip
        """Create the screen.

        In a rematch, `mates` are the players of the earlier match. Once they all have seats, and everyone else is a
        bot, our seat becomes ready automatically. `on_kept` resumes a match that has begun in the room and in which we
        have a seat.
        """
        super().__init__()
        self.settings, self.scenery = settings, MenuScenery(settings)
        self._mates = mates
        self.known = known
        self.session, self.on_begin, self.on_shut, self.on_leave = session, on_begin, on_shut, on_leave
        self.on_kept = on_kept
        self.view: RoomView | None = None
        self.game = session.plan.game.name if isinstance(session.plan, HostPlan) else DEFAULT_GAME
        self._bots = list(bots)
        self._chosen: dict[str, Value] = {}
        self._said = 0
        self._warned: set[str] = set()
        """Values of the seat rows that have caused a warning about a known name with a different key."""
        self._wanted_out: set[bytes] = set()
        """Identities of the members that the player has already asked to remove once."""
        self._aside = ""
        self._handed_on = False

    def build(self) -> None:
        """Build the parts of the room screen.

        The seats are at the left. The invitation, the options and the chat are beside them. The status is below the
        title.
        """
        dim_background(self.ui)
        self.title = Label("The room", "accent", 34.0, "title")
        self.words = Label("Opening the room." if isinstance(self.session.plan, HostPlan) else "", "text", "heading",
                           wrap=True, width=590)  # fmt: skip
        self.ui.put(self.title, (42, 640, 700, 50), v="high")
        self.ui.put(self.words, (42, 586, 590, 44), v="high")
        seats = Panel(self._build_seats(), "Seats", 14, region="seats", is_tab_stop=True)
        self.ui.put(seats, (40, 120, 480, 450), v="stretch")
        tabs = {"Join": self._build_invitation(), "Options": self._build_options(), "Chat": self._build_chat()}
        if self.view is not None and self.view.changes:
            tabs["House rules"] = changes_log(self.view.changes)
        self.tabs = Tabs("Room", tabs, grow=1)
        about = Panel(self.tabs, pad=12, region="room", name="Room options")
        self.ui.put(about, (536, 120, 404, 450), v="stretch")
        self.panels = seats, about
        self.leave_button = Button("Leave", self.leave, "back", action="back")
        self.ready_button = Button(
            "Ready", self.toggle_ready, "check", look="primary", action="confirm", size="heading"
        )
        self.ready_button.enabled, self.ready_button.reason = False, "Choose a seat."
        self.ui.put(
            Row(self.leave_button, self.ready_button, gap=10, region="start", is_tab_stop=True), (40, 56, 480, 44)
        )
        self.ui.focus_on(self.ready_button, quiet=True)
        self._show()

    def _build_seats(self) -> Widget:
        numbers = range(1, MAX_SEATS + 1)
        self.rows = [SeatRow(seat) for seat in numbers]
        for row in self.rows:
            row.known = self.known
        self.outs = [Button("Remove", partial(self.remove, seat), "close", look="ghost", size="small", width=94,
                            name=f"Remove seat {seat}") for seat in numbers]  # fmt: skip
        self.takes = [Button("Sit here", partial(self.take_seat, seat), size="small", width=94,
                             name=f"Sit in seat {seat}") for seat in numbers]  # fmt: skip
        self.lines = [Row(row, out, take, gap=8, height=46, align="center")
                      for row, out, take in zip(self.rows, self.outs, self.takes)]  # fmt: skip
        self.level = Choice("How well the bot plays", level_options(), DEFAULT_LEVEL, width=160)
        self.add = Button("Add", self.add_bot, "bot", name="Add a bot")
        game = GAMES[base_name(self.game)]
        self.seats = Stepper("Seats", 4, min(game.seat_counts), max(game.seat_counts), self._resize_table,
                             player_count_words, width=170)  # fmt: skip
        tools = Row(self.seats, Space(grow=1), self.level, self.add, gap=6, height=36)
        self.standing = Label("", "muted", "small", wrap=True, width=440)
        self.half = Button("Join them", self.join_half, size="small", name="Join the other half of the room")
        self.colour = ColourChoice("Your colour", 0, self._set_own_colour, width=250)
        mine = Row(Label("Your colour", "muted", "small", width=90), self.colour, Space(grow=1), height=32,
                   align="center")  # fmt: skip
        return Column(*self.lines, Space(grow=1), self.standing, self.half, mine, tools, gap=6)

    def _build_invitation(self) -> Widget:
        self.addresses = Label("", markup=True, wrap=True, width=370)
        self.code = Label("", "accent", 30.0, "bold", width=370)
        self.aloud = Label("", "text", "body", wrap=True, width=370)
        self.copy = Button("Copy invitation", self.copy_invitation, "copy")
        self.how = Label("", "muted", "small", wrap=True, width=180)
        self.qr = QrPicture(180.0)
        self.hand_out = HandOutDialog(self.session.room.start_hand_out, self.session.room.stop_hand_out)
        guest = Button("A guest has no Tether", lambda: self.hand_out.open(self.ui), "peers")
        return Column(Space(4), Label("Address", "muted", "small"), self.addresses, Space(4),
                      Label("Invite code, and words to read aloud", "muted", "small"), self.code, self.aloud, Space(4),
                      Row(self.qr, Column(self.copy, guest, Space(2), self.how, gap=4), gap=12, align="start"),
                      Space(grow=1), gap=4)  # fmt: skip

    def _build_options(self) -> Widget:
        game = self.view.game if self.view is not None else None
        options = game.options if game is not None else None
        self.rules = OptionsPanel(self._chosen, self._set_options, game=base_name(self.game), options=options)
        self.rules.grow = 1
        return self.rules

    def _build_chat(self) -> Widget:
        self.log = Log("Room chat", grow=1)
        self.field = TextField("Say something", "", "Write to the room", max_length=MOST_CHAT,
                               on_submit=self.send_chat)  # fmt: skip
        return Column(self.log, self.field, gap=6)

    # Messages ---------------------------------------------------------------------------------------------------------

    def update(self, dt: float) -> None:
        """Process the news of the room."""
        for told in self.session.room_news():
            if isinstance(told, MatchBegins):
                self._handed_on = True
                self.on_begin(self.session, told)
                return
            if isinstance(told, StoredSeat):
                self._handed_on = True
                self.on_kept(told)
                return
            if isinstance(told, RoomExclusion):
                self.on_shut(told)
                return
            if isinstance(told, Remark):
                self.words.text = told.words
                self.ui.announcer.announce(told.words)
                continue
            if told.table is not None and told.table.game != self.game:
                self.game = told.table.game
                self.view = told
                self.ui.root.remove(*self.ui.root.children)
                self.build()
            self.view = told
            self._show()
            self._ready_again(told)
            while told.table is not None and self._bots:
                self.session.room.add_bot(self._bots.pop(0), self._names(told.table))

    def _show(self) -> None:
        view = self.view
        table = view.table if view is not None else None
        places = table.places if table is not None else ()
        free = view is not None and table is not None and not view.is_bound
        for panel in self.panels:
            panel.visible = table is not None  # no empty room is shown while still asking
        for seat, row in enumerate(self.rows, 1):
            place = places[seat - 1] if seat <= len(places) else None
            mine = view is not None and seat == view.seat
            row.show(place, mine)
            self.lines[seat - 1].visible = seat <= len(places)
            self._warn(row)
            first = view is not None and place is not None and place.identity == view.first
            self.outs[seat - 1].text = "Go on without" if first else "Remove"
            self.outs[seat - 1].visible = free and place is not None and not mine
            self.takes[seat - 1].visible = free and place is None
        self.words.text = view.status if view is not None else self.words.text
        if view is not None and table is not None:
            self._show_table(view, table)
        self.redraw_all()

    def _warn(self, row: SeatRow) -> None:
        """Warn once if a player with a known name but another key has taken a seat."""
        if row.has_warning and row.who is not None and row.value_text() not in self._warned:
            self._warned.add(row.value_text())
            self.ui.announcer.announce(f"{row.who.name}: not the key that you know under this name.")

    def _show_table(self, view: RoomView, table: RoomTable) -> None:
        self.title.text = f"{table.settings.name}'s room"
        self.seats.value = len(table.places)
        self.ready_button.enabled = bool(view.seat and table.is_full and not view.is_bound)
        self.ready_button.reason = (
            "The match begins." if view.is_bound else "Fill every seat first. Bots can take free seats."
            if view.seat else "Choose a seat."
        )  # fmt: skip
        self.ready_button.text = "Not ready" if view.ready else "Ready"
        self.add.enabled, self.add.reason = not table.is_full, "All seats are taken."
        others = [place for place in table.seated_members if place.identity != view.identity]
        self.colour.taken = frozenset(place.colour for place in others)
        self.colour.chosen = next((p.colour for p in table.seated_members if p.identity == view.identity), 0)
        self.colour.enabled = bool(view.seat) and not view.is_bound
        names = ", ".join(place.name for place in table.standing)
        game = view.game or GAMES[base_name(table.game)]
        words = match_notice(game, len(table.places))
        changed = f"{game.title}: {format_count(len(view.changes), 'change')}, see House rules." if view.changes else ""
        without = f"Without a seat: {names}." if names else ""
        self.standing.text = "\n".join(filter(None, (words, changed, without, view.notes)))
        self.half.visible = bool(view.other_half) and not view.is_bound
        if view.notes != self._aside:
            self._aside = view.notes
            self.ui.announcer.announce(escape(view.notes))
        named = game.options.values_by_name(table.options)
        chosen = {k: v for k, v in named.items() if v != game.options.table[k].default}
        chosen = merge_timer(chosen, table.settings.timer)

        if chosen != self._chosen:
            self._chosen.clear()
            self._chosen.update(chosen)
            self.rules.refresh()
        self._show_invitation(view)
        self._show_chat(view)

    def _show_invitation(self, view: RoomView) -> None:
        self.addresses.text = "\n".join(f"*{escape(address)}*" for address in view.addresses[:4])
        self.hand_out.follow(view.hands_out)
        self.code.text = shown_code(view.code) if view.code else "none needed"
        self.aloud.text = format_words(view.code) if view.code else ""
        self.qr.text = format_invitation(view.invited, view.code) if view.invited else ""
        many = len(view.addresses) > 1
        self.how.text = (
            ("Try the first address first. " if many else "")
            + ("The invitation has two, for both networks. " if len(view.invited) > 1 else "")
            + "In Tether: Join a match. In a terminal:\n"
            + f"tether join {view.addresses[0]}{f' --code {shown_code(view.code)}' if view.code else ''}"
        )

    def _show_chat(self, view: RoomView) -> None:
        if [line.text for line in view.lines] == [line.link for line in self.log.lines]:
            return
        new = len(view.lines) > self._said and bool(view.lines) and view.lines[-1].identity != view.identity
        self._said = len(view.lines)
        self.log.truncate()
        for line in view.lines:
            self.log.append(f"*{escape(line.name)}*  {escape(line.text)}", link=line.text)
        if new:
            last = view.lines[-1]
            self.ui.announcer.announce(f"{escape(last.name)} says: {escape(last.text)}")
            self.tabs.set_badge("Chat", "" if self.tabs.current_title == "Chat" else "!")

    @staticmethod
    def _names(table: RoomTable) -> list[str]:
        return [place.name for place in (*table.seated_members, *table.standing)]

    # Player actions ---------------------------------------------------------------------------------------------------

    def add_bot(self) -> None:
        """Add a bot on a free seat."""
        if self.view is not None and self.view.table is not None:
            self.session.room.add_bot(RequestedBot(self.level.chosen_value), self._names(self.view.table))
            self.ui.announcer.announce("Adding a bot...")

    def take_seat(self, seat: int) -> None:
        """Move to a free seat."""
        self.session.room.take_seat(seat)

    def remove(self, seat: int) -> None:
        """Remove one of our bots, or vote to remove a member.

        Nobody can remove the first member. For that member, the room offers to continue in another room without it.
        """
        place = self.rows[seat - 1].who
        if place is None or self.view is None:
            return
        again = place.identity in self._wanted_out
        self._wanted_out.add(place.identity)
        if place.identity == self.view.first and again:
            self.session.room.continue_without(place.identity)
            return
        self.session.room.vote_out(place.identity)
        if place.by != self.view.identity:
            self.words.text = removal_text(place.name, place.identity == self.view.first, again)
            self.ui.announcer.announce(escape(self.words.text))

    def join_half(self) -> None:
        """Join the members of the room who are not connected to any member on our side."""
        self.session.room.join_half()

    def _ready_again(self, view: RoomView) -> None:
        """Set our seat ready in a rematch once all players are back, unless the player has chosen otherwise."""
        table = view.table
        if not self._mates or table is None or not table.is_full or view.ready or view.is_bound or not view.seat:
            return
        if {place.identity for place in table.seated_members if place.is_person} == self._mates:
            self.session.room.set_ready(True)

    def toggle_ready(self) -> None:
        """Switch between ready and not ready."""
        if self.ready_button.enabled and self.view is not None:
            self._mates = frozenset()
            self.session.room.set_ready(not self.view.ready)

    def send_chat(self, text: str) -> None:
        """Send a line of chat."""
        if text.strip():
            self.session.room.send_chat(text)
            self.field.set("")

    def leave(self) -> None:
        """Leave the room, which continues without this player."""
        self.on_leave()

    def copy_invitation(self) -> None:
        """Copy the invitation, ready to be sent to another player."""
        view = self.view
        if view is not None and view.invited:
            code = f"  code {shown_code(view.code)}" if view.code else ""
            self.ui.clipboard.set(f"{','.join(view.invited)}{code}")
            self.ui.announcer.announce("Copied.")
            self.copy.text = "Copied"

    def _set_own_colour(self, colour: int) -> None:
        self.session.room.set_colour(colour)

    def _resize_table(self, seats: float) -> None:
        self.session.room.set_seats(int(seats))

    def _set_options(self) -> None:
        self.session.room.set_options(self._chosen)

    def key_actions(self) -> KeyActions:
        """Return the key actions: Enter switches to ready, Esc leaves."""
        return {"confirm": self.toggle_ready, "back": self.leave}

    def on_closed(self) -> None:
        """Leave the room when the screen closes, unless the match has begun."""
        if not self._handed_on:
            self.session.close()

"""A match with others: open a room, go to one by its address, and the room itself till everybody is there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial

from client.kit.canvas import Canvas
from client.kit.choice import Choice, Option
from client.kit.fields import TextField
from client.kit.hexes import Rect
from client.kit.layout import Column, Row, Space
from client.kit.numbers import Stepper
from client.kit.panel import Panel
from client.kit.richtext import escape
from client.kit.widget import Widget
from client.kit.widgets import Button, Label, Toggle
from client.screens.backdrop import MenuLike
from client.screens.variants import RulesPanel
from client.session import Begins, Remark, RoomSession, Shut
from client.settings import NAME_LENGTH, Settings
from core.bots import BOTS
from core.games import GAMES
from core.kernel.options import Value
from lobby.identity import fingerprint
from lobby.room import Place
from lobby.sitting import GuestPlan, HostPlan, RoomView
from net.addresses import PORT, BadAddress, parsed
from net.genesis import is_name
from net.invite import BadCode, new_code, normal
from net.invite import shown as shown_code

GAME = "bridgefront"
NAME_RULE = "Letters, digits and punctuation marks, single blanks between"


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

    def plan(self, name: str) -> HostPlan:
        """The room, with an invite code if it is closed."""
        code = (self.code or new_code()) if self.closed else ""
        return HostPlan(GAMES[GAME], self.seats, dict(self.options), name, self.port, code)


@dataclass(slots=True)
class JoinSetup:
    """Where a guest goes, as typed."""

    address: str = ""
    code: str = ""


class Form(MenuLike):
    """A form with a title, a trouble that is said below it, and two buttons."""

    title = ""
    go_text = ""
    go_icon = "play"

    def __init__(self, settings: Settings, on_back: Callable[[], object], trouble: str = "") -> None:
        super().__init__(settings)
        self.on_back, self.trouble = on_back, trouble

    def finish(self, top: float, width: float = 430.0) -> None:
        """Title, trouble and buttons, below a form that ends at `top`."""
        self.words = Label("", "bad", wrap=True, width=width)
        self.ui.put(Panel(self.words, pad=12, box="dialog", name="Trouble"), (40, top - 96, width, 84), v="high")
        self.go = Button(self.go_text, self.submit, self.go_icon, look="primary", does="confirm", size="heading")
        back = Button("Back", self.on_back, "back", does="back")
        self.ui.put(Row(back, self.go, gap=10, region="start", tab_each=True), (40, 60, width, 44))
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

    def named(self) -> str:
        """The name that was typed, or "" after saying what is wrong with it."""
        name = " ".join(self.name.text.split())
        if is_name(name):
            return name
        self.name.error = NAME_RULE
        self.complain("Type the name by which the others shall know you." if not name else f"{NAME_RULE}.")
        self.ui.focus_on(self.name)
        return ""

    def submit(self) -> None:
        """The button below, or Enter."""
        raise NotImplementedError

    def act(self, action: str) -> bool:
        """Enter goes on, Esc goes back."""
        if action == "confirm":
            self.submit()
        elif action == "back":
            self.on_back()
        else:
            return False
        return True


def line(title: str, control: Widget) -> Row:
    """A line of a form."""
    return Row(Label(title, "muted", width=110), control, gap=10, height=34, align="center")


class HostScreen(Form):
    """Opens a room: how many seats, which options, closed or not."""

    title = "Host a match"
    go_text = "Open the room"
    go_icon = "peers"

    def __init__(
        self, settings: Settings, setup: HostSetup, on_open: Callable[[str, HostSetup], object],
        on_back: Callable[[], object], trouble: str = "",
    ) -> None:  # fmt: skip
        super().__init__(settings, on_back, trouble)
        self.setup, self.on_open = setup, on_open

    def build(self) -> None:
        """The form."""
        setup = self.setup
        few, most = min(GAMES[GAME].seat_counts), max(GAMES[GAME].seat_counts)
        self.seats = Stepper("Players", setup.seats, few, most, None, lambda n: f"{n} players", grow=1)
        self.needs_code = Toggle("Guests need an invite code", setup.closed)
        self.port = TextField("UDP port", str(setup.port), str(PORT), longest=5, allowed=str.isdigit, grow=1,
                              on_submit=lambda _t: self.submit())  # fmt: skip
        about = Label(
            "You get an address and a code to tell the others. Free seats can be given to bots. Nobody is the host "
            "any more once the match has begun: every computer checks every other.",
            "muted", "small", wrap=True, width=400,
        )  # fmt: skip
        form = Column(line("Your name", self.name_field()), line("Seats", self.seats), line("Room", self.needs_code),
                      line("UDP port", self.port), Space(4), about, Space(grow=1), gap=8)  # fmt: skip
        self.ui.put(Panel(form, "The room", 14, region="room", tab_each=True), (40, 330, 430, 290), v="high")
        self.variants = RulesPanel(setup.options)
        self.ui.put(self.variants, (484, 120, 440, 500), v="high")
        self.finish(330)
        self.ui.focus_on(self.go if self.settings.name else self.name, quiet=True)

    def submit(self) -> None:
        """Opens the room."""
        name = self.named()
        if not name:
            return
        port = int(self.port.text or PORT)
        if not 1 <= port <= 65535:
            self.port.error = "1 to 65535"
            self.complain("A UDP port is a number from 1 to 65535.")
            return
        self.on_open(name, replace(self.setup, seats=int(self.seats.at), port=port, closed=self.needs_code.on))


class JoinScreen(Form):
    """Goes to a room by the address that its host has told."""

    title = "Join a match"
    go_text = "Join"

    def __init__(
        self, settings: Settings, setup: JoinSetup, on_join: Callable[[str, JoinSetup, GuestPlan], object],
        on_back: Callable[[], object], trouble: str = "", code: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(settings, on_back, trouble)
        self.setup, self.on_join, self._code_first = setup, on_join, code

    def build(self) -> None:
        """The form."""
        self.address = TextField("Address", self.setup.address, f"192.168.1.11:{PORT}", grow=1, longest=80,
                                 on_submit=lambda _t: self.submit())  # fmt: skip
        self.code = TextField("Invite code", self.setup.code, "K7Q2M-9XTR4, or none", grow=1, longest=20,
                              on_submit=lambda _t: self.submit())  # fmt: skip
        about = Label(
            "Whoever hosts the match sees both in the room and tells you: the address of that computer on your "
            "network, and the invite code if the room has one.",
            "muted", "small", wrap=True, width=400,
        )  # fmt: skip
        form = Column(line("Your name", self.name_field()), line("Address", self.address),
                      line("Invite code", self.code), Space(4), about, Space(grow=1), gap=8)  # fmt: skip
        self.ui.put(Panel(form, "Where to", 14, region="room", tab_each=True), (40, 370, 430, 250), v="high")
        self.finish(370)
        first = self.name if not self.settings.name else self.code if self._code_first else self.address
        self.ui.focus_on(first, quiet=True)

    def submit(self) -> None:
        """Goes there."""
        name = self.named()
        if not name:
            return
        try:
            address = parsed(self.address.text)
        except BadAddress as bad:
            self._wrong(
                self.address, str(bad) if self.address.text.strip() else "Type the address that the host tells."
            )
            return
        try:
            code = normal(self.code.text) if self.code.text.strip() else ""
        except BadCode as bad:
            self._wrong(self.code, str(bad))
            return
        self.on_join(name, JoinSetup(self.address.text, self.code.text), GuestPlan(address, name, code))

    def _wrong(self, where: TextField, words: str) -> None:
        where.error = words
        self.complain(words)
        self.ui.focus_on(where)


class SeatRow(Widget):
    """One seat of the room: who has it."""

    role = "seat"

    def __init__(self, seat: int) -> None:
        super().__init__(f"Seat {seat}", grow=1)
        self.seat = seat
        self.who: Place | None = None
        self.mine = False

    def show(self, place: Place | None, mine: bool) -> None:
        """Who has it now."""
        if (place, mine) != (self.who, self.mine):
            self.who, self.mine = place, mine
            self.touch()

    def prefer(self) -> tuple[float, float]:
        """A line."""
        return 300, 44

    def paint(self, canvas: Canvas) -> None:
        """Number, name, fingerprint."""
        r, place = self.rect, self.who
        canvas.box("seat.lit" if self.mine else "panel", r)
        canvas.label(str(self.seat), Rect(r.x + 8, r.y, 26, r.h), f"seat_{self.seat}", "heading", "bold")
        if place is None:
            canvas.label("free", Rect(r.x + 46, r.y, r.w - 60, r.h), "muted", align=0)
            return
        canvas.icon("bot" if place.bot else "fingerprint", Rect(r.x + 42, r.y + r.h / 2 - 8, 16, 16), "muted")
        name = place.name + (" (you)" if self.mine else "")
        canvas.label(name, Rect(r.x + 66, r.y, r.w - 180, r.h), "text", "body", "bold", 0)
        canvas.label(fingerprint(place.identity), Rect(r.x, r.y, r.w - 12, r.h), "muted", "small", align=1)

    def value(self) -> str:
        """Who has it, in words."""
        if self.who is None:
            return "free"
        return f"{self.who.name}, {'bot' if self.who.bot else 'key'} {fingerprint(self.who.identity)}"


class RoomScreen(MenuLike):
    """The room: who is there, how others come, and when it begins."""

    def __init__(
        self, settings: Settings, session: RoomSession, on_begin: Callable[[RoomSession, Begins], object],
        on_shut: Callable[[Shut], object], on_leave: Callable[[], object], bots: tuple[str, ...] = (),
    ) -> None:  # fmt: skip
        super().__init__(settings)
        self.session, self.on_begin, self.on_shut, self.on_leave = session, on_begin, on_shut, on_leave
        self.hosting = isinstance(session.plan, HostPlan)
        self.view: RoomView | None = None
        self._bots = list(bots)
        self._asked = 0
        self._handed_on = False

    def build(self) -> None:
        """Seats at the left, addresses beside them, what is going on above."""
        session = self.session
        self.rows = [SeatRow(seat) for seat in range(1, 7)]
        self.outs = [Button("Remove", partial(session.turn_out, seat), "close", look="ghost", size="small",
                            width=94, name=f"Remove seat {seat}") for seat in range(1, 7)]  # fmt: skip
        self.adds = [Button("Add a bot", self.add_bot, "bot", size="small", width=94, name=f"Bot in seat {seat}")
                     for seat in range(1, 7)]  # fmt: skip
        self.lines = [Row(row, out, add, gap=8, height=46, align="center")
                      for row, out, add in zip(self.rows, self.outs, self.adds)]  # fmt: skip
        levels = [
            Option(name, {"heuristic": "Bots that think", "random": "Wild bots"}.get(name, name)) for name in BOTS
        ]
        self.level = Choice("Bots", levels, "heuristic", width=180)
        few, most = min(GAMES[GAME].seat_counts), max(GAMES[GAME].seat_counts)
        self.seats = Stepper("Seats", 4, few, most, self._resize_table, lambda n: f"{n} players", width=190)
        tools = Row(self.seats, Space(grow=1), self.level, gap=8, height=36)
        tools.visible = self.hosting
        body = Column(*self.lines, Space(grow=1), tools, gap=6)
        self.ui.put(Panel(body, "Seats", 14, region="seats", tab_each=True), (40, 130, 500, 440), v="high")
        self.words = Label("Opening the room." if self.hosting else "", "text", "heading", wrap=True, width=880)
        self.ui.put(self.words, (42, 586, 900, 44), v="high")
        if self.hosting:
            self._build_way_in()
        self.leave_button = Button("Leave", self.leave, "back", does="back")
        self.begin_button = Button(
            "Begin the match", self.begin, "play", look="primary", does="confirm", size="heading"
        )
        self.begin_button.visible = self.hosting
        self.ui.put(Row(self.leave_button, self.begin_button, gap=10, region="start", tab_each=True), (40, 60, 500, 44))
        self.ui.put(Label("The room", "accent", 34.0, "title"), (42, 640, 700, 50), v="high")
        self.ui.focus_on(self.begin_button if self.hosting else self.leave_button, quiet=True)
        self._show()

    def _build_way_in(self) -> None:
        self.addresses = Label("", markup=True, wrap=True, width=330)
        self.code = Label("", "accent", 30.0, "bold", width=330)
        self.copy = Button("Copy address and code", self.copy_way_in, "copy")
        self.how = Label("", "muted", "small", wrap=True, width=330)
        form = Column(Label("Address", "muted", "small"), self.addresses, Space(6),
                      Label("Invite code", "muted", "small"), self.code, Space(6), self.copy, Space(6), self.how,
                      Space(grow=1), gap=4)  # fmt: skip
        self.ui.put(
            Panel(form, "How the others join", 16, region="way in", tab_each=True), (560, 230, 364, 340), v="high"
        )

    # What is heard ----------------------------------------------------------------------------------------------------

    def update(self, dt: float) -> None:
        """Hears the room."""
        super().update(dt)
        for told in self.session.room_news():
            if isinstance(told, Begins):
                self._handed_on = True
                self.on_begin(self.session, told)
                return
            if isinstance(told, Shut):
                self.on_shut(told)
                return
            if isinstance(told, Remark):
                self.words.text = told.words
                self.ui.announcer.say(told.words)
                continue
            self.view = told
            self._show()
            if self.hosting and told.table is not None and self._bots:
                for bot in self._bots:
                    self.session.add_bot(bot)
                self._bots.clear()

    def _show(self) -> None:
        view = self.view
        table = view.table if view is not None else None
        places = table.places if table is not None else ()
        for seat, row in enumerate(self.rows, 1):
            place = places[seat - 1] if seat <= len(places) else None
            mine = view is not None and seat == view.seat
            row.show(place, mine)
            self.lines[seat - 1].visible = seat <= len(places)
            self.outs[seat - 1].visible = self.hosting and place is not None and not mine
            self.adds[seat - 1].visible = self.hosting and place is None
        full = table is not None and table.full
        self.begin_button.enabled = bool(full and table is not None and not table.match)
        self.begin_button.reason = "Every seat must be taken first; bots can take them."
        if view is None or table is None:
            self.words.text = view.words if view is not None else self.words.text
        else:
            self.words.text = view.words
            self.seats.at = len(places)
        if self.hosting and view is not None:
            self._show_way_in(view)
        self.redraw()

    def _show_way_in(self, view: RoomView) -> None:
        self.addresses.text = "\n".join(f"*{escape(address)}*" for address in view.addresses[:4])
        self.code.text = shown_code(view.code) if view.code else "none needed"
        many = len(view.addresses) > 1
        self.how.text = (
            ("Any of these addresses; try the first one first. " if many else "")
            + "In the other program: Join a match. In a terminal:\n"
            + f"tether join {view.addresses[0]}{f' --code {shown_code(view.code)}' if view.code else ''}"
        )

    # What the player does ---------------------------------------------------------------------------------------------

    def add_bot(self) -> None:
        """A bot comes into a free seat."""
        self.session.add_bot(self.level.chosen)
        self.ui.announcer.say("A bot is coming.")

    def begin(self) -> None:
        """The match begins, if everybody is there."""
        if self.begin_button.enabled:
            self.session.begin()

    def leave(self) -> None:
        """Leaves the room."""
        self.on_leave()

    def copy_way_in(self) -> None:
        """Address and code, ready to be sent to somebody."""
        view = self.view
        if view is not None:
            code = f"  code {shown_code(view.code)}" if view.code else ""
            self.ui.clipboard.set(f"{view.addresses[0]}{code}")
            self.ui.announcer.say("Copied.")
            self.copy.text = "Copied"

    def _resize_table(self, seats: float) -> None:
        self.session.set_seats(int(seats))

    def act(self, action: str) -> bool:
        """Enter begins, Esc leaves."""
        if action == "confirm" and self.hosting:
            self.begin()
        elif action == "back":
            self.leave()
        else:
            return False
        return True

    def closed(self) -> None:
        """Who closes the screen leaves the room, unless the match has begun."""
        if not self._handed_on:
            self.session.close()

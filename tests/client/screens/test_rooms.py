"""Opening a room, joining a room, and the room itself, in a real window with a simulated network."""

from __future__ import annotations

import contextlib
import select
import time
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import zxingcpp

from client.app.app import App
from client.app.settings import Settings
from client.app.theme import game_theme
from client.screens.host_form import HostScreen, HostSetup
from client.screens.menu import MenuScreen
from client.screens.room import RoomScreen
from client.screens.rooms import JoinScreen, JoinSetup
from client.session.discovery_thread import DiscoveryThread
from client.session.room_session import MatchBegins, Remark, RoomExclusion, StoredSeat
from client.table.keys import KEYS
from client.ui import theme as themes
from client.ui.keys import Keymap
from core.games.registry import GAMES
from lobby.discovery.broadcast import Broadcaster
from lobby.discovery.discovery import DiscoveredRoom, RoomAnnouncement
from lobby.discovery.responder import Notice
from lobby.hand_out.hand_out import HandOutStatus, OfferedFile
from lobby.players.identity import key_print, print_in_words
from lobby.players.known_players import KnownPlayers
from lobby.room import signed_records
from lobby.room.bots import RequestedBot
from lobby.room.join import RoomView
from lobby.room.join_plan import GuestPlan, HostPlan
from lobby.room.seating import RoomSeat, RoomTable
from net.crypto.primitives import Signer
from net.match.genesis import rules_hash
from net.version import VERSION
from tests.support.client.driver import Driver
from tests.support.lobby.contacts import contact

GAME = GAMES["bridgefront"]
SETTINGS = replace(Settings(), name="Ada", reduced_motion=True)
PATIENCE = 60.0
"""Seconds after which a test is given up."""


def key(number: int) -> bytes:
    """Return an identity."""
    return Signer(bytes([number]) * 32).identity


class Line:
    """Fake session whose room is played by the test; `asked` records the requests of the screen."""

    def __init__(self, plan: HostPlan | GuestPlan) -> None:
        self.plan, self.room = plan, self
        self.news: list[Any] = []
        self.asked: list[tuple[Any, ...]] = []

    def room_news(self) -> list[Any]:
        """Return and clear the news."""
        news, self.news = self.news, []
        return news

    def __getattr__(self, name: str) -> Any:
        return lambda *args: self.asked.append((name, *args))


def view(*names: str, seats: int = 3, words: str = "Waiting.", **rest: Any) -> RoomView:
    """Return Ada's room with these members, as Ada, the first of them, sees it.

    A name that begins with Bot belongs to one of Ada's bots.
    """
    options = GAME.options.complete_values(rest.pop("options", {}))
    there = [place(n, name) for n, name in enumerate(names, 1)]
    settings = signed_records.RoomSettings(1, key(1), "Ada", GAME.name, rules_hash(GAME), seats, 60, options)
    table = RoomTable(settings, (*there, *[None] * (seats - len(there))), rest.pop("standing", ()))
    me = key(rest.pop("seat", 1))
    seen = RoomView(words, table, table.seat_of(me), me, ("192.168.1.11:47801",), "K7Q2M9XTR4")
    rest.setdefault("invited", rest.get("addresses", seen.addresses)[:1])
    return seen._replace(**rest)


def place(number: int, name: str) -> RoomSeat:
    """Return a member of the room."""
    bot = name.startswith("Bot")
    return RoomSeat(key(number), name, "random" if bot else "", key(1) if bot else b"", bot, number)


class Nothing:
    """Empty backdrop, because a board takes long to paint."""

    def __getattr__(self, name: str) -> Any:
        return lambda *args: False


class Bare:
    """Empty backdrop of a menu."""

    update = place = apply_settings = collect_damage = paint = Nothing().any


@pytest.fixture
def look(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> Driver:
    """Set the game's look and keys."""
    monkeypatch.setattr("client.screens.backdrop._get_backdrop", lambda *args: Bare())
    driver.window.keys = Keymap(KEYS)
    themes.set_theme(game_theme())
    return driver


def room(driver: Driver, plan: HostPlan | GuestPlan, **rest: Any) -> tuple[RoomScreen, Line, list[Any]]:
    """Return the screen of the room, its session, and the list of its results."""
    line, done = Line(plan), []
    screen = RoomScreen(
        SETTINGS, line, lambda session, begins: done.append(begins), done.append, lambda: done.append("left"), **rest
    )
    driver.show(screen)
    return screen, line, done


def hear(driver: Driver, line: Line, *news: Any) -> None:
    """Deliver news of the room."""
    line.news += news
    driver.step()
    driver.step()


# Opening a room -------------------------------------------------------------------------------------------------------


def test_a_room_is_opened_with_the_settings_of_the_form(look: Driver) -> None:
    opened: list[Any] = []
    look.show(HostScreen(SETTINGS, HostSetup(), lambda name, setup: opened.append((name, setup)), print))
    look.click("Guests need an invite code")
    look.click("UDP port")
    look.key("CTRL+A")
    look.type("5000")
    look.click("Open the room")
    ((name, setup),) = opened
    plan = setup.plan(name)
    assert (name, plan.seats, plan.port, plan.code) == ("Ada", 4, 5000, "")
    assert len(HostSetup().plan("Ada").code) == 10


def test_a_room_can_be_opened_by_keys(look: Driver) -> None:
    opened: list[Any] = []
    look.show(HostScreen(SETTINGS, HostSetup(seats=2), lambda name, setup: opened.append(setup), print))
    look.key("ENTER")
    assert opened[0].seats == 2


def test_an_invalid_port_and_a_missing_name_are_reported(look: Driver) -> None:
    opened: list[Any] = []
    screen = HostScreen(replace(SETTINGS, name=""), HostSetup(port=0), lambda *a: opened.append(a), print)
    look.show(screen)
    look.click("Open the room")
    assert "Enter the name" in screen.form.words.text and screen.form.name.error
    look.type("Ada")
    look.click("Open the room")
    assert "from 1 to 65535" in screen.form.words.text and not opened


def test_the_form_shows_the_reason_why_a_room_could_not_be_opened(look: Driver) -> None:
    screen = HostScreen(SETTINGS, HostSetup(), print, print, "UDP port 47801 is already in use on this computer.")
    look.show(screen)
    assert screen.form.words.parent.visible and "47801 is already in use" in screen.form.words.text


# Going to one ---------------------------------------------------------------------------------------------------------


def test_a_typed_address_and_code_lead_to_a_room(look: Driver) -> None:
    gone: list[Any] = []
    screen = JoinScreen(SETTINGS, JoinSetup(), lambda name, setup, plan: gone.append(plan), print)
    look.show(screen)
    look.type("192.168.1.11:5000")
    look.click("Invite code")
    look.type("k7q2m 9xtr4")
    look.key("ENTER")
    assert gone == [GuestPlan(("192.168.1.11", 5000), "Ada", "K7Q2M9XTR4")]


@pytest.mark.parametrize(
    ("address", "code", "words"),
    [("", "", "Enter the address"), ("1:2:3", "", "is no address"), ("192.168.1.11", "abc", "is not an invite code")],
)
def test_an_invalid_address_is_explained(look: Driver, address: str, code: str, words: str) -> None:
    gone: list[Any] = []
    screen = JoinScreen(SETTINGS, JoinSetup(address, code), lambda *a: gone.append(a), print)
    look.show(screen)
    look.key("ENTER")
    assert words in screen.form.words.text and not gone


class Heards:
    """Fake listener whose rooms are announced by the test."""

    deaf = False

    def __init__(self, *heard: DiscoveredRoom) -> None:
        self.heard, self.closed = list(heard), False
        self.cups: list[Any] = []

    def tournaments(self) -> list[Any]:
        """Return the announced tournaments."""
        return self.cups

    def rooms(self) -> list[DiscoveredRoom]:
        """Return the announced rooms."""
        return self.heard

    def close(self) -> None:
        """Close the listener."""
        self.closed = True


def heard(number: int, name: str, **changes: Any) -> DiscoveredRoom:
    """Return an announced room."""
    notice = Notice(bytes([number]) * 32, GAME.name, rules_hash(GAME), name, 4, 2, False, b"")._replace(**changes)
    return DiscoveredRoom(
        f"192.168.1.{number}", RoomAnnouncement(5000 + number, notice, (name, "Tomas")[: notice.taken]), 0.0
    )


def test_listed_rooms_are_joined_by_click_and_by_key(look: Driver) -> None:
    gone: list[GuestPlan] = []
    rooms = Heards(heard(1, "Ada"), heard(2, "Bea", rules=bytes(32)), heard(3, "Cem", closed=True))
    screen = JoinScreen(SETTINGS, JoinSetup(), lambda name, setup, plan: gone.append(plan), print, listening=rooms)
    look.show(screen)
    row = screen.heard.content_rect()
    look.click((row.x + 30, row.top - 42))
    assert screen.address.text == "192.168.1.2:5002"
    assert f"rules of another Tether {VERSION}" in screen.form.words.text
    look.key("UP", "ENTER")
    assert [plan.address for plan in gone] == [("192.168.1.1", 5001)]
    look.key("DOWN", "DOWN", "ENTER")
    assert "invite code" in screen.form.words.text and screen.ui.focus is screen.code and len(gone) == 1
    look.type("k7q2m9xtr4")
    look.key("ENTER")
    assert gone[1] == GuestPlan(("192.168.1.3", 5003), "Ada", "K7Q2M9XTR4")
    rooms.heard = [heard(3, "Cem", closed=True)]
    look.step()
    assert [h.announcement.notice.name for h in screen.heard.items] == ["Cem"]
    screen.on_closed()
    assert rooms.closed


def test_a_begun_room_with_our_seat_is_joined_from_the_list(look: Driver) -> None:
    gone: list[GuestPlan] = []
    ours, other = bytes(range(32)), bytes(range(1, 33))
    rooms = Heards(heard(1, "Ada", match=other), heard(2, "Bea", match=ours, closed=True))
    screen = JoinScreen(
        SETTINGS, JoinSetup(), lambda name, setup, plan: gone.append(plan), print, listening=rooms, own={ours}
    )
    look.show(screen)
    row = screen.heard.content_rect()
    look.click((row.x + 30, row.top - 12))
    assert "You cannot join: has begun. You can watch." in screen.form.words.text
    look.click((row.x + 30, row.top - 42))
    assert "You have a seat in this match. Press Join to resume it." in screen.form.words.text
    look.key("ENTER")
    assert [plan.address for plan in gone] == [("192.168.1.2", 5002)]


def test_the_discovery_thread_finds_a_room_while_frames_are_drawn() -> None:
    listening, ada = DiscoveryThread("127.0.0.1"), Signer(bytes(32))
    with contextlib.closing(Broadcaster("127.0.0.1", ada)) as air, contact(ada, b"\x07" * 32) as port:
        air.discovery.announce(heard(7, "Ada").announcement._replace(port=port), time.monotonic())
        listening.start()
        ends = time.monotonic() + PATIENCE
        while b"\x07" * 32 not in [room.announcement.notice.room for room in listening.rooms()]:
            assert time.monotonic() < ends
            select.select(air._receivers, [], [], 0.02)
            air.poll(time.monotonic())
    listening.close()


def test_a_room_whose_match_is_kept_leads_to_it(look: Driver, tmp_path: Path) -> None:
    resumed: list[StoredSeat] = []
    _, line, done = room(look, GuestPlan(("192.168.1.9", 47801), "Ada"), on_kept=resumed.append)
    hear(look, line, StoredSeat(tmp_path, ("192.168.1.9", 47801)))
    assert resumed == [StoredSeat(tmp_path, ("192.168.1.9", 47801))] and not done


# In the room ----------------------------------------------------------------------------------------------------------


def test_members_are_shown_and_every_member_may_change_seats(look: Driver) -> None:
    screen, line, done = room(look, HostPlan(GAME, 3, {}, "Ada"))
    hear(look, line, view("Ada", "Ilse"))
    assert screen.title.text == "Ada's room" and screen.code.text == "K7Q2M-9XTR4"
    assert "192.168.1.11" in screen.addresses.text and not screen.ready_button.enabled
    look.key("ENTER")
    assert not line.asked
    look.click("Sit in seat 3")
    look.click("Add a bot")
    look.click("Remove seat 2")
    assert "most earlier members" in screen.words.text
    assert line.asked == [("take_seat", 3), ("add_bot", RequestedBot("normal"), ["Ada", "Ilse"]), ("vote_out", key(2))]
    hear(look, line, view("Ada", "Ilse", "Bot Anvil"))
    assert (
        screen.rows[1].value_text().startswith("Ilse, key ")
        and screen.rows[2].value_text() == "Bot Anvil, bot: plays at random, ready"
    )
    assert not screen.add.enabled
    look.click("Remove seat 3")
    look.key("ENTER")
    hear(look, line, view("Ada", "Ilse", "Bot Anvil", ready=True))
    assert screen.ready_button.text == "Not ready"
    look.click(screen.ready_button)
    assert line.asked[3:] == [("vote_out", key(3)), ("set_ready", True), ("set_ready", False)]
    begins = MatchBegins(1, None)
    hear(look, line, begins)
    assert done == [begins]
    screen.on_closed()
    assert ("close",) not in line.asked


def test_leaving_the_founder_behind_needs_a_second_press(look: Driver) -> None:
    screen, line, _ = room(look, GuestPlan(("192.168.1.11", 47801), "Ilse"))
    aside = "Tomas wants to go on without Ada."
    hear(look, line, view("Ada", "Ilse", "Tomas", seat=2, first=key(1), notes=aside))
    assert screen.outs[0].text == "Go on without" and screen.outs[2].text == "Remove"
    assert aside in screen.standing.text and look.said[-1] == aside and not screen.half.visible
    look.click("Remove seat 1")
    assert "cannot be removed" in screen.words.text
    look.click("Remove seat 1")
    look.click("Remove seat 3")
    look.click("Remove seat 3")
    assert "on the computer" in screen.words.text
    votes = ("vote_out", key(3)), ("vote_out", key(3))
    assert line.asked == [("vote_out", key(1)), ("continue_without", key(1)), *votes]
    hear(look, line, view("Ada", "Ilse", seat=2, other_half="Gus"))
    look.click("Join the other half of the room")
    assert line.asked[-1] == ("join_half",)


def test_chat_and_options_are_sent_and_received_in_a_room(look: Driver) -> None:
    screen, line, _ = room(look, HostPlan(GAME, 3, {}, "Ada"))
    said = (signed_records.Line(1, key(2), "Ilse", "hello *all*"),)
    hear(look, line, view("Ada", "Ilse", options={"vp_to_win": 6}, lines=said, standing=(place(5, "Tomas"),)))
    assert look.said[-1] == "Ilse says: hello *all*" and screen.tabs.badges["Chat"] == "!"
    assert "Tomas" in screen.standing.text
    screen.tabs.show("Chat")
    look.step()
    look.click(screen.field)
    look.type("hi all")
    look.key("ENTER")
    assert line.asked == [("send_chat", "hi all")] and screen.field.text == ""
    screen.tabs.show("Options")
    look.step()
    assert screen._chosen == {"vp_to_win": 6} and len(line.asked) == 1
    look.click("More")
    assert line.asked[1][0] == "set_options" and line.asked[1][1] != {"vp_to_win": 6}


def test_nothing_can_be_changed_once_the_match_begins(look: Driver) -> None:
    screen, line, _ = room(look, HostPlan(GAME, 3, {}, "Ada"))
    hear(look, line, view("Ada", "Ilse", "Bot Anvil", ready=True, is_bound=True, words="The match begins."))
    look.key("ENTER")
    assert not line.asked and not any(out.visible for out in screen.outs)


def test_requested_bots_join_when_the_room_opens(look: Driver) -> None:
    bots = RequestedBot("random"), RequestedBot("heuristic", "Bot Dusk", 4)
    _, line, _ = room(look, HostPlan(GAME, 3, {}, "Ada"), bots=bots)
    hear(look, line, view("Ada"), view("Ada", "Bot Anvil"))
    assert [asked[:2] for asked in line.asked] == [("add_bot", bot) for bot in bots]


def test_a_rematch_is_ready_once_the_same_players_are_back(look: Driver) -> None:
    """In a rematch of two people and a bot, the player is set ready once exactly these are back.

    This does not happen while one is missing, with a stranger, or after the player has refused.
    """
    _, line, _ = room(look, HostPlan(GAME, 3, {}, "Ada"), mates=frozenset({key(1), key(2)}))
    ready = ("set_ready", True)
    hear(look, line, view("Ada"))
    hear(look, line, view("Ada", "Bot", "Kim"))
    assert ready not in line.asked, "Kim sits in key 3, whom one has not played with"
    hear(look, line, view("Ada", "Ilse", "Bot"))
    assert line.asked.count(ready) == 1
    line.asked.clear()
    hear(look, line, view("Ada", "Ilse", "Bot", ready=True))
    look.click("Ready")
    hear(look, line, view("Ada", "Ilse", "Bot"))
    assert line.asked == [("set_ready", False)]


def test_a_bot_that_cannot_join_is_reported(look: Driver) -> None:
    screen, line, _ = room(look, HostPlan(GAME, 3, {}, "Ada"))
    hear(look, line, view("Ada"), Remark("A bot cannot play: the room is full."))
    assert screen.words.text == "A bot cannot play: the room is full."


def test_a_guest_waits_and_may_leave(look: Driver) -> None:
    screen, line, done = room(look, GuestPlan(("192.168.1.11", 47801), "Ilse"))
    hear(look, line, RoomView("Looking for a room.", None, 0, key(2)))
    assert screen.words.text == "Looking for a room." and not screen.ready_button.enabled
    hear(look, line, view("Ada", "Ilse", seat=2))
    assert screen.rows[1].mine and screen.outs[0].visible and not screen.outs[1].visible
    look.key("ESCAPE")
    assert done == ["left"]
    screen.on_closed()
    assert ("close",) in line.asked


def test_the_reason_for_a_missing_seat_is_shown(look: Driver) -> None:
    _, line, done = room(look, GuestPlan(("192.168.1.11", 47801), "Ilse"))
    hear(look, line, RoomExclusion("The room is full."))
    assert done == [RoomExclusion("The room is full.")]


def test_a_room_of_another_game_has_its_seats_and_its_options(look: Driver) -> None:
    screen, line, done = room(look, GuestPlan(("192.168.1.11", 47801), "Ilse"))
    seen = view("Ada", "Ilse", seat=2)
    assert seen.table is not None
    settings = seen.table.settings._replace(game="midnight", options=("off", "conflict", "off"))
    hear(look, line, seen._replace(table=seen.table._replace(settings=settings)))
    assert not done and screen.game == "midnight"
    assert (screen.seats.low, screen.seats.high) == (3, 5)
    assert [option.name for option in screen.rules.rules.items][2:] == ["escalations", "last_sunset", "pacts"]


# The program ----------------------------------------------------------------------------------------------------------


def test_a_player_joins_a_room_from_the_menu_and_returns_with_the_reason_of_a_failure(
    look: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines: list[Line] = []

    def session(plan: HostPlan | GuestPlan, identity: object, keep: object, known: object) -> Line:
        lines.append(Line(plan))
        return lines[-1]

    monkeypatch.setattr("client.session.room_session.RoomSession", session)
    app = App(look.window, SETTINGS, None, lambda *a: None)
    app.show_menu()
    look.step()
    look.click("Join a match")
    look.type("192.168.1.11")
    look.key("ENTER")
    look.step()
    assert isinstance(look.screen, RoomScreen)
    hear(look, lines[0], RoomExclusion("The room is closed: ask the host for its invite code.", code=True))
    form = look.screen
    assert isinstance(form, JoinScreen) and form.address.text == "192.168.1.11"
    assert "invite code" in form.form.words.text
    assert look.window.screens[0].__class__ is MenuScreen and form.ui.focus is form.code
    assert ("close",) in lines[0].asked
    look.key("ESCAPE")
    look.click("Host a match")
    look.click("Open the room")
    look.step()
    assert isinstance(look.screen, RoomScreen) and isinstance(lines[1].plan, HostPlan) and lines[1].plan.name == "Ada"


def test_a_room_on_the_command_line_opens_at_once(look: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[Line] = []
    monkeypatch.setattr(
        "client.session.room_session.RoomSession", lambda plan, *a: lines.append(Line(plan)) or lines[-1]
    )
    app = App(look.window, SETTINGS, None, lambda *a: None)
    app.show_menu()
    app.rooms.enter_requested(HostPlan(GAME, 2, {"vp_to_win": 6}, "Oda", 5000, "K7Q2M9XTR4"), ["random"])
    assert lines[0].plan == HostPlan(GAME, 2, {"vp_to_win": 6}, "Oda", 5000, "K7Q2M9XTR4")
    app.show_menu()
    app.rooms.enter_requested(GuestPlan(("fd00::2", 5000), "", "K7Q2M9XTR4"))
    assert lines[1].plan == GuestPlan(("fd00::2", 5000), "Ada", "K7Q2M9XTR4")
    app.settings = replace(app.settings, name="")
    app.show_menu()
    app.rooms.enter_requested(GuestPlan(("fd00::2", 5000), ""))
    assert isinstance(look.screen, JoinScreen) and look.screen.address.text == "[fd00::2]:5000"


# People in the room ---------------------------------------------------------------------------------------------------


def test_a_free_colour_is_picked_by_mouse_and_keys(look: Driver) -> None:
    screen, line, _ = room(look, HostSetup().plan("Ada"))
    hear(look, line, view("Ada", "Ilse"))
    x, y = screen.colour.chip_rects()[2].center
    look.click((x, y))
    assert not line.asked  # Ilse has it
    look.click(screen.colour.chip_rects()[4].center)
    assert line.asked == [("set_colour", 4)]
    screen.ui.focus_on(screen.colour)
    look.key("LEFT")
    look.key("LEFT")
    look.key("LEFT")
    assert line.asked[1:] == [("set_colour", 3), ("set_colour", 1)]
    hear(look, line, view("Ada", "Ilse", is_bound=True))
    look.click(screen.colour.chip_rects()[5].center)
    assert len(line.asked) == 3


def test_a_known_name_with_another_key_is_reported_and_marked(look: Driver) -> None:
    known = KnownPlayers()
    known.record_match([("Ilse", key(9)), ("Tomas", key(3))], date(2026, 11, 20))
    screen, line, _ = room(look, HostSetup().plan("Ada"), known=known)
    hear(look, line, view("Ada", "Ilse", "Tomas"))
    said = [words for words in screen.ui.announcer.last if "not the key" in words]
    assert said == ["Ilse: not the key that you know under this name."]
    assert [row.has_warning for row in screen.rows[:3]] == [False, True, False]
    assert "Not the key that you know as Ilse" in screen.rows[1].tip()
    tip = screen.rows[2].tip()
    assert "one match, last on 2026-11-20" in tip and print_in_words(key(3)) in tip
    assert "not the key you know" in screen.rows[1].describe()


def test_an_invitation_is_shown_in_words_and_as_a_qr_code(look: Driver) -> None:
    screen, line, _ = room(look, HostSetup().plan("Ada"))
    hear(look, line, view("Ada"))
    assert screen.aloud.text == "nimble railway oval velvet robin"
    assert screen.qr.text == "tether:192.168.1.11:47801#K7Q2M-9XTR4" == screen.qr.value_text()
    (read,) = zxingcpp.read_barcodes(look.shot())
    assert read.text == screen.qr.text, "a camera reads it off the window"


def test_the_room_shows_a_page_and_a_number_for_guests_without_tether(look: Driver) -> None:
    screen, line, _ = room(look, HostSetup().plan("Ada"))
    hear(look, line, view("Ada"))
    look.click("A guest has no Tether")
    look.click("Hand out Tether")
    assert line.asked[-1] == ("start_hand_out",)
    hear(look, line, view("Ada", hands_out=HandOutStatus("Packing.")))
    assert screen.hand_out.words.text == "Packing." and not screen.hand_out.found.visible
    files = tuple(OfferedFile(name, "7Q2M 9XTR 4K1B C6TD", "3dc5d4ef", ("Changed here: x.",)) for name in ("A", "B"))
    hear(look, line, view("Ada", hands_out=HandOutStatus("Stops at 20:15.", ("http://192.168.1.11:47801/",), files)))
    assert screen.hand_out.number.text == "7Q2M 9XTR 4K1B C6TD"
    assert "3dc5d4ef\nChanged here: x." in screen.hand_out.digits.text
    (read,) = zxingcpp.read_barcodes(look.shot())
    assert read.text == "http://192.168.1.11:47801/", "no invite code in it"
    look.click("Stop handing out")
    assert line.asked[-1] == ("stop_hand_out",)
    hear(look, line, view("Ada", hands_out=HandOutStatus("Stopped.", is_over=True)))
    look.click("Hand out Tether")
    assert line.asked[-1] == ("start_hand_out",)


TWO = ("192.168.1.11:47801", "[2001:db8:1234:5678:9abc:def0:1234:5678]:47801")
"""Long addresses of a host on two networks."""


def test_an_invitation_to_two_networks_is_shown_copied_and_pasted(look: Driver) -> None:
    screen, line, _ = room(look, HostSetup().plan("Ada"))
    hear(look, line, view("Ada", addresses=(*TWO, "172.17.0.1:47801"), invited=TWO))
    screen.tabs.show("Join")
    look.step()
    assert screen.qr.text == f"tether:{','.join(TWO)}#K7Q2M-9XTR4"
    (read,) = zxingcpp.read_barcodes(look.shot())
    assert read.text == screen.qr.text, "a camera reads it off the window"
    look.click("Copy invitation")
    copied = screen.ui.clipboard.get()
    assert copied == f"{','.join(TWO)}  code K7Q2M-9XTR4"
    gone: list[Any] = []
    look.show(form := JoinScreen(SETTINGS, JoinSetup(), lambda name, setup, plan: gone.append((setup, plan)), print))
    for text in (copied, screen.qr.text):
        form.address.set(text)
        form.submit()
    plan = GuestPlan(("192.168.1.11", 47801), "Ada", "K7Q2M9XTR4", others=((TWO[1][1:-7], 47801),))
    assert gone == [(JoinSetup(",".join(TWO), "K7Q2M-9XTR4"), plan)] * 2
    watched: list[Any] = []
    form.on_watch = lambda *where: watched.append(where)
    form.watch_room()
    assert watched == [(plan.addresses, "K7Q2M9XTR4", False)]
    form.address.set("192.168.1.11,192.168.1.12,192.168.1.13")
    form.submit()
    assert "an invitation has one or two" in form.form.words.text and len(gone) == 2


# Another name and key, invitations ------------------------------------------------------------------------------------


def test_the_form_offers_a_temporary_name_and_key(look: Driver) -> None:
    opened: list[Any] = []
    screen = HostScreen(SETTINGS, HostSetup(), lambda name, setup: opened.append((name, setup)), print)
    look.show(screen)
    look.click("Play under a temporary name and key")
    other = screen.form.name.text
    look.click("Open the room")
    ((name, setup),) = opened
    assert name == other != "Ada" and setup.throw_away and setup.plan(name).throw_away
    look.show(again := HostScreen(SETTINGS, setup, print, print))
    assert again.form.secret.on and again.form.name.text not in ("Ada", other)
    look.click("Play under a temporary name and key")
    assert again.form.name.text == "Ada"


def test_a_temporary_identity_does_not_change_the_name_and_key_of_the_player(look: Driver, tmp_path: Path) -> None:
    app = App(look.window, SETTINGS, None, lambda *a: None, tmp_path)
    own = app.person.identity.key
    made: list[Any] = []
    with pytest.MonkeyPatch.context() as patch:
        session = "client.session.room_session.RoomSession"
        patch.setattr(session, lambda plan, who, *rest: made.append((plan, who)) or Line(plan))
        app.rooms._open_as("Quiet Otter", HostSetup(throw_away=True))
        app.rooms._open_as("Zoë", HostSetup())
    (secret, nobody), (plan, me) = made
    assert secret.name == "Quiet Otter" and nobody.key != own and nobody.file is None
    assert plan.name == app.settings.name == app.person.profile().name == "Zoë" and me.key == own


def test_a_copied_invitation_fills_in_address_and_code(look: Driver) -> None:
    gone: list[Any] = []
    look.show(JoinScreen(SETTINGS, JoinSetup(), lambda name, setup, plan: gone.append(plan), print))
    look.type("tether:192.168.1.11:5000#K7Q2M-9XTR4")
    look.key("ENTER")
    look.click("Address")
    look.key("CTRL+A")
    look.type("192.168.1.11:5000  code nimble railway oval velvet robin")
    look.key("ENTER")
    assert gone == [GuestPlan(("192.168.1.11", 5000), "Ada", "K7Q2M9XTR4")] * 2


def test_the_list_of_rooms_marks_known_names_with_other_keys(look: Driver) -> None:
    known = KnownPlayers()
    known.record_match([("Ilse", key(9)), ("Tomas", key(2))], date(2026, 11, 20))
    there = heard(1, "Ilse", taken=2)
    there = there._replace(announcement=there.announcement._replace(prints=(key_print(key(1)), key_print(key(2)))))
    screen = JoinScreen(SETTINGS, JoinSetup(), print, print, listening=Heards(there), known=known)
    look.show(screen)
    assert screen._list_players(there) == "Ilse (?), Tomas"
    assert "Not the key that you know as Ilse" in screen._tip(there) and "Met before" in screen._tip(there)
    screen.fill_in_room(there)
    assert screen.form.words.text == "Ilse: not the key that you know under this name."

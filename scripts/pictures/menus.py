"""Scenes outside a match: menus, rooms, settings, cards and rules."""

from __future__ import annotations

import tempfile
from datetime import date
from pathlib import Path
from typing import Any

from client.table.screens import live_screen
from lobby.hand_out.hand_out import HandOutStatus, OfferedFile
from pictures.scenes import SCENES, scene
from pictures.stage import NAMES, Stage


def top_screen(stage: Stage) -> Any:
    """Return the top screen of the window."""
    return stage.driver.screen


@scene
def menu(stage: Stage) -> None:
    stage.app()
    stage.driver.key("TAB")


@scene
def learn(stage: Stage) -> None:
    stage.app().show_lessons()
    stage.settle()


@scene
def solo(stage: Stage) -> None:
    stage.app().show_solo_form()
    stage.settle()


@scene
def solo_advanced(stage: Stage) -> None:
    stage.app().show_solo_form()
    stage.settle()
    stage.driver.click("Advanced options")
    stage.settle()


@scene
def host(stage: Stage) -> None:
    stage.app().rooms.show_host_form()
    stage.settle()


@scene
def house_rules(stage: Stage) -> None:
    """Show the editor of house rules with some values changed, over the form that opens a room."""
    from client.screens.rules_editor import RulesEditor

    stage.app().rooms.show_host_form()
    stage.settle()
    stage.driver.click("Edit house rules")
    editor = top_screen(stage)
    assert isinstance(editor, RulesEditor)
    editor.draft.set("cards.zap.mana", "2")
    editor.draft.set("decks.market1.copies.cycle_notes", "3")
    for path, steps in (("numbers.start_gold", 3), ("numbers.rounds", -2), ("numbers.hand_size", 1)):
        for _ in range(abs(steps)):
            editor.draft.step(path, 1 if steps > 0 else -1)
    editor.sections.select(0)
    editor._fill()
    stage.settle()


@scene
def join(stage: Stage) -> None:
    stage.app().rooms.show_join_form()
    stage.settle()


@scene
def cards(stage: Stage) -> None:
    stage.app().show_cards()
    stage.settle()


@scene
def cards_search(stage: Stage) -> None:
    stage.app().show_cards()
    stage.driver.click("Search")
    stage.driver.type("bridge")
    stage.settle()


@scene
def rules(stage: Stage) -> None:
    from client.screens.rules import RulesScreen

    stage.app()
    stage.window.push(RulesScreen())
    stage.settle()


def settings_page(title: str) -> None:
    """Register a scene for a page of the settings."""

    def show(stage: Stage) -> None:
        stage.app().show_settings()
        top_screen(stage).tabs.show(title)
        stage.driver.key("TAB")
        stage.settle()

    SCENES[f"settings-{title.lower()}"] = show


for page in ("Display", "Sound", "Keys", "Access", "You"):
    settings_page(page)


@scene
def settings_key_asked(stage: Stage) -> None:
    stage.app().show_settings()
    top_screen(stage).tabs.show("Keys")
    stage.settle()
    stage.driver.click("Change the key")
    stage.settle()


@scene
def settings_reset(stage: Stage) -> None:
    stage.app().show_settings()
    top_screen(stage).tabs.show("You")
    stage.driver.click("Reset all settings")
    stage.settle()


@scene
def rules_search(stage: Stage) -> None:
    from client.screens.rules import RulesScreen

    stage.app()
    stage.window.push(RulesScreen())
    stage.settle()
    stage.driver.click("Search the rules")
    stage.driver.type("bridge")
    stage.settle()


# Rooms ----------------------------------------------------------------------------------------------------------------


def room_screen(stage: Stage, *news: Any, hosting: bool = True) -> Any:
    """Return the screen of a room after these news."""
    from client.screens.host_form import HostSetup
    from client.screens.room import RoomScreen
    from lobby.room.join_plan import GuestPlan
    from tests.client.screens.test_rooms import Line

    program = stage.app()
    line = Line(HostSetup().plan("Ada") if hosting else GuestPlan(("192.168.1.11", 47801), "Ilse", "K7Q2M9XTR4"))
    line.news += news
    screen = RoomScreen(program.settings, line, lambda *a: None, lambda *a: None, lambda: None)  # type: ignore[arg-type]
    stage.window.push(screen)
    stage.settle()
    return screen


def room_view(*names: str, **rest: Any) -> Any:
    """Return a room with these players, as the first of them sees it; a name that begins with Bot is a bot's."""
    from tests.client.screens import test_rooms

    return test_rooms.view(*names, **{"seats": 4, **rest})


WAITING = "2 of 4 seats are taken. Others come by the address, bots by a press."


@scene
def welcome(stage: Stage) -> None:
    stage.app().show_welcome()
    top_screen(stage).name.set("Ada")
    stage.settle()


def show_player_page(stage: Stage, button: str) -> None:
    """Show the page of the player, with two known players, after a click on this button."""
    program = stage.app()
    program.person.known.record_match([("Ilse", bytes(32)), ("Marek", b"m" * 32)], date(2026, 11, 20))
    program.show_settings()
    top_screen(stage).tabs.show("You")
    stage.settle()
    stage.driver.click(button)
    stage.settle()


@scene
def settings_known_players(stage: Stage) -> None:
    show_player_page(stage, "Known players")


@scene
def settings_export(stage: Stage) -> None:
    show_player_page(stage, "Export")


@scene
def room_waiting(stage: Stage) -> None:
    room_screen(stage, room_view("Ada", "Ilse", words=WAITING))


@scene
def room_two_networks(stage: Stage) -> None:
    long = tuple(f"[2001:db8:{part}:5678:9abc:def0:1234:5678]:47801" for part in ("1234", "cafe"))
    room_screen(
        stage,
        room_view("Ada", "Ilse", words=WAITING, addresses=(*long, "10.8.0.4:47801", "172.17.0.1:47801"), invited=long),
    )


HANDED_OUT = (
    OfferedFile("Linux x86_64, Python 3.11", "7Q2M 9XTR 4K1B C6TD", "3dc5d4ef58985b16e8dd"),
    OfferedFile("Windows x86_64, Python 3.12", "0MZ4 QB8N 77HD K2RC", "0529f2bb7da5c0d3b09f"),
)


@scene
def room_hand_out(stage: Stage) -> None:
    words = "Stops at 20:15, or when the match begins. Fetched 1 time."
    offer = HandOutStatus(words, ("http://192.168.1.11:47801/",), HANDED_OUT)
    screen = room_screen(stage, room_view("Ada", "Ilse", words=WAITING, hands_out=offer))
    screen.hand_out.open(screen.ui)
    stage.settle()


@scene
def room_hand_out_asked(stage: Stage) -> None:
    screen = room_screen(stage, room_view("Ada", "Ilse", words=WAITING))
    screen.hand_out.open(screen.ui)
    stage.settle()


@scene
def room_full(stage: Stage) -> None:
    names = ("Ada", "Ilse", "Marek", "Bot Oda", "Priya", "Theodora Wintermarch")
    room_screen(stage, room_view(*names, seats=6, words="Everybody is here. The match begins when all are ready."))


@scene
def room_options(stage: Stage) -> None:
    room_screen(stage, room_view("Ada", "Ilse", words=WAITING, options={"vp_to_win": 10})).tabs.show("Options")
    stage.settle()


@scene
def room_chat(stage: Stage) -> None:
    room_screen(stage, room_view("Ada", "Ilse", words=WAITING)).tabs.show("Chat")
    stage.settle()


@scene
def room_guest(stage: Stage) -> None:
    words = "You are in. The match begins when all are ready."
    room_screen(stage, room_view("Ada", "Ilse", "Bot Oda", seat=2, words=words), hosting=False)


@scene
def room_going(stage: Stage) -> None:
    from lobby.room.join import RoomView

    words = "Knocking at 192.168.1.11:47801. No answer yet: is the other program open, and is the address right?"
    room_screen(stage, RoomView(words, None, 0, b""), hosting=False)


HOST_TROUBLES = {
    "port": "UDP port 47801 is already in use on this computer. Another program or another Tether window uses it.",
    "network": "This computer has no network. A match against bots works without one.",
}
JOIN_TROUBLES = {
    "no-answer": "Nobody answers at 192.168.1.11:47801. Check the address, that both are on the same network, and "
                 "that no firewall stands between.",
    "code": "That is not this room's invite code. Check it and try again.",
    "version": "The program at 192.168.1.11:47801 is newer than yours: everyone needs the same version of Tether.",
    "full": "The room is full.",
}  # fmt: skip


def trouble_scene(way: str, name: str, words: str) -> None:
    """Register a scene of a form that shows the reason for a failure."""

    def show(stage: Stage) -> None:
        program = stage.app()
        program.rooms.show_host_form(words) if way == "host" else program.rooms.show_join_form(words, name == "code")
        stage.settle()

    SCENES[f"{way}-{name}"] = show


for name, words in HOST_TROUBLES.items():
    trouble_scene("host", name, words)
for name, words in JOIN_TROUBLES.items():
    trouble_scene("join", name, words)


@scene
def join_bad_address(stage: Stage) -> None:
    stage.app().rooms.show_join_form()
    stage.driver.click("Address")
    stage.driver.type("192.168.1.999")
    stage.driver.click("Join")
    stage.settle()


# Matches --------------------------------------------------------------------------------------------------------------


def match_folder() -> Path:
    """Return a folder with two unfinished matches and three records."""
    from net.session.saved_match import MATCH, Progress, write_progress

    home = Path(tempfile.mkdtemp(prefix="tether-"))
    for number, where in enumerate(("round 4: action, step 2", "round 1: market")):
        match = home / "matches" / f"{number:016}-1"
        match.mkdir(parents=True)
        (match / MATCH).write_bytes(b"")
        write_progress(match, Progress(NAMES[: 3 + number], 40, where, False))
    (home / "records").mkdir()
    for day, names in ((19, NAMES[:4]), (20, NAMES), (21, NAMES[:2])):
        (home / "records" / f"2026-11-{day} 20.15 {' - '.join(names)}.tether").write_bytes(b"")
    return home


def show_matches(stage: Stage) -> None:
    """Show the list of saved matches."""
    program = stage.app(match_folder())
    program.show_matches()
    stage.settle()


@scene
def my_matches(stage: Stage) -> None:
    show_matches(stage)


@scene
def my_matches_export(stage: Stage) -> None:
    show_matches(stage)
    stage.driver.key("DOWN", "DOWN", "DOWN")
    stage.driver.click("Export")


@scene
def my_matches_delete(stage: Stage) -> None:
    show_matches(stage)
    stage.driver.click("Delete")


@scene
def my_matches_part(stage: Stage) -> None:
    show_matches(stage)
    stage.driver.click("Play on with bots")


@scene
def replay_refused(stage: Stage) -> None:
    stage.app().show_replay(Path(__file__).parents[2] / "LICENSE")
    top_screen(stage).loading.wait(600)
    stage.settle()


# Tournaments ----------------------------------------------------------------------------------------------------------


def show_tournament(stage: Stage, *turns: str, **how: Any) -> None:
    """Show the screen of a tournament, and open these tabs one after the other."""
    from tests.client.screens import test_tournaments

    stage.app()
    screen, _, _ = test_tournaments.shown(stage.driver, test_tournaments.view(**how))
    for name in turns:
        screen.tabs.show(name)
    stage.settle()


@scene
def join_heard(stage: Stage) -> None:
    from client.screens.rooms import JoinScreen, JoinSetup
    from tests.client.screens import test_rooms as t

    stage.app()
    other = {"rules": bytes(32)}
    there = (t.heard(1, "Ada"), t.heard(2, "Ilse", **other, version="0.0.9"), t.heard(3, "Tom", closed=True),
             t.heard(4, "Bea", **other), t.heard(5, "Cem", match=bytes(32)))  # fmt: skip
    screen = JoinScreen(t.SETTINGS, JoinSetup(), print, print, listening=t.Heards(*there))
    stage.driver.show(screen)
    screen.heard.select(1)
    stage.settle()


@scene
def tournaments_heard(stage: Stage) -> None:
    from tests.client.screens import test_tournaments as t

    stage.app()
    there = [t.heard(5, "Friday Cup", closed=True), t.heard(6, "Kitchen league", kind="round robin", round=0)]
    screen, _ = t.listed(stage.driver, t.Ear(*there, t.heard(7, "Old rules", rules=bytes(32))))
    screen.list.select(0)
    stage.settle()


@scene
def tournament_opened(stage: Stage) -> None:
    from client.screens.tournament.tournaments import OpenScreen, OpenSetup

    program = stage.app()
    stage.window.push(OpenScreen(program.settings, OpenSetup("Friday Cup"), lambda *all: None, print))
    stage.settle()


@scene
def tournament_rounds(stage: Stage) -> None:
    show_tournament(stage)


@scene
def tournament_standings(stage: Stage) -> None:
    show_tournament(stage, "Standings", left=250)


@scene
def tournament_ratings(stage: Stage) -> None:
    show_tournament(stage, "Ratings", left=40)


@scene
def tournament_enrolling(stage: Stage) -> None:
    from tests.client.screens import test_tournaments as t

    show_tournament(stage, course=t.course((), ()), ready=False, ranks=(), waiting=("Ada", "Ilse", "Bot Anvil"))


@scene
def tournament_bracket_over(stage: Stage) -> None:
    from tests.client.screens import test_tournaments as t

    tables = (((1, 2), (3, 4), (5, 6), (7, 8)), ((1, 3), (5, 7)), ((1, 5),))
    cup = t.course(t.NAMES[:8], tables, kind="knock-out", is_over=True)
    show_tournament(stage, course=cup, ready=False, ranks=(), waiting=())


# Watching -------------------------------------------------------------------------------------------------------------


@scene
def watch_waiting(stage: Stage) -> None:
    from client.screens.live_loader import SpectateScreen
    from client.session.spectator_session import StatusText
    from tests.client.session.test_spectator_session import Line

    program, line = stage.app(), Line()
    line.to_tell.append(StatusText("The match of Ada's room has not begun yet; waiting for it."))
    stage.window.push(SpectateScreen(line, program.settings, lambda: None, print))  # type: ignore[arg-type]
    stage.settle()


@scene
def watch_live(stage: Stage) -> None:
    from client.games.bridgefront.table import TABLE
    from tests.client.session.test_spectator_session import Line, played

    program, (begun, steps) = stage.app(), played(20)
    screen = live_screen(TABLE, begun, Line(), program.settings, lambda: None, None, steps)  # type: ignore[arg-type]
    stage.window.push(screen)
    stage.settle()
    stage.driver.key("END")
    stage.settle()

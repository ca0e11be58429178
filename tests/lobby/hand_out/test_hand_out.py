"""Handing out from a room: the start on request, the information for the guest, and the end."""

from __future__ import annotations

import asyncio
import hashlib
import re
import threading
from collections.abc import Callable
from dataclasses import replace

import pytest

from lobby.cli.room import RoomReporter
from lobby.hand_out.bundle import Handout
from lobby.hand_out.hand_out import PACKING, STOPPED, HandOut, HandOutStatus, OfferedFile
from lobby.hand_out.page import make_page
from lobby.hand_out.text import status_lines
from lobby.hand_out.wheels import NothingToHandOut
from lobby.room.join import RoomView
from net.transport.udp import run
from tests.lobby.hand_out.test_server import ask, get
from tests.lobby.room.test_join import hosting, joining

FILE = Handout("tether-1-linux-x86_64-py311.pyz", "Linux x86_64, Python 3.11", b"program" * 1000, ("Changed here: x.",))
OFFERED = OfferedFile(FILE.title, FILE.number, FILE.hex_digits, FILE.notes)
HERE = [("192.168.1.11", 47801), ("fd00::2", 47801), ("fe80::1%2", 47801)]


def make(is_over: Callable[[], bool]) -> list[Handout]:
    return [FILE]


async def offered(hands: HandOut) -> HandOutStatus:
    """Return the state once it is no longer packing."""
    while True:
        offer = hands.status(HERE)
        if offer is not None and offer.words != PACKING:
            return offer
        await asyncio.sleep(0.01)


def port_of(offer: HandOutStatus) -> int:
    return int(offer.urls[0].rstrip("/").rpartition(":")[2])


def test_nothing_is_offered_before_handing_out_is_started() -> None:
    assert HandOut(make).status(HERE) is None


def test_handing_out_serves_the_file_until_it_is_stopped() -> None:
    async def main() -> None:
        hands = HandOut(make)
        hands.start("127.0.0.1", 0)
        assert hands.status(HERE) == HandOutStatus(PACKING)
        offer = await offered(hands)
        port = port_of(offer)
        assert offer.urls == (f"http://192.168.1.11:{port}/", f"http://[fd00::2]:{port}/")
        (file,) = offer.files
        assert file.hex_digits == hashlib.sha256(FILE.data).hexdigest()[:20] and file.notes == FILE.notes
        assert re.fullmatch(r"([0-9A-HJKMNP-TV-Z]{4} ?){4}", file.number)
        assert (await ask(port, get(f"/{FILE.name}"))).endswith(FILE.data)
        while "Fetched 1 time." not in (await offered(hands)).words:
            await asyncio.sleep(0.01)
        hands.stop()
        assert hands.status(HERE) == HandOutStatus(STOPPED, is_over=True) and await ask(port, get("/")) == b""
        await hands.wait()
        hands.start("127.0.0.1", 0)
        assert (await offered(hands)).urls
        hands.stop()
        await hands.wait()

    run(main())


def test_handing_out_ends_after_its_lifetime() -> None:
    async def main() -> None:
        hands = HandOut(make, lifetime=0.05)
        hands.start("127.0.0.1", 0)
        await hands.wait()
        assert hands.status(HERE) == HandOutStatus(STOPPED, is_over=True)

    run(main())


def test_leaving_the_room_stops_the_packing() -> None:
    begun = threading.Event()

    def slowly(is_over: Callable[[], bool]) -> list[Handout]:
        begun.set()
        while not is_over():
            pass
        raise NothingToHandOut("It was stopped.")

    async def main() -> None:
        hands = HandOut(slowly)
        hands.start("127.0.0.1", 0)
        while not begun.is_set():
            await asyncio.sleep(0.01)
        hands.stop()
        await hands.wait()

    run(main())


def test_a_failure_of_handing_out_is_explained_in_a_sentence() -> None:
    def fail(is_over: Callable[[], bool]) -> list[Handout]:
        raise NothingToHandOut("Tether is not installed here.")

    async def main() -> None:
        hands = HandOut(fail)
        hands.start("127.0.0.1", 0)
        assert await offered(hands) == HandOutStatus("Tether is not installed here.", is_over=True, is_trouble=True)
        hands = HandOut(make)
        hands.start("198.51.100.1", 0)  # no address of this computer
        assert (await offered(hands)).words.startswith("Tether cannot be handed out: ")

    run(main())


def test_the_terminal_shows_the_address_the_number_and_changed_files() -> None:
    offer = HandOutStatus("Stops at 20:15.", ("http://192.168.1.11:47801/",), (OFFERED,))
    said = status_lines(offer)
    assert said[0] == "A guest without Tether opens http://192.168.1.11:47801/"
    assert FILE.number in said[1] and FILE.hex_digits in said[1] and said[2] == "Changed here: x."
    assert status_lines(HandOutStatus(PACKING)) == [PACKING]


def test_the_page_lists_files_and_steps_but_not_the_number() -> None:
    shown = make_page([FILE], "192.168.1.11:47801").decode()
    assert f'href="/{FILE.name}"' in shown and f"python3 {FILE.name} 192.168.1.11:47801" in shown
    assert f"sha256sum {FILE.name}" in shown and "script" not in shown
    assert FILE.number not in shown and FILE.hex_digits not in shown


@pytest.mark.parametrize(("title", "words"), [("Windows x86_64, Python 3.12", "certutil"), ("macOS arm64", "shasum")])
def test_the_page_has_a_command_for_each_system(title: str, words: str) -> None:
    assert words in make_page([Handout("tether.pyz", title, b"")]).decode()


def test_the_page_escapes_the_texts_that_it_shows() -> None:
    shown = make_page([Handout("a<b>.pyz", "Linux <i>", b"")], "<b>").decode()
    assert "<b>" not in shown and "<i>" not in shown


# In a room ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("from_start", [True, False])
def test_a_room_hands_out_until_the_match_begins(from_start: bool) -> None:
    async def main() -> None:
        member, seen = hosting(2)
        member.plan = replace(member.plan, hand_out=from_start)
        member.hand_out = HandOut(make)
        staying = asyncio.create_task(member.run())
        await seen.until(lambda view: view.table is not None)
        if not from_start:
            assert seen.views[-1].hands_out is None
            member.start_hand_out()
        offer = (await seen.until(lambda view: view.hands_out and view.hands_out.urls)).hands_out
        assert offer is not None
        port = port_of(offer)
        assert f"{FILE.name} 127.0.0.1:{member.contact[1]}" in (await ask(port, get("/"))).decode()
        guest, _ = joining(member.contact[1])
        begun = await asyncio.gather(staying, guest.run())
        assert all(begun) and await ask(port, get("/")) == b""
        for one in begun:
            assert one is not None
            one.close()
            one.sock.close()

    run(main())


def test_leaving_the_room_ends_handing_out() -> None:
    async def main() -> None:
        member, seen = hosting(3)
        member.hand_out = HandOut(make)
        staying = asyncio.create_task(member.run())
        await seen.until(lambda view: view.table is not None)
        member.start_hand_out()
        offer = (await seen.until(lambda view: view.hands_out and view.hands_out.urls)).hands_out
        assert offer is not None and (await ask(port_of(offer), get("/"))) != b""
        member.leave()
        assert await staying is None and await ask(port_of(offer), get("/")) == b""

    run(main())


def test_the_terminal_prints_the_offer_once_and_then_only_changes() -> None:
    said: list[str] = []
    tell = RoomReporter(lambda kind, words, **_: said.append(words), False, picture=True)
    offer = HandOutStatus("Stops at 20:15.", ("http://192.168.1.11:47801/",), (OFFERED,))
    for words in ("Stops at 20:15.", "Stops at 20:15. Fetched 1 time."):
        tell(RoomView("Waiting.", None, 1, b"", hands_out=offer._replace(words=words)))
    assert said.count("A guest without Tether opens http://192.168.1.11:47801/") == 1
    assert (
        said[-1] == "Stops at 20:15. Fetched 1 time." and "The page for a guest without Tether, as a picture:" in said
    )

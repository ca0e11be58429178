"""Every Python version judges signed bytes alike, despite other Unicode tables (PROTOCOL 17.16, 17.18)."""

from __future__ import annotations

import ast
import unicodedata
from typing import Any

import msgpack
import pytest

from core.engine.codec import MAX_STR, BadEncodingError, dec, enc
from lobby.room.chat import Chat
from lobby.room.signed_records import Line, clean_line, read_line, sign_line
from net.crypto.match_keys import seat_seeds_from_text
from net.crypto.primitives import Signer
from net.match.genesis import BadCard, Terms, is_name, make_card, read_card
from net.proofs import evidence
from net.proofs.evidence import judge
from net.records.record import pack, unpack
from net.records.verification import verify
from net.replication.entries import Kind
from net.replication.entry_log import MemoryEntryLog
from net.replication.feeds import AddResult, Feeds
from net.seat.driver import Driver
from net.seat.signer import SeatSigner
from net.session.runner import match_record, play_local
from tests.support.net.tables import drivers, play
from tests.support.net.toys import POT, TRICKS, First
from tests.support.sources import imported, modules, nodes

TYPED = "net/text/normalization.py"
"""The one module that uses Python's tables, for typed text before it is signed."""
ODD = [
    "e\u0301",  # é in two letters
    "\u212b",  # another Å
    "\u1100\u1161",  # a syllable in two letters
    "a\U0001e08f\u0323",  # marks in an order that is the usual one up to Unicode 14, and is not from 15 on
    "a\u0897\u0323",  # the same for Unicode 16
    "a\U0010ffff\u0378",  # no letters
    "\x00\x1b[31m\u202e",
]
"""Texts whose NFC status differs between Pythons, and others that are never in NFC."""
ASKS_PYTHON = {
    *("isalnum", "isalpha", "isdecimal", "isdigit", "isidentifier", "islower", "isnumeric", "isprintable", "isspace"),
    *("istitle", "isupper", "casefold", "swapcase"),
}
ABOUT_NOTHING_SIGNED = {
    "net/channels/addresses.py": {"isalnum", "isdecimal"},  # of what is ASCII
    "net/records/chunk_file.py": {"isdigit"},  # of bytes, where a digit is ASCII
    "net/text/filenames.py": {"isalnum"},  # a path that is suggested
    "net/text/sanitizer.py": {"isprintable"},  # of what is ASCII
    "net/session/saved_match.py": {"isprintable"},  # of what is ASCII
    "lobby/tournament/app/runner.py": {"isprintable"},  # of what is ASCII
    "lobby/tournament/app/finder.py": {"casefold"},  # what somebody looks for
    "net/crypto/private_chat.py": {"casefold"},  # a seat named by its player
}


def test_signed_texts_do_not_depend_on_pythons_unicode_tables() -> None:
    files = modules("core", "net", "lobby", "client")
    assert [path for path in files if "unicodedata" in imported(path)] == [TYPED]
    unsigned = ("client/", "core/bots/", "core/games/bridgefront/", "core/games/midnight/")
    signed = [path for path in files if not path.startswith(unsigned) and "/bot/" not in path]
    asked = {path: {node.attr for node in nodes(path) if isinstance(node, ast.Attribute)} for path in signed}
    wrong = {path: names & ASKS_PYTHON - ABOUT_NOTHING_SIGNED.get(path, set()) for path, names in asked.items()}
    assert {path: names for path, names in wrong.items() if names} == {}


@pytest.fixture(params=["this Python", "another Python"])
def python(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the name of this Python, or of a simulated one with a different Unicode table for every letter."""
    if request.param == "another Python":
        monkeypatch.setattr(unicodedata, "normalize", lambda form, text: text[::-1] + "\u0301")
        monkeypatch.setattr(unicodedata, "is_normalized", lambda form, text: False)
        monkeypatch.setattr(unicodedata, "category", lambda letter: "Cn")
        monkeypatch.setattr(unicodedata, "name", lambda letter, *default: "CYRILLIC")
        monkeypatch.setattr(unicodedata, "combining", lambda letter: 230)
    return str(request.param)


@pytest.mark.parametrize("text", [*ODD, "Ada", "愛", "x" * MAX_STR])
def test_the_codec_round_trips_unnormalised_text(text: str, python: str) -> None:
    assert dec(enc([text])) == [text] and enc(dec(enc([text]))) == enc([text])


@pytest.mark.parametrize(
    "data",
    [
        *(b"\xa1\xff", b"\xa2\xc0\x80", b"\xa3\xed\xa0\x80", b"\xa4\xf4\x90\x80\x80", b"\xd9\x01a", b"\xa2\xc3"),
        msgpack.packb("x" * (MAX_STR + 1)),
        msgpack.packb("é" * (MAX_STR // 2 + 1)),
    ],
)
def test_the_codec_refuses_invalid_or_too_long_text(data: bytes, python: str) -> None:
    with pytest.raises(BadEncodingError):
        dec(data)


def said_by(driver: Driver, text: str) -> evidence.Evidence:
    """Return the evidence of a peer that cannot read a line of chat."""
    assert driver.protocol is not None
    feeds = Feeds(driver.feeds.match, driver.feeds.identities)
    for entry in driver.feeds.feed_of(3)[:2]:
        assert feeds.add(entry) is AddResult.NEW
    own = SeatSigner(driver.at, driver.protocol.table.genesis, feeds, MemoryEntryLog(), lambda entry: None)
    return evidence.broken_evidence(driver.cards, 3, own.publish(Kind.CHAT, [text]).stored)


def test_the_letters_of_a_chat_line_never_convict_its_author(monkeypatch: pytest.MonkeyPatch) -> None:
    """The letters of a chat line never convict its author: one file has one verdict.

    An earlier version acquitted under Python 3.11 and convicted under 3.13.
    """
    driver = play(drivers(POT, 4)).drivers[3]
    files = [said_by(driver, text).pack() for text in ODD]
    here = [judge(file, {POT.name: POT}) for file in files]
    monkeypatch.setattr(unicodedata, "normalize", lambda form, text: text[::-1] + "\u0301")
    there = [judge(file, {POT.name: POT}) for file in files]
    assert here == there and not any(judged.proves for judged in here)


def test_a_match_with_unusual_chat_lines_verifies(python: str) -> None:
    class Chats(SeatSigner):
        """Seat that signs lines nobody would type."""

        def publish_commit(self, *said: Any) -> None:
            if not self.feeds.feed_of(self.seat)[1:]:
                for text in ODD:
                    self.publish_chat(text)
            super().publish_commit(*said)

    table = drivers(TRICKS, 3, cheats={2: type("DriverChats", (Driver,), {"signer_class": Chats})})
    net = play(table)
    first = net.drivers[1]
    assert first.finished is not None and first.protocol is not None
    assert [line.text for line in first.protocol.table.chat] == ODD
    report = verify(unpack(pack(match_record(first, "test"))), TRICKS)
    assert report.complete and report.digest == first.finished.digest


def test_only_the_author_normalises_a_chat_line() -> None:
    """The author normalises a chat line once; readers do not."""
    signer = Signer(bytes(32))
    chat = Chat(bytes(32), signer)
    signed = chat.sign_line("Ada", "e\u0301\u202e!", 0.0)
    assert signed is not None and read_line(bytes(32), signed[0]).text == "é!"
    driver = play(drivers(POT, 2), until=0.3).drivers[1]
    assert driver.protocol is not None
    told: list[str] = []
    driver.protocol.own.publish_chat = told.append  # type: ignore[method-assign, assignment]
    for text in ("e\u0301", "\ud800"):
        driver.chat(text)
    assert told == ["é", "?"]


@pytest.mark.parametrize("text", ["é", "e\u0301", "a\U0001e08f\u0323", "well played!", "愛"])
def test_a_room_chat_line_reads_back_unchanged(text: str, python: str) -> None:
    signer = Signer(bytes(32))
    data, _ = sign_line(bytes(32), Line(1, signer.identity, "Ada", text), signer)
    assert clean_line(text) == text and read_line(bytes(32), data).text == text


@pytest.mark.parametrize(
    "text", ["a\u202e", " a", "a\n", "a\u0378", "a\u0897", "a\U0001fadd", "\u200b", "a" + "\u0301" * 3]
)
def test_an_unclean_chat_line_is_invalid_for_every_peer(text: str, python: str) -> None:
    """An unclean line is invalid for every peer.

    U+0897 and U+1FADD are letters only in later Unicode versions than that of Tether's tables.
    """
    signer = Signer(bytes(32))
    with pytest.raises(BadEncodingError):
        read_line(bytes(32), sign_line(bytes(32), Line(1, signer.identity, "Ada", text), signer)[0])


NAMES = {"Zoë": True, "Ада": True, "愛": True, "Аda": False, "A\u0308": False, "A\u1160": False, "\u1c89": False}


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_valid_for_every_peer_or_for_none(name: str, python: str) -> None:
    """A name is valid for all peers or for none: U+1C89 is a Cyrillic letter only since Unicode 16."""
    assert is_name(name) == NAMES[name]
    seats = [seat_seeds_from_text("alike", seat) for seat in (1, 2)]
    signers = [Signer(seat.identity) for seat in seats]
    terms = Terms(bytes(32), "pot", bytes(32), (), tuple(signer.identity for signer in signers))
    card = make_card(terms, 1, name, seats[0], signers[0])
    if NAMES[name]:
        assert read_card(card).name == name
    else:
        with pytest.raises(BadCard, match="its name is not valid"):
            read_card(card)


def test_a_match_refuses_a_player_name_of_mixed_scripts() -> None:
    """No match begins with a name in two scripts, although matches and tournaments once accepted such names."""
    with pytest.raises(BadCard, match="no name"):
        play_local(POT, 2, {}, None, [First()] * 2, names=["Ada", "Аda"])

"""Private chat lines: only sender and receiver can read one, the others see that there was one (11.2).

The length reveals nothing.
"""

from __future__ import annotations

from typing import Any

import pytest

from net.crypto import private_chat
from net.crypto.primitives import encrypt
from net.match.events import Accusation, ChatMessage
from net.records.verification import verify
from net.replication.entries import Kind
from net.seat.signer import SeatSigner
from net.session.runner import match_record
from net.transport.simulated import SimulatedNetwork
from tests.net.session.test_matches import human
from tests.support.net.cheats import signing
from tests.support.net.tables import drivers
from tests.support.net.toys import POT, TRICKS

PAIR, MATCH = bytes(range(32)), b"\x11" * 32
BLANK = bytes(private_chat.LENGTH)


def box(text: str, seq: int = 5, to: int = 3) -> bytes:
    """Return a private line of seat 1."""
    return private_chat.seal_line(bytes(32), PAIR, MATCH, 1, to, seq, text)


def test_private_lines_have_equal_length_and_differ_even_for_equal_texts() -> None:
    boxes = [box(text, seq) for seq, text in enumerate(("x", "x", "é" * 250, "longer than that"))]
    assert {len(one) for one in boxes} == {private_chat.LENGTH} and len(set(boxes)) == len(boxes)
    assert private_chat.open_line(PAIR, MATCH, 1, 3, boxes[2]) == "é" * 250


@pytest.mark.parametrize("at", [0, 15, 16, 17, 300, private_chat.LENGTH - 1])
def test_a_private_line_with_changed_bytes_cannot_be_read(at: int) -> None:
    spoiled = bytearray(box("trust me"))
    spoiled[at] ^= 1
    assert private_chat.open_line(PAIR, MATCH, 1, 3, bytes(spoiled)) == ""


def test_a_private_line_is_readable_only_by_sender_and_receiver() -> None:
    for pair, match, seat, to in ((bytes(32), MATCH, 1, 3), (PAIR, bytes(32), 1, 3), (PAIR, MATCH, 3, 1)):
        assert private_chat.open_line(pair, match, seat, to, box("trust me")) == ""


@pytest.mark.parametrize(
    "plain",
    [b"\0\3abc", b"\1\xf5" + bytes(500), b"\0\1ab" + bytes(498), b"\0\2\xff\xfe" + bytes(498)],
    ids=["short", "too long", "not padded", "no text"],
)
def test_a_line_from_a_tampered_client_is_unreadable_without_error(plain: bytes) -> None:
    salt = bytes(16)
    made = salt + encrypt(private_chat._line_key(PAIR, MATCH, 1, 3, salt), plain, [MATCH, 1, 3])
    assert private_chat.open_line(PAIR, MATCH, 1, 3, made) == ""


@pytest.mark.parametrize(
    "typed", ["/to", "/to ", "/to Ada hello", "/to Ben", "/to Cleo hello", "/to 1 hello", "/to 9 hello", "/to nobody x"]
)
def test_a_private_line_without_a_receiver_is_not_sent(typed: str) -> None:
    with pytest.raises(ValueError):
        private_chat.parse_line(typed, 1, ("Ada", "Ben", "Cleo", "Cleo"))


def said(net: SimulatedNetwork, seat: int) -> list[ChatMessage]:
    return [report for report in net.reports[seat] if isinstance(report, ChatMessage)]


def test_a_private_line_reaches_its_receiver_and_counts_as_chat() -> None:
    table = human(3)
    net = SimulatedNetwork(table)
    net.run(until=5.0, is_done=lambda: table[2].question is not None)
    table[2].chat("to all")
    table[2].chat("trust me", 3)
    for line in range(198):
        table[2].chat(f"line {line}", 1)
    for to in (0, 1):
        with pytest.raises(ValueError, match="enough"):
            table[2].chat("one more", to)
    net.run(until=net.now + 30.0, is_done=lambda: all(len(said(net, seat)) == 200 for seat in (1, 2, 3)))
    assert said(net, 3)[:3] == [ChatMessage(2, "to all"), ChatMessage(2, "trust me", 3), ChatMessage(2, "", 1)]
    assert said(net, 2)[1:3] == [ChatMessage(2, "trust me", 3), ChatMessage(2, "line 0", 1)], (
        "the own client reads its own"
    )
    assert said(net, 1)[1:3] == [ChatMessage(2, "", 3), ChatMessage(2, "line 0", 1)]
    for wrong in (2, 4, -1):
        with pytest.raises(ValueError):
            table[2].chat("hello", wrong)
    stored = b"".join(entry.stored for entry in table[1].feeds.feed_of(2))
    assert b"to all" in stored and b"trust me" not in stored
    assert verify(match_record(table[1]), TRICKS).digest == table[1].state.digest()


class SaysWrong(SeatSigner):
    """A seat that publishes malformed private lines."""

    body: Any = None

    def publish_chat(self, text: str) -> None:
        self.publish(Kind.PRIVATE, self.body)


@pytest.mark.parametrize(
    "body",
    [
        [3, bytes(private_chat.LENGTH)],
        [0, bytes(private_chat.LENGTH)],
        [4, bytes(private_chat.LENGTH)],
        [1, b"short"],
        [1],
        ["1", b""],
    ],
    ids=["itself", "nobody", "who is not there", "length", "shape", "types"],
)
def test_a_malformed_private_line_is_void_and_its_sender_is_named(body: Any) -> None:
    kind = type("Says", (SaysWrong,), {"body": body})
    table = drivers(POT, 3, cheats={3: signing(kind)}, goal=3)
    net = SimulatedNetwork(table)
    net.run(is_done=lambda: bool(table[3].state is not None and table[3].feeds.feed_of(3)))
    table[3].chat("anything")

    def accused() -> list[Accusation]:
        return [report for report in net.reports[1] if isinstance(report, Accusation)]

    net.run(until=net.now + 5.0, is_done=lambda: bool(accused()))
    assert [(one.seat, one.kind) for one in accused()] == [(3, "form")] and not said(net, 1)


def test_an_undecryptable_private_line_is_shown_as_unreadable_and_the_match_continues() -> None:
    kind = type("Says", (SaysWrong,), {"body": [1, BLANK]})
    table = drivers(POT, 3, cheats={3: signing(kind)}, goal=3)
    net = SimulatedNetwork(table)
    net.run(is_done=lambda: bool(table[3].state is not None and table[3].feeds.feed_of(3)))
    table[3].chat("anything")
    assert net.run()
    assert said(net, 1) == [ChatMessage(3, "", 1)] and table[1].finished is not None

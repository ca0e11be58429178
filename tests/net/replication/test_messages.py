"""Messages and their encoding: any bytes may arrive."""

from __future__ import annotations

from typing import Any

import msgpack
import msgpack.fallback
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.engine import codec
from core.engine.codec import BadEncodingError, dec, enc
from net.replication import messages
from net.replication.batch_verification import MAX_AHEAD
from net.replication.messages import Card, Fields, Heads, Hello, Part, Soft, Want
from net.replication.sync import HELD_BYTES
from tests.support.decoders import DECODERS
from tests.support.net.message_examples import examples
from tests.support.net.tables import drivers, play, sent_by
from tests.support.net.toys import POT

ID = bytes(range(32))
MESSAGES: list[messages.Message] = examples(messages.TABLE, [
    Heads(ID, ((3, b"12345678"), (0, b""))),
    Part(ID, 1, 7, 0, 2, b"abc"),
    Want(ID, 2, 3, 9),
    Soft(b"abc", bytes(64)),
    Fields(ID, 4, (b"12345678", b"abcdefgh")),
    Hello(ID, 2, ID, "Ada", (1, 2)),
    Card(b"abc", bytes(64)),
])  # fmt: skip
KINDS = {declared: number for number, declared in messages.TABLE.kinds.items()}
"""Numbers of the kinds of messages."""


def plain_values() -> st.SearchStrategy[Any]:
    leaves = st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.binary(max_size=40) | st.text(max_size=8)
    return st.recursive(leaves, lambda items: st.lists(items, max_size=8), max_leaves=20)


def packed(value: Any) -> bytes:
    """Return the bytes of a value, or no bytes if it is not plain."""
    try:
        return enc(value)
    except BadEncodingError:
        return b""


def test_every_kind_of_message_has_an_example_and_is_fuzzed_as_a_datagram() -> None:
    fuzzed = {type(said) for datagram in DECODERS["datagram"].seeds() for said in messages.read(datagram)}
    assert {type(said) for said in MESSAGES} == fuzzed == {*KINDS}


@pytest.mark.parametrize("said", MESSAGES, ids=lambda said: type(said).__name__)
def test_every_message_reads_back_as_sent(said: messages.Message) -> None:
    (datagram,) = messages.pack_datagrams([messages.pack_message(said)])
    assert messages.read(datagram) == [said]


def test_small_messages_share_datagrams_and_no_datagram_is_too_long() -> None:
    many = [messages.pack_message(said) for said in MESSAGES * 10]
    many += [messages.pack_message(Part(ID, 1, 1, 0, 1, bytes(messages.PART)))] * 3
    packed = list(messages.pack_datagrams(many))
    assert [said for datagram in packed for said in messages.read(datagram)] == [
        messages.read(_one(m))[0] for m in many
    ]
    assert all(len(datagram) <= messages.MAX_DATAGRAM for datagram in packed)
    assert len(packed) < len(many) / 4


def _one(packed: bytes) -> bytes:
    return next(messages.pack_datagrams([packed]))


@settings(max_examples=300)
@given(st.binary(max_size=1300))
def test_arbitrary_bytes_are_either_read_as_messages_or_refused(data: bytes) -> None:
    _read_or_refuse(data)
    _read_or_refuse(b"\x01" + data)


@settings(max_examples=300)
@given(plain_values())
def test_arbitrary_values_are_either_read_as_messages_or_refused(value: Any) -> None:
    for inner in (value, [value], [[1, value]], [[value, value]]):
        try:
            data = b"\x01" + enc(inner)
        except UnicodeEncodeError:
            return
        _read_or_refuse(data)


def _read_or_refuse(data: bytes) -> None:
    try:
        said = messages.read(data)
    except BadEncodingError:
        return
    assert all(isinstance(message, tuple) for message in said)


@settings(max_examples=200)
@given(st.sampled_from(MESSAGES), st.data())
def test_a_message_with_a_random_field_is_either_read_or_refused(said: Any, data: st.DataObject) -> None:
    fields = list(messages.read(_one(messages.pack_message(said)))[0])
    at = data.draw(st.integers(0, len(fields) - 1))
    fields[at] = data.draw(plain_values())
    try:
        packed = enc([KINDS[type(said)], *fields])
    except UnicodeEncodeError:
        return
    _read_or_refuse(_one(packed))


# -- the codec under hostile bytes (invariant 16) --


LOOSE = [
    "cc05",
    "d9016b",
    "c40100",
    "c5000100",
    "dc000101",
    "d200000005",
    "cb3ff0000000000000",
    "8101c0",
    "d40100",
    "c1",
]
"""Bytes that a lenient reader accepts.

They are longer forms of integers and lengths, a float, a map, an extension and nothing.
"""


def canonical(data: bytes) -> None:
    """Check that `dec` accepts exactly the bytes that `enc` makes of its result (invariant 16)."""
    try:
        value = dec(data)
    except BadEncodingError:
        return
    assert enc(value) == data


@settings(max_examples=400)
@given(st.binary(max_size=200) | st.sampled_from(list(map(bytes.fromhex, LOOSE))))
def test_the_codec_accepts_only_canonical_bytes(data: bytes) -> None:
    canonical(data)


@pytest.mark.parametrize("loose", LOOSE)
def test_the_codec_refuses_non_canonical_encodings(loose: str) -> None:
    if loose != "c40100":  # one byte in the shortest form there is
        with pytest.raises(BadEncodingError):
            dec(bytes.fromhex(loose))


def test_a_codec_that_skips_the_canonical_check_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    class Same(bytes):
        def __ne__(self, other: object) -> bool:
            return False

        __eq__, __hash__ = bytes.__eq__, bytes.__hash__

    monkeypatch.setattr(codec, "enc", lambda value: Same(enc(value)))
    with pytest.raises(AssertionError):
        for loose in LOOSE:
            canonical(bytes.fromhex(loose))


@given(plain_values())
def test_an_encoded_value_decodes_to_the_same_value(value: Any) -> None:
    try:
        data = enc(value)
    except BadEncodingError:
        return
    assert dec(data) == value


def read_by(form: str, data: bytes) -> str:
    """Return in words the result of `dec` with one of the two forms of msgpack."""
    with pytest.MonkeyPatch.context() as patch:
        if form == "pure":
            patch.setattr(msgpack, "unpackb", msgpack.fallback.unpackb)
            patch.setattr(codec, "_pack", msgpack.fallback.Packer(use_bin_type=True, autoreset=True).pack)
        try:
            return repr(dec(data))
        except BadEncodingError:
            return "refused"


@settings(max_examples=300)
@given(st.binary(max_size=120) | plain_values().map(packed) | st.sampled_from(list(map(bytes.fromhex, LOOSE))))
def test_both_msgpack_decoders_give_the_same_result(data: bytes) -> None:
    """The C and the pure Python form of msgpack accept the same bytes with the same result."""
    assert read_by("C", data) == read_by("pure", data)


def test_a_more_permissive_msgpack_decoder_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    real = msgpack.fallback.unpackb
    monkeypatch.setattr(msgpack.fallback, "unpackb", lambda data, **limits: real(data, **{**limits, "max_str_len": 9}))
    with pytest.raises(AssertionError):
        data = packed(["ten letters"])
        assert read_by("C", data) == read_by("pure", data)


# -- drivers under hostile bytes --


def test_a_driver_ignores_and_counts_unknown_or_malformed_datagrams() -> None:
    driver = drivers(POT, 3)[1]
    driver.receive(b"hello", "somebody else")
    driver.receive(bytes(2000), 2)
    driver.receive(b"", 2)
    assert driver.counters["strangers"] == 1
    assert driver.counters["malformed"] == 2
    assert not sent_by(driver)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.one_of(st.binary(max_size=60), st.sampled_from(MESSAGES)), max_size=30), st.integers(0, 99))
def test_hostile_messages_do_not_change_a_running_match(said: list[Any], seed: int) -> None:
    table = drivers(POT, 3)
    match = next(iter(play(drivers(POT, 3)).drivers.values()))
    for driver in table.values():
        driver.tick(0.0)
    for number, piece in enumerate(said):
        data = piece if isinstance(piece, bytes) else _one(messages.pack_message(piece))
        if isinstance(piece, tuple) and not isinstance(piece, (Soft, Card, Hello)):
            data = _one(messages.pack_message(piece._replace(match=match.feeds.match)))
        table[1].receive(data, 2 + number % 2)
    net = play(table, until=20.0, seed=seed)
    assert net.all_stopped()
    assert {driver.state.digest() for driver in net.drivers.values()} == {match.state.digest()}


def test_the_memory_that_messages_of_one_peer_can_occupy_is_bounded() -> None:
    table = drivers(POT, 2, goal=150)
    net = play(table, until=0.2)
    driver = table[1]
    peer = driver.sync.peers[2]
    at = len(driver.feeds.feed_of(2))
    match = driver.feeds.match
    for seq in range(at + 1, at + 200):
        for k in range(39):
            driver.receive(_one(messages.pack_message(Part(match, 2, seq, k, 40, bytes(1000)))), 2)
    assert peer.held_bytes <= HELD_BYTES
    assert len(peer.parts) <= MAX_AHEAD
    assert driver.counters["held too much"] > 0
    assert driver.counters["too far ahead"] > 0
    net.run()
    assert net.all_stopped()
    assert driver.finished
    assert peer.held_bytes == sum(len(part) + 128 for parts in peer.parts.values() for part in parts.values())


def test_the_length_of_the_answers_to_one_datagram_is_bounded() -> None:
    table = drivers(POT, 2, goal=150)
    play(table)
    driver = table[1]
    match = driver.feeds.match
    driver.tick(1000.0)
    sent_by(driver)
    wants = [messages.pack_message(Want(match, seat, 64 * i, 2**31)) for seat in (1, 2) for i in range(7)]
    (datagram,) = messages.pack_datagrams(wants)
    driver.receive(datagram, 2)
    answers = sent_by(driver)
    sent = [said for _, packed in answers for said in messages.read(packed)]
    assert any(isinstance(said, Part) for said in sent)
    assert sum(len(packed) for _, packed in answers) <= 34 * 1200  # 32 full ones, and what does not fill them
    driver.receive(datagram, 2)
    assert sent_by(driver), "the next one may be answered with the next entries"

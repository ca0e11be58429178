"""Links: admission, refusals and the cost of strangers (PROTOCOL 13; invariant 22)."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.channels.channel import (
    ADDRESS_QUERY,
    ADDRESS_REPLY,
    COOKIE,
    DATA,
    FIRST,
    HANDSHAKE_LENGTHS,
    HELLO,
    INTRODUCTION_BYTES,
    MAX_DATA,
    MAX_DATAGRAM,
    SECOND,
    THIRD,
    Channel,
    ReplayWindow,
    make_introduction,
)
from net.channels.channel_table import ChannelTable
from net.channels.channels import Channels
from net.channels.handshake_limits import MAX_STARTS_PER_SOURCE, OF_ONE_A_SECOND, HandshakeLimiter
from net.crypto.invite import LETTERS, BadCode, format_code, new_code, normalize_code, room_key
from net.crypto.noise import public_key
from net.crypto.primitives import Signer
from tests.support.net.cables import (
    ROOM,
    Cable,
    begin,
    cookie_for,
    counted,
    first,
    first_message,
    hello,
    links_of,
    pair,
    signer,
    strangers_bytes,
)

# -- getting in --


def test_a_link_carries_data_both_ways_and_encrypts_it() -> None:
    cable = pair()
    assert cable.linked("a", "b")
    assert cable.ends["a"].address_of(signer("b").identity) == "b"
    assert not any(b"ping" in datagram or b"pong" in datagram for *_, datagram in cable.log)
    kinds = [datagram[0] for *_, datagram in cable.log]
    assert kinds[:6] == [16, 17, 18, 19, 20, 21]
    assert all(len(datagram) == HANDSHAKE_LENGTHS.get(datagram[0], len(datagram)) for *_, datagram in cable.log)


@pytest.mark.parametrize("seed", range(20))
def test_two_peers_that_dial_each_other_at_once_end_with_one_link(seed: int) -> None:
    """Two peers that dial each other at once end with one link, under any loss and delay."""
    chance = random.Random(seed)
    cable = Cable(a=links_of("a", ("b",), seed=str(seed)), b=links_of("b", ("a",), seed=str(seed)))
    cable.holds = lambda flying: chance.random() < 0.4
    cable.run(8.0)
    cable.holds = lambda flying: False
    cable.run(11.0)
    for _ in range(70):
        assert cable.linked("a", "b")
        cable.run(1.0)
    assert [len(links._channels.by_number) for links in cable.ends.values()] == [1, 1]


def test_a_link_carries_data_up_to_the_largest_permitted_size_only() -> None:
    cable = pair()
    assert cable.says("a", "b", bytes(MAX_DATA))
    assert max(len(datagram) for *_, datagram in cable.log) == MAX_DATAGRAM
    assert not cable.ends["a"].send(signer("b").identity, bytes(MAX_DATA + 1), cable.now)
    assert not cable.ends["a"].send(bytes(32), b"nobody", cable.now)


@pytest.mark.parametrize(
    ("other", "words"), [({"key": bytes([1] * 32)}, "code"), ({"room": bytes(32)}, "room")], ids=["code", "room"]
)
def test_a_peer_with_another_code_or_room_is_refused_and_the_reason_is_reported(
    other: dict[str, Any], words: str
) -> None:
    cable = pair(both=True, **other)
    cable.run(20.0)
    for links in cable.ends.values():
        assert links.identities == [] and not links._channels.by_identity
        assert any(words in note for note in links.notes)
        assert len(links.notes) == len(set(links.notes)) <= 2


def test_a_peer_does_not_link_to_itself() -> None:
    cable = Cable(a=links_of("a", ("a",)))
    cable.run(2.0)
    assert not cable.ends["a"].identities


# -- data --


def test_a_link_ignores_a_replayed_datagram() -> None:
    cable = pair()
    assert cable.linked("a", "b")
    before = len(cable.heard["b"])
    for source, target, datagram in list(cable.log):
        cable.throw(source, target, datagram)
    assert len(cable.heard["b"]) == before


@given(st.permutations(range(60)))
@settings(max_examples=20, deadline=None)
def test_a_link_accepts_datagrams_in_any_order(order: list[int]) -> None:
    cable = pair()
    sealed = []
    for number in range(60):
        cable.ends["a"].send(signer("b").identity, bytes([number + 1]), cable.now)
        sealed += [datagram for _, datagram in cable.ends["a"].take_datagrams()]
    for number in order + order:
        cable.throw("a", "b", sealed[number])
    assert [data[0] - 1 for _, data in cable.heard["b"]] == order


@given(st.lists(st.integers(0, 6000), max_size=300))
def test_the_replay_window_accepts_each_number_once_and_none_far_behind(numbers: list[int]) -> None:
    window, taken = ReplayWindow(), set[int]()
    for number in numbers:
        expected = number not in taken and number > max(taken, default=-1) - 2048
        assert window.is_fresh(number) == expected
        if expected:
            window.record(number)
            taken.add(number)


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_a_datagram_with_a_wrong_bit_anywhere_is_refused(data: Any) -> None:
    cable = pair()
    cable.ends["a"].send(signer("b").identity, b"the data", cable.now)
    ((_, sealed),) = cable.ends["a"].take_datagrams()
    spoilt = bytearray(sealed)
    bit = data.draw(st.integers(0, 8 * len(sealed) - 1))
    spoilt[bit // 8] ^= 1 << bit % 8
    before = len(cable.heard["b"])
    cable.throw("a", "b", bytes(spoilt))
    assert len(cable.heard["b"]) == before
    cable.throw("a", "b", sealed)
    assert cable.heard["b"][-1].data == b"the data"


def test_a_handshake_message_with_a_wrong_bit_is_refused_and_the_handshake_continues() -> None:
    for turn in (FIRST, SECOND, THIRD):
        for bit in range(8, 8 * HANDSHAKE_LENGTHS[turn], 37):
            cable = Cable(a=links_of("a", ("b",)), b=links_of("b"))
            cable.ends["a"].tick(0.0)
            flying = cable.collect()
            while flying:
                source, target, datagram = flying.pop(0)
                if datagram[0] == turn:
                    spoilt = bytearray(datagram)
                    spoilt[bit // 8] ^= 1 << bit % 8
                    cable.throw(source, target, bytes(spoilt))
                    assert not cable.ends["a"].identities and not cable.ends["b"].identities
                cable.ends[target].receive(datagram, source, 0.0)
                flying += cable.collect()
            assert cable.linked("a", "b")


def test_datagrams_of_a_link_from_before_a_restart_are_rejected() -> None:
    """A link from before a restart is dead.

    After b restarts, messages for the old b mean nothing to the new one, which is linked at once.
    """
    cable = pair(both=True)
    assert cable.linked("a", "b")
    old = [datagram for source, target, datagram in cable.log if target == "b"]
    cable.ends["b"] = links_of("b", ("a",), seed="again")
    cable.heard["b"].clear()
    for datagram in old:
        cable.throw("a", "b", datagram)
    assert not cable.heard["b"]
    cable.run(1.0)
    assert cable.linked("a", "b")
    assert cable.ends["a"].identities == [signer("b").identity]


def test_the_dialling_side_detects_that_its_peer_has_restarted() -> None:
    cable = pair()
    cable.ends["b"] = links_of("b", seed="again")
    cable.run(25.0)
    assert cable.linked("a", "b")


def test_a_link_follows_its_peer_to_a_new_address_and_ignores_late_datagrams_from_the_old_one() -> None:
    cable = pair()
    a = cable.ends.pop("a")
    a.send(signer("b").identity, b"late", cable.now)
    ((_, late),) = a.take_datagrams()
    cable.ends["elsewhere"], cable.heard["elsewhere"] = a, []
    assert cable.linked("elsewhere", "b")
    assert cable.ends["b"].address_of(signer("a").identity) == "elsewhere"
    cable.throw("a", "b", late)
    assert cable.heard["b"][-1].data == b"late"
    assert cable.ends["b"].address_of(signer("a").identity) == "elsewhere"


def test_a_link_is_renewed_before_its_counter_runs_out() -> None:
    class Short(Channel):
        last_number, renew_after = 60, 30

    class Renewing(Channels):
        channel_class = Short

    cable = pair(Renewing)
    for _ in range(50):
        for _ in range(5):
            assert cable.linked("a", "b")
        cable.run(0.5)
    assert sum(datagram[0] == THIRD for *_, datagram in cable.log) > 5
    pairs = {datagram[1:13] for *_, datagram in cable.log if datagram[0] == DATA}
    assert len(pairs) == sum(datagram[0] == DATA for *_, datagram in cable.log)


def test_a_vanished_peer_is_forgotten_unless_it_has_a_seat() -> None:
    for kept in (False, True):
        cable = pair()
        b = cable.ends["b"]
        b.kept = frozenset({signer("a").identity} if kept else ())
        del cable.ends["a"]
        cable.run(125.0)
        assert [news.is_connected for news in b.take_connection_changes()] == ([True] if kept else [True, False])
        assert len(b._channels.by_number) == kept


# -- strangers --


def size(links: Channels) -> tuple[int, ...]:
    return (
        len(links._half_open),
        len(links._channels.by_number),
        len(links.identities),
        len(links.dials),
        len(links._reported),
    )


def test_strangers_cause_no_public_key_operation_no_memory_use_and_no_long_answer() -> None:
    cable = pair()
    b = cable.ends["b"]
    before = size(b)
    with counted() as done:
        for number in range(5000):
            said = strangers_bytes(number)
            for answer in cable.throw(("10.0.0.9", number), "b", said):
                assert len(answer) <= len(said)
    assert not done
    assert size(b) == before
    assert cable.linked("a", "b")


def test_a_cookie_is_valid_for_two_minutes_for_one_address_and_hello() -> None:
    cable = Cable(b=links_of("b"))
    b, message = cable.ends["b"], first_message(links_of("a"))
    said = hello()
    (cookie,) = cable.throw("s", "b", said)
    begins = first(said, cookie, message)
    assert len(begins) == HANDSHAKE_LENGTHS[FIRST]
    assert not cable.throw("t", "b", begins)
    assert not cable.throw("s", "b", begins[:1] + bytes(32) + begins[33:])
    (answer,) = cable.throw("s", "b", begins)
    assert len(answer) <= len(begins)
    assert cable.throw("s", "b", begins) == [answer]
    cable.run(61.0)
    assert cable.throw("s", "b", begins)
    cable.run(61.0)
    assert not cable.throw("s", "b", begins)
    assert not b._half_open


def test_half_open_handshakes_and_their_rate_are_bounded() -> None:
    cable = pair()
    b, message = cable.ends["b"], first_message(links_of("m"))
    answered = 0
    for number in range(1000):
        answered += len(begin(cable, f"stranger {number}", "b", message, number))
        assert len(b._half_open) <= 64
    assert answered <= 200
    assert cable.linked("a", "b")


def test_a_peer_can_link_during_a_flood_of_strangers() -> None:
    cable = Cable(b=links_of("b", ("a",)))
    message = first_message(links_of("m"))
    number = 0
    for round_ in range(100):
        for number in range(round_ * 30, round_ * 30 + 30):
            begin(cable, f"stranger {number}", "b", message, number)
        if round_ == 20:
            cable.ends["a"], cable.heard["a"] = links_of("a", ("b",)), []
        cable.run(0.02)
    assert number > 2000
    assert cable.linked("a", "b")


def test_spoofed_cookies_and_answers_cost_the_dialling_side_little() -> None:
    cable = Cable(a=links_of("a", ("b",)))
    a = cable.ends["a"]
    a.tick(0.0)
    ((_, asked),) = a.take_datagrams()
    assert not cable.throw("b", "a", cookie_for(hello()))
    said = [sent for n in range(1000) for sent in cable.throw("b", "a", cookie_for(asked, bytes([n % 256] * 16)))]
    assert 0 < len(said) <= 4
    with counted() as done:
        for number in range(1000):
            cable.throw("b", "a", bytes([SECOND]) + random.Random(number).randbytes(HANDSHAKE_LENGTHS[SECOND] - 1))
    assert 0 < len(done) <= 32


def test_authenticated_strangers_are_bounded_and_displace_no_dialled_peer() -> None:
    """Strangers with keys are bounded and evict no dialled peer.

    In an open room any peer that reaches the port may link under any number of identities.
    """
    cable = pair()
    for number in range(40):
        cable.ends[f"m{number}"] = links_of(f"m{number}", ("b",))
        cable.heard[f"m{number}"] = []
        cable.run(0.04)
        cable.ends[f"m{number}"].dials.clear()
    b = cable.ends["b"]
    b.dial("a")
    assert len(b.identities) == Channels.max_peers
    assert len(b._channels.by_number) <= 2 * Channels.max_peers


def silent(name: bytes, host: str, heard: float) -> Channel:
    """Return a link with the fields that decide which link is evicted."""
    link = Channel.__new__(Channel)
    link.identity = link.number = name
    link.address, link.received_at = (host, 1), heard
    return link


@pytest.mark.parametrize("known", [True, False])
def test_a_silent_known_peer_is_not_displaced_by_strangers(known: bool) -> None:
    """A known peer is never evicted for a stranger, however long it is silent; a silent stranger is."""
    linked = ChannelTable(b"own", 3)
    assert linked.confirm(linked.register(silent(b"friend", "10.0.0.1", 0.0)), (), 0.0)
    for number in range(1, 9):
        one = linked.register(silent(b"%d" % number, f"10.0.1.{number}", float(number)))
        assert linked.confirm(one, {b"friend"} if known else (), float(number))
    assert (b"friend" in linked.by_identity) == known and len(linked.by_identity) == 3


def test_handshakes_per_source_are_bounded() -> None:
    starts = HandshakeLimiter(1000)
    mine = sum(starts.allows(("10.0.0.1", port), False, 0.0) for port in range(1000))
    assert mine == MAX_STARTS_PER_SOURCE, "all ports of a host are one source"
    assert all(starts.allows((f"10.0.1.{number}", 1), False, 0.0) for number in range(100))
    assert sum(starts.allows(("10.0.0.1", port), False, 1.0) for port in range(1000)) == OF_ONE_A_SECOND
    assert sum(starts.allows(("10.0.0.2", port), True, 1.0) for port in range(1000)) == 500, (
        "who is known has half of all"
    )


KINDS = st.sampled_from([HELLO, COOKIE, FIRST, SECOND, THIRD, DATA, ADDRESS_QUERY, ADDRESS_REPLY])


@given(st.lists(st.tuples(KINDS, st.binary(max_size=300), st.booleans(), st.integers(0, 3)), max_size=40))
@settings(max_examples=100, deadline=None)
def test_any_bytes_in_any_state_raise_nothing_and_leave_no_state(said: list[tuple[int, bytes, bool, int]]) -> None:
    """Any bytes raise nothing and leave no state, before, during or after a handshake.

    They may come from the peer's own address too.
    """
    cable = Cable(a=links_of("a", ("b",)), b=links_of("b", ("a",)))
    for place in range(4):
        for kind, noise, fitting, when in said:
            if when != place:
                continue
            data = bytes([kind]) + noise
            if fitting:
                data = data.ljust(HANDSHAKE_LENGTHS.get(kind, 60), b"\x07")[: HANDSHAKE_LENGTHS.get(kind, 60)]
            for target in cable.ends:
                for source in ("a", "b", "stranger"):
                    cable.ends[target].receive(data, source, cable.now)
                    cable.ends[target].receive(noise, source, cable.now)
        if place < 2:
            for links in cable.ends.values():
                links.tick(cable.now)
            for source, target, datagram in cable.collect()[: 2 * (place + 1)]:
                if target in cable.ends:
                    cable.ends[target].receive(datagram, source, cable.now)
            cable.now += 0.2
        else:
            cable.run(4.0)
            assert cable.linked("a", "b")
    assert len(cable.ends["a"]._channels.by_number) <= 3


# -- invite codes --


def test_an_invite_code_is_accepted_in_any_case_and_spacing() -> None:
    code = new_code()
    assert len(code) == 10 and set(code) <= set(LETTERS) and len(set(LETTERS)) == 32
    assert normalize_code(format_code(code)) == normalize_code(f" {code.lower()[:3]} {code[3:]}-") == code
    assert normalize_code("\uff4b7Q2M9XTR4") == "K7Q2M9XTR4", "a full-width letter, as some keyboards write it"
    assert len({new_code() for _ in range(50)}) == 50


@pytest.mark.parametrize("text", ["", "K7Q2M9XTR", "K7Q2M-9XTR4X", "K7Q2M-9XTRU", "K7Q2M-9XTR!", "\u041a7Q2M9XTR4"])
def test_an_invalid_code_is_reported(text: str) -> None:
    with pytest.raises(BadCode, match="is not an invite code"):
        normalize_code(text)


def test_a_room_key_follows_from_code_and_room() -> None:
    assert room_key("", ROOM) == bytes(32)
    key = room_key("K7Q2M9XTR4", ROOM)
    assert key == room_key("k7q2m-9xtr4", ROOM)
    assert len({key, room_key("K7Q2M9XTR5", ROOM), room_key("K7Q2M9XTR4", bytes(32)), bytes(32)}) == 4


def test_the_introduction_has_a_fixed_length() -> None:
    assert len(make_introduction(Signer(bytes(32)), public_key(bytes(32)))) == INTRODUCTION_BYTES

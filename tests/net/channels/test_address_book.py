"""Address book: addresses that were typed, named by peers, changed or used for flooding (threats.md)."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

import pytest

from net.channels import address_book, handshake_limits
from net.channels.address_book import (
    FORGET_AFTER,
    MAX_TRIED,
    MAX_TRIED_PER_SOURCE,
    MOST,
    REMEMBER_FOR,
    DialTable,
    PeerDial,
)
from net.channels.channel import ADDRESS_QUERY, ADDRESS_REPLY, FIRST, HANDSHAKE_LENGTHS, HELLO
from net.channels.channel_table import GONE, LOST, ChannelTable
from net.channels.channels import Channels
from net.channels.handshake_limits import HalfOpenTable, HandshakeLimiter
from net.channels.rate_limit import SourceQuotas
from net.transport.adapter import ChannelTransport
from tests.support.net.cables import Cable, begin, counted, first, first_message, hello, links_of, pair, signer


def tried(links: Channels, seconds: float, step: float = 0.05) -> list[tuple[Any, bytes]]:
    """Return the datagrams sent within this number of seconds if no address answers."""
    out: list[tuple[Any, bytes]] = []
    for _ in range(round(seconds / step)):
        links.tick(links.now + step)
        out += links.take_datagrams()
    return out


# -- told addresses --


def named(links: Channels, addresses: Iterable[Any], seconds: float) -> list[bytes]:
    """Return the datagrams sent while a peer names these addresses evenly and repeatedly."""
    many, out = list(addresses), list[bytes]()
    each = -(-len(many) * 4 // round(seconds / 0.05))
    for step in range(round(seconds / 0.05)):
        for number in range(each):
            links.dial(many[(step * each + number) % len(many)])
        links.tick(links.now + 0.05)
        out += [datagram for _, datagram in links.take_datagrams()]
    return out


def strange(count: int) -> list[tuple[str, int]]:
    """Return this number of addresses at which there is no peer."""
    return [(f"10.{n >> 16}.{n >> 8 & 255}.{n & 255}", 47801) for n in range(count)]


def test_naming_thousands_of_addresses_causes_no_flood() -> None:
    """Naming thousands of addresses makes no peer a flooder (attack 5).

    91 kB of pulses within 40 seconds name some 4,000 addresses; then ten times as many.
    """
    said = []
    for count in (4000, 40_000):
        links = links_of("a")
        out = named(links, strange(count), 40.0)
        assert {len(datagram) for datagram in out} == {HANDSHAKE_LENGTHS[HELLO]}
        assert len(links.dials) <= MAX_TRIED and len(links.dials._ignored_until) <= address_book.MOST_RESTS
        said.append(len(out))
        after = tried(links, 70.0)
        assert len(after) < MAX_TRIED * 8
        assert not links.dials and not tried(links, 60.0)
    assert said[0] < 40 * 12, "some ten hellos of 40 bytes a second"
    assert said[1] <= 1.2 * said[0]


def test_a_named_address_gets_few_hellos_with_backoff() -> None:
    links = links_of("a")
    assert links.dial("nobody")
    times = []
    while links.dials:
        links.tick(links.now + 0.05)
        times += [links.now] * len(links.take_datagrams())
    assert len(times) == 8 and links.now == pytest.approx(FORGET_AFTER, abs=0.1)
    assert all(
        later - earlier > 1.9 * (earlier - before) for before, earlier, later in zip(times[1:], times[2:], times[3:])
    )
    assert not links.dial("nobody"), "left in peace for a while"
    tried(links, FORGET_AFTER + 1)
    assert links.dial("nobody")


def test_a_configured_address_is_tried_forever() -> None:
    links = links_of("a", ("nobody",))
    tried(links, 3600.0, 0.5)
    assert len(tried(links, 60.0)) >= 29


def test_each_peer_that_names_addresses_has_a_share_of_the_attempts() -> None:
    told = DialTable(())
    assert [told.add_named(("10.0.0.1", port), None, 0.0) for port in range(6)] == [True] * MAX_TRIED_PER_SOURCE + [
        False
    ] * 2
    for source in range(6):
        for number in range(40):
            told.add_named((source, number), source, 0.0)
    assert len(told) == MAX_TRIED
    assert told.add_named("honest", "a new source", 1.0) and len(told) == MAX_TRIED
    told.add_named("honest too", "another one", 1.0)
    for number in range(100):
        told.add_named(("more", number), 0, 1.0)
    assert "honest" in told and "honest too" in told


def test_an_address_that_does_not_answer_is_replaced_by_the_next_one() -> None:
    told = DialTable(())
    for number in range(MAX_TRIED):
        assert told.add_named(number, number, 0.0)
    assert not told.add_named("late", "late", 5.0)
    assert told.add_named("late", "late", 9.0) and 0 not in told
    assert not told.add_named(0, 0, 10.0)


def test_a_peer_is_linked_at_a_reported_address_that_is_kept_for_a_while_after_it_vanishes() -> None:
    cable = Cable(a=links_of("a"), b=links_of("b"))
    cable.ends["a"].dial("b", "somebody")
    cable.run(1.0)
    assert cable.linked("a", "b")
    a = cable.ends["a"]
    cable.run(FORGET_AFTER + 5)
    assert "b" in a.dials and not a.dials["b"].waiting
    lost = cable.ends.pop("b")
    cable.run(GONE + FORGET_AFTER)
    assert "b" in a.dials and a.dials["b"].waiting
    a.kept = frozenset((lost.identity,))
    a.tick(a.now + REMEMBER_FOR)
    assert "b" in a.dials
    a.kept = frozenset()
    a.tick(a.now)
    assert "b" not in a.dials


def test_linked_addresses_are_bounded_and_those_of_lost_links_are_replaced_first() -> None:
    told = DialTable(())
    for number in range(MOST):
        assert told.add_named(number, number, float(number))
        told[number].identity, told[number].reached, told[number].since = b"x", True, float(number)
    assert not told.add_named("one more", "somebody", 1000.0)
    told[7].reached = told[9].reached = False
    assert told.add_named("one more", "somebody", 1000.0) and 7 not in told and 9 in told


def test_an_abandoned_handshake_leaves_no_state() -> None:
    """An abandoned handshake leaves no state: b never confirms it, and a's link does not count yet."""
    cable = Cable(a=links_of("a"), b=links_of("b", key=bytes([1] * 32)))
    a = cable.ends["a"]
    a.dial("b", "somebody")
    while "b" in a.dials:
        cable.run(0.1)
    assert cable.now == pytest.approx(FORGET_AFTER, abs=0.5)
    assert not a._channels.by_number and not a.notes, "what somebody has named is no address that a person knows"


def test_a_cookie_from_an_address_that_got_no_hello_is_refused() -> None:
    links = links_of("a")
    links.dial("a victim")
    links.tick(0.0)
    links.take_datagrams()
    for number in range(100):
        links.receive(bytes([17]) + random.Random(number).randbytes(32), "a victim", 0.0)
    assert not links.take_datagrams()


# -- where a peer is --


def test_a_link_moves_once_the_new_address_has_answered() -> None:
    """A link moves after the new address has answered, as from Wi-Fi to cable.

    Messages meanwhile go to the old address.
    """
    cable = pair()
    a = cable.ends.pop("a")
    cable.ends["elsewhere"], cable.heard["elsewhere"] = a, []
    b = cable.ends["b"]
    a.send(b.identity, b"here I am", cable.now)
    ((_, said),) = a.take_datagrams()
    assert b.receive(said, "elsewhere", cable.now)
    ((where, question),) = b.take_datagrams()
    assert where == "elsewhere" and question[0] == ADDRESS_QUERY and len(question) <= 3 * len(said)
    b.send(a.identity, b"data", cable.now)
    assert [to for to, _ in b.take_datagrams()] == ["a"]
    assert a.receive(question, "b", cable.now) is None
    ((_, answer),) = a.take_datagrams()
    assert answer[0] == ADDRESS_REPLY and len(answer) == len(question)
    assert b.receive(answer, "elsewhere", cable.now) is None
    assert b.address_of(a.identity) == "elsewhere"
    assert cable.linked("elsewhere", "b")


def test_a_peer_that_moves_under_loss_is_found() -> None:
    for seed in range(10):
        chance = random.Random(seed)
        cable = pair()
        a = cable.ends.pop("a")
        cable.ends["elsewhere"], cable.heard["elsewhere"] = a, []
        cable.holds = lambda flying, chance=chance: chance.random() < 0.3
        for _ in range(60):
            a.send(signer("b").identity, b"x", cable.now)
            cable.run(0.2)
        assert cable.ends["b"].address_of(a.identity) == "elsewhere"


def sent_to_a_third_party(datagrams: int) -> tuple[int, int]:
    """Return the bytes that the guest sent and those that reached a third party.

    The guest writes the third party's address on `datagrams` datagrams within ten seconds, while b has much to send.
    """
    cable = pair()
    a, b = cable.ends["a"], cable.ends["b"]
    cost = there = 0
    for _ in range(datagrams):
        a.send(b.identity, b"", cable.now)
        for _, datagram in a.take_datagrams():
            cost += len(datagram)
            b.receive(datagram, "a third party", cable.now)
        for _ in range(max(1, 650 // datagrams)):
            b.send(a.identity, bytes(1000), cable.now)
        there += sum(len(datagram) for to, datagram in b.take_datagrams() if to == "a third party")
        cable.now += 10.0 / datagrams
    assert b.address_of(a.identity) == "a"
    return cost, there


def test_a_guest_cannot_direct_traffic_at_a_third_party() -> None:
    """A guest makes no peer send to a third party (attack 7).

    9.5 kB of datagrams under a third party's address brought 432 kB there.
    """
    (cost, once), (_, tenfold) = sent_to_a_third_party(325), sent_to_a_third_party(3250)
    assert cost > 9000
    assert once <= 9 * HANDSHAKE_LENGTHS[ADDRESS_QUERY] and tenfold <= 1.2 * once


def test_an_address_challenge_is_valid_only_for_its_address_and_a_few_seconds() -> None:
    for late, where, moves in ((0.0, "new", True), (6.0, "new", False), (0.0, "other", False)):
        cable = pair()
        a, b = cable.ends["a"], cable.ends["b"]
        a.send(b.identity, b"x", cable.now)
        b.receive(a.take_datagrams()[0][1], "new", cable.now)
        ((_, question),) = b.take_datagrams()
        a.receive(question, "b", cable.now)
        b.receive(a.take_datagrams()[0][1], where, cable.now + late)
        assert b.address_of(a.identity) == ("new" if moves else "a")


def test_the_answer_to_an_address_challenge_repeats_its_bytes() -> None:
    cable = pair()
    a, b = cable.ends["a"], cable.ends["b"]
    a.send(b.identity, b"x", cable.now)
    b.receive(a.take_datagrams()[0][1], "new", cable.now)
    link = a._channels.current_channel(b.identity)
    assert link is not None and b.take_datagrams()
    b.receive(link.seal(bytes(8), cable.now, ADDRESS_REPLY), "new", cable.now)
    assert b.address_of(a.identity) == "a" and b.counters["unasked"] == 1


def test_a_new_address_is_probed_again_after_a_delay() -> None:
    """A new address is challenged again, but only after a delay, because the first answer may be late."""
    cable = pair()
    a, b = cable.ends["a"], cable.ends["b"]
    questions = []
    for wait in (0.0, 0.05, 0.2):
        cable.now += wait
        a.send(b.identity, b"x", cable.now)
        b.receive(a.take_datagrams()[0][1], "new", cable.now)
        questions.append([said for to, said in b.take_datagrams() if to == "new"])
    assert [len(said) for said in questions] == [1, 0, 1]
    a.receive(questions[0][0], "b", cable.now)
    b.receive(a.take_datagrams()[0][1], "new", cable.now)
    assert b.address_of(a.identity) == "new"


def test_the_user_of_a_link_is_given_the_address_that_answered() -> None:
    class Behind:
        kept: frozenset[bytes] = frozenset()

        def __init__(self) -> None:
            self.heard: list[Any] = []
            self.add_peer = self.remove_peer = self.report_notice = self.tick = lambda *args: None

        def receive(self, identity: bytes, data: bytes, address: Any) -> None:
            self.heard.append((data, address))

        def take_data(self) -> list[tuple[bytes, bytes]]:
            return []

    cable, behind = pair(), Behind()
    a, b = cable.ends["a"], cable.ends["b"]
    line = ChannelTransport(behind, b)
    a.send(b.identity, b"x", cable.now)
    line.receive(a.take_datagrams()[0][1], "a third party", cable.now)
    assert behind.heard == [(b"x", "a")]


def test_a_link_refuses_a_datagram_whose_kind_was_changed() -> None:
    cable = pair()
    a, b = cable.ends["a"], cable.ends["b"]
    a.send(b.identity, bytes(8), cable.now)
    ((_, said),) = a.take_datagrams()
    for kind in (ADDRESS_QUERY, ADDRESS_REPLY):
        b.receive(bytes([kind]) + said[1:], "a", cable.now)
    assert not b.take_datagrams() and b.counters["refused"] == 2
    assert b.receive(said, "a", cable.now)


def test_a_peer_using_only_the_older_link_lacks_the_newer_one() -> None:
    linked = ChannelTable(b"us", 16)
    older, newest = (SimpleNamespace(since=at, received_at=at, dialler=b"us") for at in (0.0, 20.0))
    linked.by_identity[b"they"] = [older, newest]  # type: ignore[list-item]
    for heard, link in ((20.0, newest), (20.0 + LOST, older)):
        older.received_at = heard
        assert linked.current_channel(b"they") is link
    newest.received_at = 23.0
    assert linked.current_channel(b"they") is newest


def test_a_peer_using_both_links_is_sent_everything_over_both() -> None:
    linked = ChannelTable(b"us", 16)
    older, newest = (SimpleNamespace(since=at, received_at=at, dialler=b"us") for at in (0.0, 20.0))
    linked.by_identity[b"they"] = [older, newest]  # type: ignore[list-item]
    assert linked.sending_channels(b"they", 20.5) == [newest]
    older.received_at = newest.received_at = 20.0 + LOST
    assert linked.sending_channels(b"they", 22.5) == [older, newest]
    newest.received_at = 30.0
    assert linked.sending_channels(b"they", 30.0) == [newest], "the older program has ended"


# -- first messages --


def flooded(a_second: int, hosts: int, seconds: float = 4.0) -> tuple[bool, int]:
    """Return whether an honest newcomer joins during a flood, and the number of keys tried meanwhile.

    The flood sends `a_second` first messages a second, each after a cookie and a new hello.
    """
    b = ("10.0.0.1", 47801)
    cable = Cable()
    cable.ends[b], cable.heard[b] = links_of("b"), []
    honest = ("10.0.9.9", 47801)
    message = first_message(links_of("m"))
    per_tick = a_second // 50
    sources = [(f"10.0.1.{n % hosts}", 1024 + n) for n in range(per_tick)]
    cookies = [(source, hello(n), cable.throw(source, b, hello(n))[0]) for n, source in enumerate(sources)]
    with counted() as done:
        for step in range(round(seconds * 50)):
            if step == 50:
                cable.ends[honest], cable.heard[honest] = links_of("honest", (b,)), []
            for n, (source, said, cookie) in enumerate(cookies):
                cable.throw(source, b, first(said, cookie, message[:-8] + (step * per_tick + n).to_bytes(8, "big")))
            assert len(cable.ends[b]._half_open) <= HalfOpenTable.most
            cable.run(0.02)
    return signer("honest").identity in cable.ends[b].identities, len(done)


def test_a_flood_of_first_messages_without_the_code_does_not_stop_a_newcomer() -> None:
    """A flood of first messages without the code does not stop a newcomer from joining (attack 11).

    The flood is 6,000 messages a second, from one host and then from twenty.
    """
    joined, keys = flooded(6000, 1)
    assert joined
    assert keys < 600
    joined, more = flooded(6000, 20)
    assert joined
    assert more < 3000


def test_one_source_does_not_use_up_the_share_of_other_sources() -> None:
    starts = HandshakeLimiter(200)
    assert starts.allows(("10.0.0.2", 1), False, 0.0)
    for number in range(12_000):
        starts.allows(("10.0.0.1", number), False, number / 6000)
    assert all(starts.allows(("10.0.0.2", 1), False, 2.0) for _ in range(30))


def test_a_reported_address_counts_as_known_only_after_its_peer_has_linked() -> None:
    told = DialTable(("own",))
    told.add_named("told", "somebody", 0.0)
    assert told.is_known("own") and not told.is_known("told") and not told.is_known("nobody")
    told["told"].identity = b"x"
    assert told.is_known("told")


def test_the_list_of_addresses_that_did_not_answer_is_bounded() -> None:
    told = DialTable(())
    for number in range(4 * address_book.MOST_RESTS):
        told.add_named(number, number, 10.0 * number)
    assert len(told._ignored_until) == address_book.MOST_RESTS


def test_peers_linked_at_reported_addresses_do_not_keep_a_newcomer_out() -> None:
    b = ("10.0.0.1", 1)
    cable = Cable()
    cable.ends[b], cable.heard[b] = links_of("b"), []
    crowd = [("10.0.0.66", number) for number in range(Channels.max_peers)]
    for where in (*crowd, ("10.0.0.2", 1)):
        cable.ends[where], cable.heard[where] = links_of(where, (b,)), []
        cable.ends[b].dials.clear()
        cable.ends[b].dial(where, where)
        cable.run(1.0)
        for dial in cable.ends[b].dials.values():
            dial.identity = cable.ends[where].identity
    assert signer(("10.0.0.2", 1)).identity in cable.ends[b].identities
    cable.ends[b].dials.update((where, PeerDial(where, False, identity=signer(where).identity)) for where in crowd)
    cable.ends["late"], cable.heard["late"] = links_of("late", (b,)), []
    cable.run(1.0)
    assert signer("late").identity in cable.ends[b].identities


def test_a_new_source_may_begin_a_handshake_although_twenty_others_use_up_the_limit() -> None:
    starts = HandshakeLimiter(200)
    many = [(f"10.0.0.{n}", 1) for n in range(20)]
    begun = [starts.allows(one, False, 0.001 * k) for k in range(2000) for one in many]
    assert sum(begun) <= 200
    assert starts.allows(("10.0.0.99", 1), False, 2.0)
    assert starts.allows(many[0], True, 2.0), "who is known has a half for itself"


def test_memory_of_sources_is_bounded() -> None:
    starts, shares = HandshakeLimiter(200), SourceQuotas(1.0, 1.0, math.inf, math.inf)
    for number in range(20_000):
        starts.allows((f"fd00:{number:x}::1", 1), False, number / 1000)
        shares.take(number, number / 1000)
    assert len(starts._by_source) <= handshake_limits.MOST_SOURCES and len(shares) <= SourceQuotas.sources


def test_a_full_table_drops_a_handshake_of_the_source_with_most_half_open_ones() -> None:
    cable = Cable(b=links_of("b"))
    message = first_message(links_of("m"))
    begin(cable, ("10.0.0.2", 1), "b", message)
    for number in range(200):
        begin(cable, ("10.0.0.3", number), "b", message[:-4] + number.to_bytes(4, "big"), number)
        cable.now += 0.01
        cable.ends["b"].now = cable.now
    half = cable.ends["b"]._half_open
    for number in range(2 * HalfOpenTable.most):
        half.add(("10.0.0.3", 1000 + number), next(iter(half.values())), lambda address: False)
    assert ("10.0.0.2", 1) in half and len(half) == HalfOpenTable.most


def test_a_first_message_is_sent_only_to_an_address_that_answered() -> None:
    cable = Cable(a=links_of("a", ("b",)), b=links_of("b"))
    a = cable.ends["a"]
    a.tick(0.0)
    ((_, asked),) = a.take_datagrams()
    (cookie,) = cable.throw("a", "b", asked)
    assert len(cookie) <= len(asked) == HANDSHAKE_LENGTHS[HELLO]
    assert [said[0] for said in cable.throw("b", "a", cookie)] == [FIRST]

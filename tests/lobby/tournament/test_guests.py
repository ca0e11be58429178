"""Admission to a tournament: sponsors, quotas per member, and the members to dial."""

from __future__ import annotations

import random
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.engine.codec import enc
from lobby.tournament.app.dial_targets import DialTarget, wanted_addresses
from lobby.tournament.model import entry_store as ledger_module
from lobby.tournament.model.entries import Kind, ResultReport
from lobby.tournament.model.guests import MOST_GUESTS, Guests
from lobby.tournament.model.judge import judge_record
from lobby.tournament.model.opening import FIRST_VERSION, RULESET_VERSION, VERSION, BadOpening, read_opening
from lobby.tournament.protocol.node import Node
from lobby.tournament.protocol.presence import Pulse
from net.channels.addresses import pack_address as packed_address
from net.channels.channels import HELLO, Channels
from net.crypto.invite import OPEN
from net.crypto.primitives import Signer
from net.records import record
from net.session.runner import play_local
from net.transport.simulated import GOOD
from tests.lobby.tournament.test_course import at_round, enrolled, sign
from tests.lobby.tournament.test_files import TOYS
from tests.lobby.tournament.test_hostile import opener
from tests.support.lobby.tournament.guest import Guest, kept, let_in, say
from tests.support.lobby.tournament.hall import NOON, PACE, Hall, Seat, data_of, opening, seed, shared_work
from tests.support.net.toys import TRICKS, First

__all__ = ["shared_work"]
OPENER = bytes(32)


def key(number: int) -> bytes:
    return bytes([number]) * 32


# -- what follows from welcomes --


def test_each_member_admits_as_many_as_the_opening_allows() -> None:
    guests = Guests(OPENER, 300)
    assert guests.apply_welcome(OPENER, key(1), 2) == [key(1)] and guests.apply_welcome(OPENER, key(2), 0) == [key(2)]
    assert [guests.apply_welcome(key(1), key(n), 8) for n in (10, 11, 12)] == [[key(10)], [key(11)], []]
    assert guests.apply_welcome(key(2), key(20), 0) == [], "it may let in nobody"
    assert guests.apply_welcome(key(10), key(30), 0) == [], "guests of guests let in nobody, whatever was said of them"
    assert guests.apply_welcome(key(9), key(31), 0) == [], "nor does somebody who is not in"
    assert {n for n in range(1, 40) if key(n) in guests} == {1, 2, 10, 11}
    assert [guests.source_of(key(n)) for n in (1, 2, 10, 11)] == [key(1), key(2), key(1), key(1)]
    assert (guests.remaining_quota(key(1)), guests.remaining_quota(key(10)), guests.remaining_quota(OPENER)) == (
        0,
        0,
        298,
    )
    assert guests.apply_welcome(key(1), key(10), 0) == [], "said twice is said once"


def test_only_the_opener_admits_more_than_eight() -> None:
    guests = Guests(OPENER, 300)
    guests.apply_welcome(OPENER, key(1), MOST_GUESTS)
    said = [guests.apply_welcome(key(1), key(10 + n), 0) for n in range(10)]
    assert said == [[key(10 + n)] for n in range(8)] + [None, None]
    assert len(guests) == 10
    few = Guests(OPENER, 3)
    assert [few.apply_welcome(OPENER, key(n), 0) is None for n in range(1, 5)] == [False, False, False, True]


def test_membership_does_not_depend_on_the_order_of_feeds() -> None:
    """The guests of one member are those that its feed names."""
    feeds = {
        OPENER: [(key(1), 8), (key(2), 1), (key(10), 8)],
        key(1): [(key(10), 0), (key(11), 0)],
        key(2): [(key(20), 0), (key(21), 0)],
        key(10): [(key(30), 0)],
    }
    found = set()
    for order in permutations(feeds):
        guests = Guests(OPENER, 300)
        for via in order:
            for guest, more in feeds[via]:
                guests.apply_welcome(via, guest, more)
        found.add(frozenset(n for n in range(1, 40) if key(n) in guests))
    assert found == {frozenset({1, 2, 10, 11, 20, 30})}


@settings(max_examples=50, deadline=None)
@given(st.lists(st.integers(1, 30), max_size=40, unique=True), st.integers(0, 10**6))
def test_each_source_gets_one_share_before_any_source_gets_two(numbers: list[int], chance: int) -> None:
    guests, dice = Guests(OPENER, 300), random.Random(chance)
    for number in range(1, 31):
        via = OPENER if number < 5 else key(dice.randrange(1, 5))
        guests.apply_welcome(via, key(number), 8)
    shared = guests.order_by_share([key(number) for number in numbers])
    assert sorted(shared) == sorted(key(number) for number in numbers)
    for cut in range(len(shared) + 1):
        crowd = [sum(guests.source_of(one) == key(source) for one in shared[:cut]) for source in range(1, 5)]
        rest = [sum(guests.source_of(one) == key(source) for one in shared[cut:]) for source in range(1, 5)]
        assert all(a + 1 >= b for a, more in zip(crowd, rest) if more for b in crowd)


def test_the_latest_member_of_the_largest_source_is_displaced() -> None:
    guests = Guests(OPENER, 300)
    for number in (1, 2, 3):
        guests.apply_welcome(OPENER, key(number), 8)
    for number in (11, 12, 13):
        guests.apply_welcome(key(1), key(number), 0)
    held = [key(1), key(11), key(2), key(13), key(12)]
    assert guests.member_to_drop(held, key(3)) == key(12)
    assert guests.member_to_drop(held, key(2)) == key(12)
    assert guests.member_to_drop(held, key(1)) is None, "not for one more of its own"
    assert guests.member_to_drop([key(1), key(2)], key(3)) is None, "nobody's only one does"


def test_a_full_table_makes_room_for_the_smallest_source(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger_module, "MOST_MEMBERS", 6)
    member = opener()
    for number in range(7):
        let_in(member, Guest(member.opening, number), NOON + 2 + number, "10.0.0.9" if number else "10.0.0.7")
    first = [Guest(member.opening, number).identity for number in range(7)]
    assert len(member.entry_store.feeds) == 6
    bringer, brought = Guest(member.opening, 0), [Guest(member.opening, 50 + n) for n in range(3)]
    bringer.enrol()
    for guest in brought:
        guest.enrol()
        say(member, bringer, bringer.told(bringer.sign(Kind.WELCOME, [guest.identity, 0, False])))
    assert len(member.entry_store.feeds) == 6 and first[0] in member.entry_store.feeds


# -- the door --


def line(hall: Hall, *chain: int) -> None:
    """Link each member only with the next one."""

    def link() -> None:
        members = [hall.of(i) for i in chain if Signer(seed(i)).identity in hall.net.drivers]
        for at, member in enumerate(members):
            others = {other.identity for other in [*members[max(0, at - 1) : at], *members[at + 1 : at + 2]]}
            for gone in member.gossip.neighbours.keys() - others:
                member.remove_peer(gone)
            for new in sorted(others - member.gossip.neighbours.keys()):
                member.add_peer(new)

    hall.link = link  # type: ignore[method-assign]
    link()


def test_a_member_linked_only_to_the_last_of_a_chain_is_admitted() -> None:
    hall = Hall(opening(rounds=2), 5, GOOD)
    line(hall, 0, 1, 2, 3, 4)
    assert enrolled(hall, 5)
    hall.of(0).start()
    assert hall.run(hall.over) and hall.agree()
    assert len(hall.of(4).course.players) == 5


def test_another_member_admits_guests_when_the_opener_is_gone() -> None:
    hall = Hall(opening(rounds=2), 3, GOOD, pace=PACE._replace(pulse=0.5, gone=2.0))
    assert enrolled(hall, 3)
    gone = hall.vanish(hall.of(0).identity)
    late = hall.join(7)
    assert hall.run(lambda: all(late.identity in member.entry_store.enrolled for member in hall.members), 30)
    via = late.entry_store.guests._admitted_by[late.identity]
    assert via in {hall.of(1).identity, hall.of(2).identity} and gone.identity != via


def test_places_are_bounded_per_host_and_relay_but_not_for_our_own_computer() -> None:
    member = opener()
    for number in range(12):
        let_in(member, Guest(member.opening, number), NOON + 2 + number, "10.0.0.9")
    assert len(member.entry_store.feeds) == 1 + 8
    assert [member.entry_store.guests.remaining_quota(Guest(member.opening, n).identity) for n in range(3)] == [8, 0, 0]
    relay = Guest(member.opening, 0)
    for number in range(20, 40):
        guest = Guest(member.opening, number)
        guest.enrol()
        member.tick(NOON + 20 + number)
        say(member, relay, guest.request())
    assert len(member.entry_store.feeds) == 1 + 8 + 16
    assert member.entry_store.guests.remaining_quota(Guest(member.opening, 20).identity) == 0
    for number in range(50, 65):
        let_in(member, Guest(member.opening, number), NOON + 100 + number, "127.0.0.1")
    assert len(member.entry_store.feeds) == 1 + 8 + 16 + 15


def test_other_members_admit_a_guest_only_after_several_knocks_while_the_opener_is_present() -> None:
    """Otherwise a guest that knocks at every member at once would use up the places of all."""
    hall = Hall(opening(), 3, GOOD)
    assert enrolled(hall, 3)
    for i in (1, 2):
        member, guest = hall.of(i), Guest(hall.opening, i)
        assert member.entry_store.guests.remaining_quota(member.identity) == MOST_GUESTS
        member.gossip.send_pulse(member.gossip.pulses[member.identity])
        let_in(member, guest, member.now)
        assert guest.identity not in member.entry_store.guests
        say(member, guest, guest.request(tries=3))
        assert guest.identity in member.entry_store.guests, "who is patient gets in all the same"


def query_at() -> tuple[Hall, Node]:
    """Return a tournament and a member in it that has received a guest's hundred knocks.

    The member is linked with the opener and another member.
    """
    hall = Hall(opening(), 3, GOOD)
    line(hall, 0, 1, 2)
    assert enrolled(hall, 3)
    member, guest = hall.of(1), Guest(hall.opening, 1)
    guest.enrol()
    member.add_peer(guest.identity)
    data_of(member)
    for _ in range(100):
        say(member, guest, guest.request())
    return hall, member


def test_relaying_of_knocks_is_bounded() -> None:
    hall, member = query_at()
    sent = [to for to, data in data_of(member) if b"\x96\x09" in data]
    assert set(sent) == {hall.of(0).identity} and len(sent) <= 32


def test_a_knock_signed_by_another_key_admits_nobody() -> None:
    member = opener()
    guest, victim = Guest(member.opening, 1), Guest(member.opening, 2)
    guest.enrol()
    victim.enrol()
    member.add_peer(guest.identity)
    say(member, guest, victim.request().replace(victim.identity, guest.identity))
    elsewhere = Guest(opening(minutes=11), 3)
    elsewhere.enrol()
    say(member, guest, elsewhere.request())
    moved = Guest(member.opening, 4)
    moved.enrol()
    moved.feed[0] = moved.sign(Kind.LEAVE, [])
    say(member, guest, moved.request())
    assert len(member.entry_store.guests) == 1


def test_feeds_of_members_admitted_by_a_majority_are_fetched() -> None:
    member = opener()
    guest = Guest(member.opening, 1)
    guest.enrol()
    member.add_peer(guest.identity)
    say(member, guest, guest.told(guest.feed[0]))
    assert guest.identity not in member.entry_store.feeds
    member.entry_store.await_members(frozenset({guest.identity}))
    say(member, guest, guest.told(guest.feed[0]))
    assert guest.identity in member.entry_store.feeds


def test_members_stored_in_a_folder_are_admitted_again() -> None:
    member = opener()
    for number in range(3):
        let_in(member, Guest(member.opening, number), NOON + 2 + number)
    again = Node(member.opening, seed(0), "P0", member.entry_log, member.blobs, now=NOON + 99, pace=PACE)
    assert (
        again.entry_store.enrolled.keys() == member.entry_store.enrolled.keys() and len(again.entry_store.guests) == 4
    )
    assert kept(again) == kept(member)


def test_a_bounded_number_of_links_is_kept_for_each_source() -> None:
    member = opener()
    bringer = Guest(member.opening, 0)
    let_in(member, bringer, NOON + 2)
    for number in range(1, 8):
        guest = Guest(member.opening, number)
        guest.enrol()
        say(member, bringer, bringer.told(bringer.sign(Kind.WELCOME, [guest.identity, 0, False])))
        say(member, bringer, guest.told(guest.feed[0]))
    assert len(member.entry_store.feeds) == 9 and len(member.kept) == 1 + 4


def test_a_version_1_opening_is_valid_only_in_its_file() -> None:
    old = opening()._replace(version=FIRST_VERSION)
    with pytest.raises(BadOpening, match="another version"):
        read_opening(old.packed, TOYS)
    assert read_opening(old.packed, TOYS, FIRST_VERSION) == old and not old.needs_welcome
    assert old.id != opening().id


def test_an_opening_of_a_later_version_is_said_to_come_from_a_newer_tether() -> None:
    later = opening()._replace(version=RULESET_VERSION + 1)
    for least in (VERSION, FIRST_VERSION):
        with pytest.raises(BadOpening, match=rf"a newer Tether \(format {RULESET_VERSION + 1}\); update"):
            read_opening(later.packed, TOYS, least)


# -- records --


def test_a_member_that_named_a_false_record_is_not_asked_again() -> None:
    hall = Hall(opening(rounds=1), 4, GOOD, lambda *_: None, pace=PACE._replace(minute=60.0))
    assert enrolled(hall, 4)
    hall.of(0).start()
    assert at_round(hall, 1)
    at = hall.of(1).own_table
    assert at is not None
    seats = hall.of(0).course.identities_at(*at)
    honest = next(member for member in hall.members if member.identity not in seats)
    false = hall.of(1).gossip.keep(b"\x93\xc4\x00\x90\x90 false")
    sign(hall, 1, ResultReport(0, at[1], false, 8))
    honest.blobs.put(b"\x93\xc4\x00\x90\x90 false")
    honest.store_verdict(false, "it does not hold")
    assert false not in honest.blobs, "it is not kept"
    honest.records.wanted_blobs()
    honest.entry_store.reported.clear()
    sign(hall, 1, ResultReport(0, at[1], b"z" * 32, 100))
    assert b"z" * 32 not in {blob.hash for blob in honest.records.wanted_blobs()}
    assert hall.of(1).identity in honest.records._liars


def test_a_record_of_another_table_is_not_verified(monkeypatch: pytest.MonkeyPatch) -> None:
    data = record.pack(play_local(TRICKS, 3, {}, "a cup", [First()] * 3).record)
    said: Any = judge_record(data, opening(), TRICKS)
    assert judge_record(data, opening(), TRICKS, {said.room}) == said
    monkeypatch.setattr("net.records.verification.Replay.steps", lambda self: pytest.fail("it is run again"))
    assert "no table of this round" in str(judge_record(data, opening(), TRICKS, {bytes(32)}))


def test_unneeded_blobs_are_dropped_two_decisions_later() -> None:
    hall = Hall(opening(rounds=3), 4, GOOD)
    assert enrolled(hall, 4)
    member = hall.of(2)
    idle = member.blobs.put(b"nobody needs it")
    hall.of(0).start()
    assert at_round(hall, 2)
    assert idle not in member.blobs
    assert all(hash in member.blobs for hash in member.view.decisions)
    assert hall.run(hall.over) and hall.agree()


# -- attack 5: dialled addresses --


def pulse(number: int, beat: int, *addresses: tuple[str, int]) -> Pulse:
    return Pulse(key(number), beat, addresses, 1, 0.0, None)  # type: ignore[arg-type]


def hellos(links: Channels, named: set[tuple[str, int]]) -> int:
    """Return the number of first datagrams that the links now send to these addresses."""
    return sum(said[0] == HELLO and address in named for address, said in links.take_datagrams())


def dial(links: Channels, wished: list[DialTarget]) -> None:
    """Dial these addresses as a member does."""
    for source, address in wished:
        links.dial(address, source)


@pytest.mark.parametrize("times", [1, 10])
def test_addresses_in_pulses_are_not_flooded(times: int) -> None:
    """Pulses make no member flood the addresses in them.

    Before, 91 kB over 40 s left a member sending 785 hellos a second for ever.
    """
    links = Channels(Signer(seed(1)), bytes(32), OPEN)
    guests = Guests(OPENER, 300)
    for number in range(1, 9):
        guests.apply_welcome(OPENER, key(number), 8)
    named: set[tuple[str, int]] = set()
    sent = 0
    for i in range(600):
        pulses = {}
        if i < 40:
            for number in range(1, 9):
                where = [(f"10.{number}.{i % 250}.{n}", 1000 + j) for n in range(4) for j in range(times)]
                named |= set(where)
                pulses[key(number)] = pulse(number, i, *where)
        dial(links, wanted_addresses(key(77), pulses, [], guests))
        assert len(links.dials) <= 16
        for tick in range(10):
            links.tick(i + tick / 10)
            sent += hellos(links, named)
    assert not links.dials, "all are forgotten"
    assert 16 <= sent <= 16 * 2 * 40


def test_no_source_uses_up_the_connection_attempts_of_other_sources() -> None:
    links = Channels(Signer(seed(1)), bytes(32), OPEN)
    flood = [DialTarget(key(n), (f"10.0.{n}.{i}", 1)) for n in range(1, 6) for i in range(8)]
    dial(links, flood)
    assert len(links.dials) == 16
    honest = [DialTarget(key(9), (f"10.9.9.{i}", 1)) for i in range(2)]
    dial(links, honest)
    assert {wish.address for wish in honest} <= set(links.dials)
    assert len(links.dials) == 16


def test_a_member_dials_ring_neighbours_and_the_opener_until_admitted() -> None:
    guests = Guests(key(200), 300)
    pulses = {key(n): pulse(n, 1, ("10.0.0.1", n)) for n in range(1, 40)} | {key(200): pulse(200, 1, ("10.0.0.2", 7))}
    found = [wish.address[1] for wish in wanted_addresses(key(1), pulses, [key(2)], guests)]
    assert found == [7, 3, 5, 9, 17, 33]
    guests.apply_welcome(key(200), key(1), 8)
    assert [wish.address[1] for wish in wanted_addresses(key(1), pulses, [], guests)] == [2, 3, 5, 9, 17, 33]


def test_only_usable_addresses_of_a_pulse_are_kept() -> None:
    member = opener()
    guest = Guest(member.opening, 0)
    let_in(member, guest, NOON + 2)
    told = [packed_address(("10.0.0.7", 9)), b"\xe0\x00\x00\x01\x00\x09", b"x", bytes(6)]
    say(member, guest, guest.pulse(1, told))
    assert member.gossip.pulses[guest.identity].addresses == (("10.0.0.7", 9),)
    member.tick(NOON + 9)
    say(member, guest, guest.pulse(2, [*told, b"x"]))
    assert member.gossip.pulses[guest.identity].beat == 1, "more than four"


# -- all of it at once --


class Flooder(Seat):
    """A guest with ten keys, each linked to every member, that sends harmful messages all the time."""

    def __init__(self, hall: Hall, chance: int) -> None:
        self.hall, self.dice = hall, random.Random(chance)
        self.guests = [Guest(hall.opening, 500 + i) for i in range(10)]
        for guest in self.guests:
            guest.enrol()
        self.sent = 0

    def storm(self) -> None:
        """Send some datagrams to each member."""
        dice, now = self.dice, self.hall.net.now
        for member in self.hall.members:
            shorts = [identity[:8] for identity in member.entry_store.feeds]
            for guest in self.guests:
                if guest.identity not in member.gossip.neighbours:
                    member.add_peer(guest.identity, ("10.0.0.9", 4000))
                other = dice.choice(self.guests)
                heads = b"".join(s + (1 << 18).to_bytes(4, "big") + dice.choice([b"fork", b"tail"]) for s in shorts)
                wants = b"".join(s + bytes(4) for s in shorts)
                for data in (
                    guest.request(tries=dice.randrange(9)),
                    other.pulse(int(now * 1000), [bytes([10, 0, 0, dice.randrange(255), 1, 1])]),
                    guest.told(guest.feed[0]),
                    guest.told(self.guests[0].sign(99, dice.randrange(1 << 20), at=0)),
                    other.told(other.sign(99, bytes(dice.randrange(600)))),
                    enc([1, heads]),
                    enc([4, wants]),
                    enc([2, bytes(16)]),
                ):
                    member.receive(guest.identity, b"\x91" + data)
                    self.sent += len(data)


@pytest.mark.usefixtures("shared_work")
def test_a_tournament_under_all_attacks_at_once_is_played_to_its_end() -> None:
    hall = Hall(opening(rounds=2), 5, GOOD, lasts=(5.0, 6.0))
    storm = Flooder(hall, 1)
    really = hall.play

    def play(member: Node) -> None:
        if member is hall.members[0]:
            storm.storm()
        really(member)

    hall.play = play  # type: ignore[method-assign]
    assert hall.run(lambda: all(sum(p.name[0] == "P" for p in m.waiting_players) == 5 for m in hall.members), 60)
    hall.of(0).start()
    assert at_round(hall, 1)
    late = hall.join(8)
    assert hall.run(hall.over, 120) and hall.agree()
    course = hall.of(0).course
    honest = [player for player in course.players if player.name.startswith("P")]
    assert len(honest) == 6 and not any(player.left for player in honest)
    assert course.player_of(late.identity) is not None
    assert len(course.rounds) == 2 and storm.sent > 100_000
    for member in hall.members:
        assert len(member.entry_store.feeds) <= 6 + 16 and kept(member) < 200_000
        assert len(member.gossip.pulses) <= len(member.entry_store.feeds)

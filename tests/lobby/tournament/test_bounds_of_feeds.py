"""Bounds of forks, blobs and votes that few tournaments ever reach, each reached here."""

from __future__ import annotations

from typing import Any

import pytest

from core.engine.codec import dec, enc
from lobby.tournament.model.contents import Close, InvalidContent, Start, pack_content
from lobby.tournament.model.entries import (
    KIND_OF,
    Back,
    Kind,
    Move,
    Propose,
    ResultReport,
    Reveal,
    Signed,
    derive_nonces,
)
from lobby.tournament.model.state import MissingFact, Player, TournamentState
from lobby.tournament.protocol import blob_fetch as fetching_module
from lobby.tournament.protocol import blob_requests as records_module
from lobby.tournament.protocol import view as view_module
from lobby.tournament.protocol.blobs import WantedBlob
from lobby.tournament.protocol.node import Node
from net.replication.feeds import AddResult
from net.transport.simulated import GOOD
from tests.lobby.tournament.test_bounds import come, opener_store, sent
from tests.lobby.tournament.test_course import at_round, enrolled, sign
from tests.lobby.tournament.test_guests import key
from tests.lobby.tournament.test_hostile import forked, opener
from tests.support.lobby.tournament.guest import ASK, CHUNK, ENTRY, HEADS, JUNK, KNOCK, WANT, Guest, let_in, say
from tests.support.lobby.tournament.hall import NOON, PACE, Hall, data_of, opening, seed

# -- forks --


def test_the_proof_of_a_fork_is_sent_after_the_other_entries_and_repeated_later() -> None:
    member = opener()
    guest, other = forked(member, 40), Guest(member.opening, 5)
    let_in(member, other, NOON + 3)
    data_of(member)

    def asks(after: int) -> list[int]:
        say(member, other, enc([WANT, guest.identity[:8] + after.to_bytes(4, "big")]))
        return [guest_entry(said) for said in sent(member, ENTRY, other.identity) if said[1] == guest.identity]

    def guest_entry(said: list[Any]) -> int:
        return int(dec(dec(said[2])[0])[3])

    assert asks(0) == list(range(32)), "32 at once"
    assert asks(32) == list(range(32, 41))
    assert asks(41) == [1, 1] and asks(41) == []
    member.tick(NOON + 20)
    assert asks(41) == [1, 1], "one that is lost is not lost for good"


def test_two_wants_in_one_message_share_one_allowance() -> None:
    member = opener()
    guest = Guest(member.opening, 0)
    let_in(member, guest, NOON + 2)
    for i in range(60):
        say(member, guest, guest.told(guest.sign(JUNK, i)))
    data_of(member)
    say(member, guest, enc([WANT, 3 * (guest.identity[:8] + bytes(4))]))
    assert len(sent(member, ENTRY)) == 32


def test_a_member_with_another_version_requests_the_forking_entry() -> None:
    """A member with another version requests the entry of the fork, however long its own version is."""
    member = opener()
    guest = forked(member, 50)
    other = opener_like(member)
    twin = Guest(member.opening, 0)
    twin.feed = [guest.feed[0]]
    for _ in range(50):
        twin.sign(JUNK, b"the other version")
    for entry in twin.feed:
        assert other.entry_store.add(guest.identity, entry.stored, NOON) is AddResult.NEW
        other.gossip.changed(guest.identity)
    other.add_peer(member.identity)
    member.add_peer(other.identity)
    for i in range(100):
        for a, b in ((member, other), (other, member)):
            a.tick(NOON + 10 + i * 0.1)
            for to, data in data_of(a):
                if to == b.identity:
                    b.receive(a.identity, data)
    assert guest.identity in other.entry_store.forked


def opener_like(member: Node) -> Node:
    """Return another opener that has admitted the same guests."""
    other = Node(member.opening, seed(3), "P3", *opener_store(), now=NOON, pace=PACE)
    for entry in member.entry_store.feeds[member.identity].feed_of(1):
        other.entry_store.add(member.identity, entry.stored, NOON)
    return other


def test_a_member_that_receives_an_unknown_entry_of_its_own_waits_again_before_signing() -> None:
    """The member is a restored copy: others have more of its feed than it has itself."""
    member = opener()
    member.gossip.feed_sync._heard_all = True
    again = Guest(member.opening, 0)
    again.signer = member._signer
    again.identity, again.match = member.identity, member.entry_store.feed_of(member.identity).match
    again.feed = list(member.entry_store.feeds[member.identity].feed_of(1))
    member.gossip.feed_sync.add_entry(member.identity, again.sign(Kind.MOVE, [1, 5]).stored)
    assert not member.gossip.feed_sync._heard_all


# -- blobs --


def test_blobs_are_requested_only_as_far_as_there_is_room_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    member = opener()
    fetching = member.gossip.blob_fetch
    monkeypatch.setattr(fetching_module, "MOST_COMING", 10_000)
    fetching.set_wanted([WantedBlob(key(number), 4000) for number in range(1, 6)])
    assert len(fetching._fetches) == 2
    fetching.set_wanted([WantedBlob(key(9), 400_000)])
    assert len(fetching._fetches) == 1, "one at least"
    fetching.set_wanted([WantedBlob(key(number), 1) for number in range(1, 20)])
    assert len(fetching._fetches) == 6


def test_a_chunk_requested_from_another_member_is_refused() -> None:
    member = opener()
    one, other = Guest(member.opening, 0), Guest(member.opening, 1)
    for guest in (one, other):
        member.add_peer(guest.identity)
    member.gossip.want([WantedBlob(key(1), 50_000)])
    member.gossip.tick(member.gossip.now + 1)
    asked = {to for to, data in data_of(member) for said in dec(data) if said[0] == ASK}
    assert len(asked) == 1
    for guest in (one, other):
        say(member, guest, enc([CHUNK, key(1), 3, 50_000, bytes(1000)]))
        say(member, guest, enc([CHUNK, key(2), 0, 5000, bytes(1000)]))
        say(member, guest, enc([CHUNK, key(1), 40, 50_000, bytes(1000)]))
    assert member.gossip.counters["chunks that nobody asked for"] == 5 and come(member) == 1000
    (giver,) = asked
    say(member, one if one.identity == giver else other, enc([CHUNK, key(1), 4, 45_000, bytes(1000)]))
    assert come(member) == 1000


def test_undecided_contents_are_fetched_up_to_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = Hall(opening(rounds=1), 4, GOOD, lambda *_: None, pace=PACE._replace(minute=60.0))
    assert enrolled(hall, 4)
    hall.of(0).start()
    assert at_round(hall, 1)
    at = hall.of(1).own_table
    assert at is not None
    honest = next(member for member in hall.members if member.identity not in hall.of(0).course.identities_at(*at))
    sign(hall, 1, ResultReport(0, at[1], b"z" * 32, 5_000_000))
    assert WantedBlob(b"z" * 32, 5_000_000) in honest.records.wanted_blobs()
    monkeypatch.setattr(records_module, "MOST_PENDING", 5_000_010)
    honest.blobs.put(bytes(11))
    assert WantedBlob(b"z" * 32, 5_000_000) not in honest.records.wanted_blobs()


# -- votes --


def test_only_the_latest_proposals_of_a_member_are_fetched() -> None:
    member = opener()
    guest = Guest(member.opening, 0)
    let_in(member, guest, NOON + 2)
    electors = member.view.electors()
    assert electors is not None and electors.members == (member.identity, guest.identity)
    member._sign(Move(1, 11))
    promised = electors.pack([member.identity])
    for b in range(10):
        propose = Propose(1, b, key(b + 1), 1000, promised if b else b"")
        say(member, guest, guest.told(guest.sign(KIND_OF[Propose], list(propose))))
    assert {blob.hash for blob in member.voting.wanted_contents()} == {key(8), key(10)}, (
        "the others are not in its turn"
    )
    say(member, guest, guest.told(guest.sign(KIND_OF[Propose], list(Propose(1, 11, key(77), 40_000, promised)))))
    assert key(77) not in {blob.hash for blob in member.voting.wanted_contents()}, "too long"


def test_no_member_moves_to_a_new_ballot_while_a_majority_is_away() -> None:
    """Otherwise one night would fill every feed with ballots."""
    hall = Hall(opening(rounds=2), 5, GOOD, pace=PACE._replace(pulse=0.5, gone=2.0))
    assert enrolled(hall, 5)
    hall.of(0).start()
    assert at_round(hall, 1)
    gone = [hall.vanish(hall.of(i).identity) for i in (1, 2, 3)]
    hall.run(lambda: False, 20)
    before = len(hall.of(0).entry_store.feeds[hall.of(0).identity].feed_of(1))
    hall.run(lambda: False, 120)
    assert len(hall.of(0).entry_store.feeds[hall.of(0).identity].feed_of(1)) == before
    for i, member in zip((1, 2, 3), gone):
        hall.join(i, entry_log=member.entry_log, blobs=member.blobs)  # type: ignore[arg-type]
    assert hall.run(hall.over) and hall.agree()


def test_no_member_follows_another_to_later_ballots_while_a_majority_is_away() -> None:
    """Otherwise a member that moves far ahead would fill the feeds of the present ones."""
    hall = Hall(opening(rounds=2), 5, GOOD, pace=PACE._replace(pulse=0.5, gone=2.0))
    assert enrolled(hall, 5)
    hall.of(0).start()
    assert at_round(hall, 1)
    gone = [hall.vanish(hall.of(i).identity) for i in (1, 2, 3)]
    hall.run(lambda: False, 20)
    before = len(hall.of(0).entry_store.feeds[hall.of(0).identity].feed_of(1))
    sign(hall, 4, Move(hall.of(0).course.next_decision, 60_000))
    hall.run(lambda: False, 60)
    assert len(hall.of(0).entry_store.feeds[hall.of(0).identity].feed_of(1)) == before
    for i, member in zip((1, 2, 3), gone):
        hall.join(i, entry_log=member.entry_log, blobs=member.blobs)  # type: ignore[arg-type]
    assert hall.run(lambda: all(m.course.is_over for m in hall.members)) and hall.agree()


def test_a_proposal_that_removes_a_vote_is_unfair() -> None:
    hall = Hall(opening(rounds=1), 3, GOOD)
    assert enrolled(hall, 3)
    member = hall.of(1)
    new = tuple(member.view.newcomers())
    fair = Close(0, new, (), (), ())
    assert member.voting.find_unfairness(fair, member.now + 5) == ""
    assert "takes a vote" in (member.voting.find_unfairness(fair._replace(guests=(new[0][0],)), member.now + 5) or "")


def test_a_member_without_a_vote_cannot_vote() -> None:
    hall = Hall(opening(rounds=2), 3, GOOD)
    assert enrolled(hall, 3)
    first = hall.of(0)
    guest = Guest(hall.opening, 1)
    for host in range(2):
        let_in(first, Guest(hall.opening, 10 + host), first.now, "10.0.0.9")
    guest = Guest(hall.opening, 11)
    assert guest.identity in first.entry_store.guests and guest.identity not in first.entry_store.voters
    new = tuple(first.view.newcomers())
    with pytest.raises(MissingFact, match="a vote"):
        TournamentState(hall.opening).apply_content(Close(0, new, (), (), ()), first.entry_store)
    close = Close(0, new, (), (), (), (guest.identity,))
    course = TournamentState(hall.opening).apply_content(close, first.entry_store)
    assert guest.identity not in course.electorate and course.electorate == course.electors(close)
    assert len(course.electorate) == 4 and not course.players[-1].left
    player = course.player_of(guest.identity)
    assert player is not None and not player.votes
    with pytest.raises(InvalidContent, match="without a vote"):
        TournamentState(hall.opening).apply_content(close._replace(guests=(key(1),)), first.entry_store)
    for i in range(3):
        sign(hall, i, Reveal(0, derive_nonces(seed(i), hall.opening.id)[1]))
    for number in (10, 11):
        one = Guest(hall.opening, number)
        one.enrol()
        shown = one.sign(KIND_OF[Reveal], list(Reveal(0, derive_nonces(one.seed, hall.opening.id)[1])))
        first.entry_store.add(one.identity, shown.stored, first.now)
    begun = course.apply_content(Start(0, (1, 2, 3, 4, 5)), first.entry_store)
    assert guest.identity not in begun.electorate and len(begun.electorate) == 4
    assert guest.identity in {begun.player_numbered(n).identity for table in begun.rounds[0].tables for n in table}, (
        "but it plays"
    )
    alone = course.apply_content(Start(0, (player.number,)), first.entry_store)
    assert alone.is_over or alone.electorate == (guest.identity,)


def test_in_version_2_half_of_the_voters_cannot_begin_a_round() -> None:
    hall = Hall(opening(rounds=1)._replace(version=2), 5, GOOD)
    assert enrolled(hall, 5)
    entry_store = hall.of(0).entry_store
    four = [hall.of(i).identity for i in (1, 2, 3, 4)]
    assert not entry_store.may_begin_first_round(set(four[:2])) and entry_store.may_begin_first_round(set(four[:3]))
    assert entry_store.may_begin_first_round({hall.of(0).identity}) and not entry_store.may_begin_first_round(set())
    sign(hall, 0, Move(1, 1))
    late = Guest(hall.opening, 1)
    let_in(hall.of(0), late, hall.of(0).now)
    assert late.identity in entry_store.voters
    assert not entry_store.may_begin_first_round({late.identity, *four[:2]}), (
        "who came after the opener had a part in it does not count"
    )
    hall.of(4).leave()
    assert hall.run(lambda: four[3] in entry_store.left, 10)
    assert entry_store.may_begin_first_round(set(four[:2])), "who has left does not count"


def test_a_forked_player_is_not_in_the_next_round() -> None:
    hall = Hall(opening(rounds=1), 4, GOOD)
    assert enrolled(hall, 4)
    hall.of(0).start()
    assert hall.run(lambda: hall.of(1).course.decided == 1)
    member = hall.of(1)
    for i in range(4):
        sign(hall, i, Reveal(0, derive_nonces(seed(i), hall.opening.id)[1]))
    liar = hall.of(3)
    member.entry_store.forked.add(liar.identity)
    content = member.voting._make_content()
    number = next(player.number for player in member.course.players if player.identity == liar.identity)
    assert isinstance(content, Start) and number not in content.here and len(content.here) == 3
    assert member.voting.find_unfairness(content, member.now + 5) == ""


def test_each_source_gets_some_places_when_they_are_scarce(monkeypatch: pytest.MonkeyPatch) -> None:
    member = opener()
    bringer, others = Guest(member.opening, 0), [Guest(member.opening, n) for n in (1, 2, 3)]
    for one in (bringer, *others):
        let_in(member, one, NOON + 2)
    for number in range(8):
        guest = Guest(member.opening, 10 + number)
        guest.enrol()
        say(member, bringer, bringer.told(bringer.sign(Kind.WELCOME, [guest.identity, 0, False])))
        say(member, bringer, enc([ENTRY, guest.identity, guest.feed[0].stored]))
    monkeypatch.setattr(view_module, "MOST_PLAYERS", 5)
    named = {identity for identity, _ in member.view.newcomers()}
    assert len(named) == 5 and {member.identity, *(other.identity for other in others)} <= named


def test_an_unadmitted_member_does_not_vote() -> None:
    member = Node(opening(), seed(4), "P4", *opener_store(), now=NOON, pace=PACE)
    liar = Guest(member.opening, 0)
    member.add_peer(liar.identity)
    say(member, liar, enc([HEADS, liar.identity[:8] + b"\0\0\0\1tail"]))
    member.start()
    for i in range(200):
        member.tick(NOON + 1 + i * 0.1)
    assert member.is_enrolled and member.view.newcomers() == []
    assert len(member.entry_store.feeds[member.identity].feed_of(1)) == 1


def test_a_member_admitted_by_decision_joins_without_a_known_welcome() -> None:
    hall = Hall(opening(rounds=1), 4, GOOD)
    assert enrolled(hall, 4)
    first = hall.of(0)
    new = tuple(first.view.newcomers())
    close = Close(0, new, (), (), ())
    content = pack_content(close, TournamentState(hall.opening).apply_content(close, first.entry_store).digest)
    late = Node(hall.opening, seed(9), "P9", *opener_store(), now=NOON, pace=PACE)
    for entry in first.entry_store.feeds[first.identity].feed_of(1):
        late.entry_store.add(first.identity, entry.stored, NOON)
    hash = late.blobs.put(content)
    for said in (Propose(1, 0, hash, len(content)), Back(1, 0, hash)):
        for i in range(4):
            late.entry_store.ballots[1].add(Signed(hall.of(i).identity, said, NOON))
    late.entry_store._begun = True
    assert late.view.decided_content(late.course) is None
    assert late.entry_store.awaited == {identity for identity, _ in new} - {first.identity}


def test_a_member_that_claims_feeds_without_sending_them_is_asked_last() -> None:
    member = opener()
    liars, guest, honest = [Guest(member.opening, 10 + n) for n in range(8)], Guest(member.opening, 0), key(200)
    let_in(member, guest, NOON + 2)
    member.remove_peer(guest.identity)
    guest.sign(JUNK, b"more")
    member.tick(NOON + 3)
    for who in [*(liar.identity for liar in liars), honest]:
        member.add_peer(who)
        member.receive(who, enc([[HEADS, guest.identity[:8] + b"\0\0\0\x02tail"]]))
    asked: list[bytes] = []
    for i in range(40):
        member.tick(NOON + 4 + i * 0.31)
        asked += [to for to, data in data_of(member) for said in dec(data) if said[0] == WANT]
    assert len(asked) >= 36 and honest in asked[:9] and max(map(asked.count, asked)) - min(map(asked.count, asked)) <= 1


def test_a_forged_pulse_is_refused_and_a_valid_one_is_not_echoed() -> None:
    member = opener()
    guest, other = Guest(member.opening, 0), Guest(member.opening, 1)
    for one in (guest, other):
        let_in(member, one, NOON + 2)
    data_of(member)
    forged = Guest(member.opening, 9)
    forged.identity = other.identity
    say(member, guest, forged.pulse(5))
    assert other.identity not in member.gossip.pulses
    say(member, guest, guest.pulse(5))
    member.tick(member.now + 0.3)
    assert [said[1] for said in sent(member, 7, other.identity)] == [dec(guest.pulse(5))[1]]
    member.tick(NOON + 4)
    say(member, guest, guest.pulse(6))
    member.tick(member.now + 0.3)
    assert dec(guest.pulse(6))[1] not in [said[1] for said in sent(member, 7, guest.identity)]


def test_pulses_are_batched_and_sent_once() -> None:
    """Pulses of many members are sent together, each once.

    Before, each of 256 members forwarded 16 pulses a second, one datagram per pulse, both ways over each link.
    """
    member = opener()
    guests = [Guest(member.opening, number) for number in range(9)]
    for one in guests:
        let_in(member, one, NOON + 2)
    member.tick(NOON + 10)
    data_of(member)
    sent_to = 0
    for beat in range(10):
        for i, one in enumerate(guests[:8]):
            member.tick(NOON + 11 + 2 * beat + i / 40)
            say(member, one, one.pulse(beat + 1))
            sent_to += sum(to == guests[8].identity for to, _ in data_of(member))
        member.tick(member.now + 0.3)
        sent_to += sum(to == guests[8].identity for to, _ in data_of(member))
    assert sent_to <= 10 * 5, "and not 80"


def test_a_knock_with_a_forged_signature_admits_nobody() -> None:
    member = opener()
    guest = Guest(member.opening, 0)
    guest.enrol()
    entry = guest.feed[0]
    member.add_peer(guest.identity)
    say(member, guest, enc([KNOCK, guest.identity, entry._replace(signature=bytes(64)).stored, "", 0, 0]))
    assert guest.identity not in member.entry_store.guests
    say(member, guest, guest.request())
    assert guest.identity in member.entry_store.guests


def test_a_member_with_a_copied_anchor_is_present_only_after_revealing_a_nonce_itself() -> None:
    """Otherwise it would be present only for those members that had seen the nonce of the copied member before."""
    member = opener()
    ada, copier = Guest(member.opening, 0), Guest(member.opening, 1)
    let_in(member, ada, NOON + 2, "10.0.0.8")
    anchor = derive_nonces(ada.seed, member.opening.id)[0]
    copier.sign(Kind.ENROL, ["Copier", False, True, anchor])
    let_in(member, copier, NOON + 3, "10.0.0.9")
    say(member, ada, ada.told(ada.sign(Kind.REVEAL, [0, derive_nonces(ada.seed, member.opening.id)[1]])))
    players = [Player(n, one.identity, "P", False, anchor) for n, one in enumerate((ada, copier), 1)]
    assert member.entry_store.nonce(players[0], 0)
    with pytest.raises(MissingFact):
        member.entry_store.nonce(players[1], 0)

"""Reveals that a seat has checked itself are not checked again, but all others are (PROTOCOL 15)."""

from __future__ import annotations

from typing import Any

import pytest

from net.match import state_machine
from net.match.feed_reader import step_of
from net.match.verified_prefix import was_checked_before
from net.replication.entries import ID_SHORT, Entry, Kind, Place, make
from net.replication.feeds import Feeds
from net.transport.simulated import SimulatedNetwork
from tests.net.session.test_reconnect import cleared
from tests.support.net.tables import drivers
from tests.support.net.toys import POT

T = 3
OWN, OTHER = 1, 2


@pytest.fixture(scope="module")
def played() -> SimulatedNetwork:
    net = SimulatedNetwork(drivers(POT, 3, goal=150))
    assert net.run(is_done=lambda: net.drivers[OWN].state is not None and net.drivers[OWN].state.t > T + 3)
    return net


class Again:
    """The feeds of a match, read once more in step T, up to the seals of step T + 1."""

    def __init__(self, net: SimulatedNetwork) -> None:
        self.net = net
        self.held = net.drivers[OWN].feeds
        self.feeds = Feeds(self.held.match, self.held.identities)
        self.take(3, Kind.RESULT)

    def take(self, seat: int, before: Kind, t: int = T + 1) -> Entry | None:
        """Accept the signed entries of a seat up to this entry of a step, and return the entry."""
        for entry in self.held.feed_of(seat):
            if step_of(entry) > t or (entry.kind, step_of(entry)) == (before, t):
                return entry
            self.feeds.add(entry, trusted=True)
        return None

    def sign(self, seat: int, kind: Kind, body: Any) -> Entry:
        """Accept an entry that the seat could have signed next."""
        place = Place(self.feeds.match, seat, len(self.feeds.feed_of(seat)), self.feeds.last_id(seat))
        entry = make(self.net.drivers[seat].setup.signer, place, kind, self.feeds.lengths(), body)
        self.feeds.add(entry, trusted=True)
        return entry

    def vouched(self) -> bool:
        """Return True if step T counts as checked before."""
        for seat in self.feeds.seats:
            self.feeds.read[seat - 1] = next(e.seq for e in self.feeds.feed_of(seat) if step_of(e) == T)
        return was_checked_before(self.feeds, OWN, T)


def test_a_step_counts_as_checked_once_our_own_seal_of_the_next_step_is_read(played: SimulatedNetwork) -> None:
    again = Again(played)
    again.take(OTHER, Kind.RESULT)
    again.take(OWN, Kind.SEAL)
    assert not again.vouched()
    again = Again(played)
    again.take(OTHER, Kind.RESULT)
    again.take(OWN, Kind.RESULT)
    assert again.vouched()


def test_a_commit_that_was_not_sealed_does_not_mark_a_step_as_checked(played: SimulatedNetwork) -> None:
    again = Again(played)
    again.take(OWN, Kind.RESULT)
    again.take(OTHER, Kind.COMMIT)
    again.sign(OTHER, Kind.COMMIT, [T + 1, bytes(32), bytes(32), []])
    assert not again.vouched()


@pytest.mark.parametrize("votes", [True, False], ids=["a vote", "a line of chat"])
def test_a_step_with_a_vote_is_checked_again(played: SimulatedNetwork, votes: bool) -> None:
    """A step with a vote is checked again.

    The first round of the step may not have counted, although the seat's own seal names all other entries correctly.
    """
    again = Again(played)
    commit = again.take(OTHER, Kind.COMMIT)
    seal = again.take(OWN, Kind.SEAL)
    assert commit is not None and seal is not None
    again.sign(OTHER, *((Kind.VOTE, [T, 1, [OWN, OTHER], [], 0]) if votes else (Kind.CHAT, ["Hm."])))
    commit = again.sign(OTHER, Kind.COMMIT, commit.body)
    t, names, E = seal.body
    names = [commit.id[:ID_SHORT] if seat == OTHER else name for seat, name in enumerate(names, 1)]
    again.sign(OWN, Kind.SEAL, [t, names, E])
    assert again.vouched() is not votes


def test_two_versions_of_a_feed_mark_no_step_as_checked(played: SimulatedNetwork) -> None:
    again = Again(played)
    again.take(OTHER, Kind.RESULT)
    again.take(OWN, Kind.RESULT)
    place = Place(again.feeds.match, OTHER, 1, again.feeds.feed_of(OTHER)[0].id)
    again.feeds.add(make(played.drivers[OTHER].setup.signer, place, Kind.CHAT, (0, 0, 0), ["Hm."]), trusted=True)
    assert again.feeds.forks and not again.vouched()


def test_a_returning_seat_checks_the_proofs_of_only_a_part_of_the_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    net = SimulatedNetwork(drivers(POT, 3, goal=150))
    assert net.run(is_done=lambda: net.drivers[1].state is not None and net.drivers[1].state.t > 60)
    again = cleared(net, 3)
    checked: set[int] = set()
    proven = state_machine.is_seal_point_valid

    def noting(*asked: Any) -> bool:
        if again.protocol is not None and again.protocol.table.match == asked[0].match and again.state.t == asked[2]:
            checked.add(asked[2])
        return proven(*asked)

    monkeypatch.setattr(state_machine, "is_seal_point_valid", noting)
    assert net.run(net.now + 10, is_done=lambda: again.state is not None and again.state.t > 60)
    assert 0 < len(checked) < 30, "of more than 60 steps"

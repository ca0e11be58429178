"""Safeguards of the driver: with one switched off, a seed of the soak test fails that otherwise passes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from net.crypto import match_keys, primitives
from net.match import quorum
from net.match.quorum import StepVotes
from net.match.state_machine import StateMachine
from net.replication import retransmission, sync
from net.replication.entries import Entry
from net.replication.feeds import AddResult, Feeds
from net.seat.signer import SeatSigner
from net.transport.simulated import Partition, SimulatedNetwork
from tests.support.net import soaking
from tests.support.net.soaking import Broken, Outcome, examine
from tests.support.net.tables import drivers
from tests.support.net.toys import TRICKS

Patch = pytest.MonkeyPatch


def any_signature(patch: Patch) -> None:
    patch.setattr(Entry, "signed_by", lambda self, identity: True)


def any_soft_signature(patch: Patch) -> None:
    real = primitives.signature_holds
    patch.setattr(primitives, "signature_holds", lambda k, p, *rest: p == primitives.SOFT or real(k, p, *rest))


def any_link(patch: Patch) -> None:
    real = Feeds.add

    def add(self: Feeds, entry: Entry, trusted: bool = False) -> AddResult:
        return real(self, entry._replace(prev=self.last_id(entry.seat)), trusted)

    patch.setattr(Feeds, "add", add)


def any_proof(patch: Patch) -> None:
    patch.setattr(primitives, "is_proof_valid", lambda *args: True)


def any_seal(patch: Patch) -> None:
    """Let a seal differ from the commit."""

    class Fits(bytes):
        def __eq__(self, other: object) -> bool:
            return True

        __hash__ = bytes.__hash__

    real = match_keys.commitment
    patch.setattr("net.match.feed_reader.match_keys.commitment", lambda *args: Fits(real(*args)))


def any_state(patch: Patch) -> None:
    """Let a commit count that follows from another state."""
    real = StateMachine.note_digest

    def show(self: StateMachine, seat: int, digest: bytes, *rest: Any) -> None:
        real(self, seat, self.step.digest, *rest)

    patch.setattr(StateMachine, "note_digest", show)
    patch.setattr(StepVotes, "commit_of", lambda self, seat: next(iter(self.commits_of(seat)), None))


def one_version(patch: Patch) -> None:
    """Drop the second of two versions of an entry silently."""
    patch.setattr(Feeds, "add", _dropping(Feeds.add))


def _dropping(real: Callable[..., AddResult]) -> Callable[..., AddResult]:
    def add(self: Feeds, entry: Entry, trusted: bool = False) -> AddResult:
        feed = self.feed_of(entry.seat) if entry.seat in self.seats else []
        return AddResult.HELD if entry.seq < len(feed) else real(self, entry, trusted)

    return add


def reveals_at_once(patch: Patch) -> None:
    """Reveal as soon as all have committed, without waiting for the seals."""
    real = quorum.first_counted_set

    def first_round(book: StepVotes) -> Any:
        commits = quorum.commits_by_seat(book)
        if commits is None:
            return real(book)
        return quorum.CountedSet(0, tuple(sorted(book.present)), {seat: c.id for seat, c in commits.items()})

    patch.setattr(quorum, "first_counted_set", first_round)


def forgets_what_it_sealed(patch: Patch) -> None:
    patch.setattr(SeatSigner, "restore_sealed", lambda self, t, E: None)


def any_number(patch: Patch) -> None:
    """Let two seats continue without the others."""
    for where in ("net.crypto.match_keys.quorum", "net.match.genesis.quorum"):
        patch.setattr(where, lambda seats: 2)


def deaf_to_heads(patch: Patch) -> None:
    """Never resend or request missing entries."""
    patch.setattr(sync.Sync, "on_heads", lambda self, peer, told: setattr(peer, "heads", told.heads))
    patch.setattr(retransmission.Retransmission, "process", lambda self: None)


class Safeguard(NamedTuple):
    """A safeguard that `off` switches off, for the single adversary `only` or for matches without one."""

    off: Callable[[Patch], None]
    only: str
    numbers: range = range(6)


SAFEGUARDS = [
    Safeguard(any_signature, "Forges"),
    Safeguard(any_soft_signature, "Forges"),
    Safeguard(any_link, "FalseLink"),
    Safeguard(any_proof, "FalseProof"),
    Safeguard(any_seal, "ChangesItsMind"),
    Safeguard(any_state, "Richer"),
    Safeguard(one_version, "TwoCommits"),
    Safeguard(reveals_at_once, "WithholdsItsSeal"),
    Safeguard(forgets_what_it_sealed, "Replays", range(1, 8)),
    Safeguard(deaf_to_heads, "Replays", range(3)),
]


def outcome(safeguard: Safeguard, number: int, off: bool) -> Outcome | str:
    """Return the outcome of a match with or without the safeguard; the examination always has it."""
    case = soaking.case("safeguards", number, safeguard.only)
    with pytest.MonkeyPatch.context() as patch:
        if off:
            safeguard.off(patch)
        try:
            net = soaking.run(case)
        except Exception as error:
            return f"{type(error).__name__}: {error}"
    try:
        return examine(case, net)
    except Broken as broken:
        return str(broken)


@pytest.mark.parametrize("safeguard", SAFEGUARDS, ids=lambda safeguard: safeguard.off.__name__)
def test_without_each_safeguard_a_seed_fails_or_a_cheat_goes_unnoticed(safeguard: Safeguard) -> None:
    for number in safeguard.numbers:
        without = outcome(safeguard, number, off=True)
        real = outcome(safeguard, number, off=False) if isinstance(without, Outcome) else None
        if isinstance(without, str) or (isinstance(real, Outcome) and real.accused - without.accused):
            assert isinstance(outcome(safeguard, number, off=False), Outcome)
            return
    pytest.fail("no seed fails without it")


def ends(off: bool) -> set[bytes]:
    """Return the ends of four seats that are split two and two for longer than their patience."""
    with pytest.MonkeyPatch.context() as patch:
        if off:
            any_number(patch)
        net = SimulatedNetwork(drivers(TRICKS, 4, patience=1.0), seed=1)
        net.run(until=5.0, is_done=lambda: all(d.protocol and d.protocol.table.last >= 1 for d in net.drivers.values()))
        net.partitions = (Partition(net.now, net.now + 6.0, frozenset({1, 2})),)
        net.run(until=30.0)
    return {driver.finished.digest if driver.finished else b"" for driver in net.drivers.values()}


def test_two_halves_continue_apart_without_the_majority_rule() -> None:
    """Without the majority rule two halves continue separately; with it they wait for each other.

    No seed of the soak test splits a network that long.
    """
    whole = ends(off=False)
    assert len(whole) == 1 and whole != {b""}
    assert ends(off=True) != whole

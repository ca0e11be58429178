"""Cost of a large tournament for one member, in virtual time, printed as JSON.

The figures are bytes a second at rest and in a round, memory, and processor time.

    python3 scripts/benchmarks/tournament_feeds.py --members 256

All members are in one process. They are linked as programs link: with those 1, 2, 4, ... places further in the ring of
all members, and with the opener until their admission. Functions of their input alone (signatures, pairing) are
computed once for all members, so the processor time is that of everything else.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
import time
import tracemalloc
from functools import lru_cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import environment

if not environment.can_import("msgpack") or not environment.can_import("pytest"):
    environment.enter("test")
sys.path.insert(0, str(environment.ROOT))

from lobby.tournament.model import entry_store as ledger_module
from lobby.tournament.model import state as course_module
from lobby.tournament.protocol.node import Node
from lobby.tournament.protocol.pace import PACE
from net.channels.channel import OVERHEAD_BYTES
from net.crypto import primitives
from net.replication.entries import read as read_entry
from net.transport.simulated import GOOD
from tests.support.lobby.tournament.hall import Hall, Seat, opening

UDP = 28
"""Bytes of IP and UDP around a datagram."""


class Counted(Seat):
    """Member whose sent bytes are counted."""

    sent = 0

    def take_datagrams(self) -> list[tuple[Any, bytes]]:
        taken = super().take_datagrams()
        self.sent += sum(len(data) + OVERHEAD_BYTES + UDP for _, data in taken)
        return taken


class Full(Hall):
    """Hall with the largest number of members, each of which is linked with a few others."""

    def join(self, i: int, *args: Any, **kwargs: Any) -> Node:
        member = super().join(i, *args, **kwargs)
        seat = Counted(member, ())
        self.net.drivers[member.identity] = seat  # type: ignore[assignment]
        return member

    def link(self) -> None:
        """Do nothing, as all members are linked once all of them are present."""

    def link_all(self, with_opener: bool) -> None:
        """Link the members in a ring, and if `with_opener`, also each of them with the opener."""
        ring: list[Any] = sorted(self.net.drivers)
        wanted: dict[Any, set[Any]] = {identity: set() for identity in ring}
        opener = self.opening.opener
        for index, identity in enumerate(ring):
            steps = [1 << k for k in range(len(ring).bit_length()) if 1 << k < len(ring)]
            others = [ring[(index + step) % len(ring)] for step in steps] + [opener] * with_opener
            for other in others:
                if other != identity:
                    wanted[identity].add(other)
                    wanted[other].add(identity)
        for identity, chosen in wanted.items():
            member = self.member(identity)
            for gone in member.gossip.neighbours.keys() - chosen:
                member.remove_peer(gone)
            for new in sorted(chosen - member.gossip.neighbours.keys()):
                member.add_peer(new)

    def sent(self) -> int:
        """Return the number of bytes that all members have sent so far."""
        return sum(seat.sent for seat in self.net.drivers.values())  # type: ignore[attr-defined]


def measure_span(hall: Full, seconds: float) -> dict[str, float]:
    """Return the bytes a second and the processor time of one member, measured over this number of seconds."""
    before, begun, cpu = hall.sent(), hall.net.now, time.process_time()
    hall.run(lambda: False, seconds)
    virtual = hall.net.now - begun
    many = len(hall.net.drivers)
    return {
        "bytes_a_second": (hall.sent() - before) / virtual / many,
        "processor_milliseconds_a_second": (time.process_time() - cpu) * 1e3 / virtual / many,
    }


def measure_tournament(members: int, seconds: float) -> dict[str, Any]:
    """Return all figures of a tournament with this number of members."""
    _share_work()
    hall = Full(opening(rounds=3, minutes=60), 0, GOOD, lambda *_: None, pace=PACE)
    for i in range(members):
        hall.join(i)
    hall.link_all(True)
    everybody = lambda: all(len(member.entry_store.enrolled) == members for member in hall.members)  # noqa: E731
    assert hall.run(everybody, 120), "not all are enrolled"
    enrolled = hall.net.now
    hall.link_all(False)
    hall.run(lambda: False, 5)
    result: dict[str, Any] = {"members": members, "seconds_till_all_are_enrolled": enrolled}
    result["at_rest"] = measure_span(hall, seconds)
    _print_interim(result)
    begun = hall.net.now
    hall.of(0).start()
    playing = lambda: all(member.course.running_round is not None for member in hall.members)  # noqa: E731
    assert hall.run(playing, 120), "the round does not begin"
    result["seconds_till_the_round_begins"] = hall.net.now - begun
    result["while_it_is_played"] = measure_span(hall, seconds)
    _print_interim(result)
    hall.playing = hall.strongest
    before, begun = hall.sent(), hall.net.now
    closed = lambda: all(len(member.course.rounds) > 1 for member in hall.members)  # noqa: E731
    assert hall.run(closed, 240), "the round does not end"
    elapsed = hall.net.now - begun
    result["seconds_from_results_to_the_next_round"] = elapsed
    result["bytes_a_second_meanwhile"] = (hall.sent() - before) / elapsed / members
    result["feeds_kB"] = sum(hall.of(1).entry_store.sizes.values()) / 1e3
    result["links_of_one"] = sum(len(member.gossip.neighbours) for member in hall.members) / members
    result["memory_kB_of_one"] = _member_memory(hall)
    return result


def _print_interim(found: dict[str, Any]) -> None:
    """Print intermediate figures, as a measurement with many members takes long."""
    print(json.dumps(found), file=sys.stderr, flush=True)


def _member_memory(hall: Full) -> float:
    """Return the memory of one member in bytes.

    It is the size of a copy made from the member's log and its neighbours' announcements.
    """
    one = hall.of(1)
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    again = Node(one.opening, bytes([1]) * 32, "copy", one.entry_log, one.blobs, now=one.now, plays=False)
    for neighbour in one.gossip.neighbours:
        again.add_peer(neighbour)
        again.gossip.neighbours[neighbour].theirs.update(one.gossip.neighbours[neighbour].theirs)
    gc.collect()
    size = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return size / 1e3


def _share_work() -> None:
    really = getattr(primitives._signature_holds, "__wrapped__", primitives._signature_holds)
    patched: Any = SimpleNamespace(primitives=primitives, ledger=ledger_module, course=course_module)
    patched.primitives._signature_holds = lru_cache(1 << 18)(really)
    patched.ledger.read_entry = lru_cache(1 << 18)(read_entry)
    pair, tables = course_module.compute_tables, dict[Any, Any]()

    def paired(terms: Any, here: Any, results: Any, beacon: bytes) -> Any:
        key = (terms, tuple(here), repr(results), beacon)
        if key not in tables:
            tables[key] = pair(terms, here, results, beacon)
        return tables[key]

    patched.course.pair = paired


def main() -> int:
    """Measure the figures, and print them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--members", type=int, default=256, help="how many take part")
    parser.add_argument("--seconds", type=float, default=30.0, help="virtual seconds that each state is measured for")
    args = parser.parse_args()
    print(json.dumps(measure_tournament(args.members, args.seconds), indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())

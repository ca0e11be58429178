"""Digests of all datagrams in a few seeded matches, rooms and tournaments.

    python -m tests.support.wire        # rewrites tests/data/wire.json

A change of the code that changes no byte on the wire leaves every digest unchanged. The games are those of the tests,
and the hash of the rules is fixed, so the rules of the real games have no influence.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest

from lobby.discovery.discovery import Discovery
from net.channels.channels import Channels
from net.match import genesis
from net.match.feed_reader import AGREES
from net.transport.simulated import BAD, NetworkFaults, Partition, SimulatedNetwork
from tests.support.lobby import hall as rooms
from tests.support.lobby import soaking as lobby_soaking
from tests.support.lobby.tournament import hall as cups
from tests.support.net import soaking
from tests.support.net.cables import linked_table
from tests.support.net.tables import NAMES, drivers
from tests.support.net.toys import POT, TRICKS

PATH = Path(__file__).parents[1] / "data" / "wire.json"
RULES = bytes(range(32))


class Recorder:
    """Number and digest of the datagrams of a scenario, in the order in which they were sent."""

    def __init__(self) -> None:
        self._hash = blake2b(digest_size=16)
        self._count = 0

    def note(self, *what: Any) -> None:
        """Add a datagram with its sender, receiver and time."""
        self._count += 1
        self._hash.update(repr(what).encode())

    @property
    def text(self) -> str:
        """Number of datagrams, and their digest."""
        return f"{self._count} {self._hash.hexdigest()}"


@contextmanager
def recorded() -> Iterator[Recorder]:
    """Yield a recorder of all datagrams that simulated networks carry inside the context."""
    recorder = Recorder()

    def noting(kind: Any, name: str, taken: bool) -> None:
        real = getattr(kind, name)

        def noted(self: Any, *args: Any) -> Any:
            result = real(self, *args)
            if taken:
                for item in result:
                    recorder.note(name, *item)
            else:
                recorder.note(name, *args)
            return result

        patch.setattr(kind, name, noted)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(genesis, "_rules_hash", lambda *_: RULES)
        noting(SimulatedNetwork, "_send", False)
        noting(Channels, "send", False)
        noting(rooms.Hall, "sends", False)
        noting(Discovery, "take_datagrams", True)
        noting(Discovery, "take_questions", True)
        yield recorder


# -- matches --


def _match(game: Any, seats: int, faults: NetworkFaults, seed: int, **more: Any) -> None:
    """Play a match in which players also chat and agree to end it."""
    table = drivers(game, seats, f"wire {seed}", **more)
    partitions = [Partition(0.5, 1.5, frozenset({1})), Partition(2.0, 2.4, frozenset({2}))]
    net = SimulatedNetwork(table, seed, faults, partitions if faults is BAD else ())
    net.run(0.4)
    for seat, driver in table.items():
        if driver.protocol is not None and not driver.stopped and driver.feeds.feed_of(seat):
            driver.chat(f"Here is {NAMES[seat - 1]}.")
            driver.chat("Only for you.", to=seat % seats + 1)
    net.run(0.8)
    for driver in table.values():
        if driver.protocol is not None and not driver.stopped:
            driver.adjourn()
    net.run(30.0)


def _linked(seats: int) -> None:
    table, links = linked_table(POT, seats)
    net = SimulatedNetwork(table, seats, BAD, links=links)
    net.run(1.5)
    for driver in table.values():
        if driver.protocol is not None and not driver.stopped:
            driver.declare_end(AGREES)
    net.run(20.0)
    for driver in table.values():
        driver.say_goodbye()
    net.run(net.now + 0.5, is_done=lambda: False)


def _soak(number: int) -> None:
    soaking.play(soaking.case("wire", number))


# -- rooms and tournaments --


def _room(seats: int, loss: float) -> None:
    hall = rooms.Hall(seats, seats - 1, seats, loss)
    hall.run(2.0)
    hall.members[1].chat("Welcome.")
    hall.members[2].request_seat(seats)
    hall.members[2].request_colour(2)
    hall.bot(20, 1)
    hall.run(2.0)
    hall.members[1].vote_out(rooms.key(20))
    hall.unlink(1, 2)
    hall.run(2.0)
    hall.link(1, 2)
    hall.all_ready()
    hall.run(3.0)
    hall.leave(2)
    hall.run(2.0)


def _cup(players: int) -> None:
    hall = cups.Hall(cups.opening(rounds=2), players)
    hall.run(lambda: all(len(member.waiting_players) == players for member in hall.members), 10.0)
    hall.of(0).start()
    hall.run(lambda: all(member.course.is_over for member in hall.members), 60.0)


def _lobby(number: int) -> None:
    lobby_soaking.play(lobby_soaking.case("wire", number))


SCENARIOS: Mapping[str, Callable[[], None]] = {
    "tricks of 2": partial(_match, TRICKS, 2, NetworkFaults(), 1),
    "pot of 3 on a bad network": partial(_match, POT, 3, BAD, 2),
    "tricks of 4 on a bad network": partial(_match, TRICKS, 4, BAD, 3, patience=0.6),
    "pot of 6": partial(_match, POT, 6, NetworkFaults(loss=0.1), 4),
    "pot of 3 over channels": partial(_linked, 3),
    "pot of 4 over channels": partial(_linked, 4),
    **{f"soak {number}": partial(_soak, number) for number in range(1, 61) if number % 10},
    "room of 2": partial(_room, 2, 0.0),
    "room of 4 on a bad network": partial(_room, 4, 0.2),
    "tournament of 5": partial(_cup, 5),
    "tournament of 12": partial(_cup, 12),
    **{f"lobby soak {number}": partial(_lobby, number) for number in (0, 1, 4, 5)},
}


def digest(name: str) -> str:
    """Return the number and the digest of a scenario's datagrams."""
    with recorded() as recorder:
        SCENARIOS[name]()
    return recorder.text


def main() -> None:
    """Write the digests of all scenarios."""
    PATH.write_text(json.dumps({name: digest(name) for name in SCENARIOS}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

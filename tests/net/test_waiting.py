"""Who is waited for is said by name, soon, and when it is over; watchers are told the players' rounds."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from net.absence import Patience
from net.cli.peer import Reporter, glance
from net.cli.progress import Going
from net.cli.waiting import SLOW, Lookout, Waits, presence
from net.cli.watch import Following
from net.driver import Driver
from net.entries import Kind
from net.keys import seeded_room
from net.owed import owes
from net.reports import Presence
from net.simnet import BAD, Partition, SimNet
from tests.net.cables import linked_table
from tests.net.test_absence import table_with_lost
from tests.net.test_spectator import Watched
from tests.net.toys import POT, TRICKS

NAMES = ("Ada", "Ben", "Cleo", "Dan")


class Heard:
    """What is told, and when."""

    def __init__(self) -> None:
        self.now = 0.0
        self.said: list[tuple[float, str, dict[str, Any]]] = []

    def __call__(self, kind: str, **fields: Any) -> None:
        self.said.append((self.now, kind, fields))

    def words(self, kind: str = "waits") -> list[str]:
        return [fields["words"] for _, said, fields in self.said if said == kind]


def looked_at(
    net: SimNet, until: float, *lookouts: tuple[Lookout, Heard, Any], done: Callable[[], bool] = lambda: False
) -> None:
    """Lets time pass, looking as often as a terminal does."""

    def look() -> bool:
        for lookout, heard, holder in lookouts:
            heard.now = net.now
            lookout.seat(holder) if isinstance(holder, Driver) else lookout.spectator(holder)
        return done() or net.all_stopped()

    net.run(until, done=look)


@pytest.mark.parametrize("gone", [(2,), (2, 3)], ids=["one", "two"])
def test_a_silence_is_told_by_name_within_three_seconds_and_so_is_its_end(gone: tuple[int, ...]) -> None:
    table, links = linked_table(POT, 4, goal=150)
    net = Watched(table, links=links)
    spectator = net.watch(seeded_room("test"), (1,))
    player, watcher = Heard(), Heard()
    looks = ((Lookout(player), player, table[1]), (Lookout(watcher), watcher, spectator))
    looked_at(net, 0.5, *looks)
    assert not [words for words in player.words() + watcher.words() if "nothing is heard" in words]
    names = table[1].play.table.genesis.names  # type: ignore[union-attr]
    who = " and ".join(names[seat - 1] for seat in gone)
    net.partitions = tuple(_alone(seat, 0.5, 5.0) for seat in gone)
    looked_at(net, 5.0, *looks)
    for heard in (player, watcher):
        ((at, _, fields),) = [said for said in heard.said if said[0] >= 0.5]
        assert at <= 3.5 and fields["words"] == f"Waiting for {who}, of whom nothing is heard."
        assert fields["names"] == [names[seat - 1] for seat in gone] and fields["seats"] == list(gone)
    looked_at(net, 20.0, *looks, done=lambda: all(not heard.said[-1][2]["seats"] for heard in (player, watcher)))
    for heard in (player, watcher):
        assert "heard again" in heard.words()[-1] and not heard.words()[-1].endswith("nothing is heard.")
        assert all(any(names[seat - 1] in words and "heard again" in words for words in heard.words()) for seat in gone)


def _alone(seat: int, start: float, end: float) -> Any:
    return Partition(start, end, frozenset({seat}))


def test_on_a_bad_network_nobody_is_missed() -> None:
    table, links = linked_table(POT, 3, goal=150)
    net, heard = SimNet(table, seed=4, faults=BAD, links=links), Heard()
    looked_at(net, 60.0, (Lookout(heard), heard, table[1]))
    assert not [words for words in heard.words() if "nothing is heard" in words]


def test_the_seats_that_are_not_there_yet_are_told_at_once() -> None:
    table, links = linked_table(POT, 3)
    net, heard = SimNet(table, links=links, partitions=[_alone(3, 0.0, 6.0)]), Heard()
    looked_at(net, 6.0, (Lookout(heard), heard, table[1]))
    assert heard.said[0][0] < 0.1 and heard.words() == [
        "Waiting for Seat 2 and Seat 3.",
        "Seat 2 is here. Waiting for Seat 3.",
    ]


def test_whose_seats_are_agreed_on_are_told_by_name_and_only_if_they_do_not_come() -> None:
    for apart, said in ((1.0, []), (4.0, ["Ben is here. Waiting for Cleo."])):
        table, links = linked_table(POT, 3)
        net, heard = SimNet(table, links=links, partitions=[_alone(3, 0.0, apart)]), Heard()
        looked_at(net, apart, (Lookout(heard, names=NAMES), heard, table[1]))
        assert heard.words() == said


def test_who_thinks_for_long_is_told_once_and_when_it_has_chosen() -> None:
    heard = Heard()
    waits = Waits(heard)
    for tenth in range(400):
        waits.look(NAMES, {2: 0.4, 3: 0.1}, {2: tenth / 10, 1: tenth / 10} if tenth < 300 else {})
    assert heard.words() == ["Waiting for Ben, who is choosing.", "Ben has chosen."]
    assert SLOW < 30


def test_who_is_left_out_is_told_by_name() -> None:
    assert (
        presence(Presence((1, 4), (2, 3)), (), NAMES) == "The table goes on without Ben and Cleo till they come back."
    )
    some = presence(Presence((1, 2, 4), (3,)), (2, 3), NAMES)
    assert some == "Ben is back; the table goes on without Cleo till they come back."
    assert presence(Presence((1, 2, 3, 4), ()), (2, 3), NAMES) == "Ben and Cleo are back; all seats are here again."


def test_a_seat_that_is_gone_for_good_is_told_of_by_name_from_its_silence_to_the_end() -> None:
    """The one who watches hears of the second seat through the first alone, and misses nobody but who is gone."""
    table, links = linked_table(POT, 3, goal=150)
    for driver in table.values():
        driver.policy = Patience(8.0)
    net, player, watcher = Watched(table, links=links), Heard(), Heard()
    spectator = net.watch(seeded_room("test"), (1,))
    net.partitions = (_alone(3, 0.2, 1e9),)
    lookouts, reporter, following = (Lookout(player), Lookout(watcher)), Reporter(POT, player), Following(watcher)
    following.spectator, spectator.on_step = spectator, following.stepped
    told = {1: 0, "w": 0}

    def look() -> bool:
        player.now = watcher.now = net.now
        lookouts[0].seat(table[1])
        lookouts[1].spectator(spectator)
        for address in told:
            for report in net.reports[address][told[address] :]:
                reporter(report, table[1].state) if address == 1 else following(report, spectator.state)
            told[address] = len(net.reports[address])
        return table[1].stopped and spectator.stopped

    assert net.run(120.0, done=look)
    names = table[1].play.table.genesis.names  # type: ignore[union-attr]
    for heard in (player, watcher):
        said = [words for words in heard.words() + heard.words("noted") if any(name in words for name in names)]
        assert said == [
            f"Waiting for {names[2]}, of whom nothing is heard.",
            f"The table goes on without {names[2]} till they come back.",
        ]


@pytest.mark.parametrize("start", [0.0, 3.0], ids=["from the first", "late"])
def test_a_watcher_is_told_the_rounds_of_the_players(start: float) -> None:
    """However many steps come to it at once."""
    table, links = linked_table(POT, 2, goal=12)
    net, player, watcher = Watched(table, links=links), Heard(), Heard()
    reporter, following = Reporter(POT, player), Following(watcher)
    told = {1: 0, "w": 0}

    def look() -> bool:
        for report in net.reports[1][told[1] :]:
            reporter(report, table[1].state)
        told[1] = len(net.reports[1])
        if "w" in net.reports:
            for report in net.reports["w"][told["w"] :]:
                following(report, spectator.state)
            told["w"] = len(net.reports["w"])
        return False

    net.run(start, done=look)
    spectator = net.watch(seeded_room("test"), (2,))
    following.spectator, spectator.on_step = spectator, following.stepped
    net.run(60.0, done=lambda: look() or net.all_stopped())
    look()
    rounds = [[fields for _, kind, fields in heard.said if kind == "stepped"] for heard in (player, watcher)]
    assert len(rounds[0]) > 5 and rounds[0] == rounds[1]
    assert rounds[0][-1] == glance(POT, rounds[0][-1]["t"], table[1].state)


def test_who_has_much_to_hear_tells_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Any] = []

    class Shown(Going):
        def __enter__(self) -> Shown:
            told.append("begins")
            return self

        def __exit__(self, *_: object) -> None:
            told.append("ends")

        def __call__(self, done: int, whole: int) -> None:
            told.append((done, whole))

    sync = SimpleNamespace(behind=0)
    driver: Any = SimpleNamespace(sync=sync)
    peer: Any = SimpleNamespace(driver=driver)
    with Lookout(Heard(), Shown("Hearing", "entry")) as lookout:
        monkeypatch.setattr(lookout, "seat", lambda *_: None)
        for sync.behind in (0, 30, 900, 400, 0, 12, 700):
            lookout.playing(peer)
    ended = [*["begins", (0, 900), (500, 900), (900, 900), "ends"], *["begins", (0, 700), (700, 700), "ends"]]
    assert told == ended


def test_what_seats_owe_is_never_told_as_it_was_before_an_entry_was_read() -> None:
    """It is worked out once for all who ask: from entry 0 over commits, seals, votes and cuts to the results."""
    net = table_with_lost(TRICKS, 3, {2: Kind.SEAL})
    said: set[str] = set()

    def same() -> bool:
        for driver in net.drivers.values():
            if driver.play is not None:
                table = driver.play.table
                found = owes(table)
                table.step.book.answers.clear()
                assert found == owes(table)
                said.update(what for _, what in found)
        return net.drivers[1].stopped and net.drivers[3].stopped

    assert net.run(until=60.0, done=same)
    assert said >= {"genesis", "commit", "seal", "reveal", "vote", "cut", "result"}

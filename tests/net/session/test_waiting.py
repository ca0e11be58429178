"""Reports about awaited seats: they begin soon and last until the wait is over; spectators see the players' rounds."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from net.cli.matches.peer import Reporter, step_report
from net.cli.matches.progress import ProgressLine
from net.cli.matches.waiting import (
    ALONE,
    CONNECTED_AGAIN_TEXT,
    CUT_OFF,
    SLOW,
    AwaitedReporter,
    SilenceReporter,
    presence_text,
)
from net.cli.matches.watch import SpectatorReporter
from net.crypto.match_keys import room_id_from_text
from net.crypto.primitives import Signer
from net.match.awaited_seats import owed_entries
from net.match.events import PlayerNotice, Presence
from net.match.readiness import Leaves
from net.replication.entries import Kind
from net.replication.messages import Soft
from net.seat.absence import PatientPolicy
from net.seat.driver import Driver
from net.transport.simulated import BAD, Partition, SimulatedNetwork
from tests.net.seat.test_absence import table_with_lost
from tests.net.session.test_spectator import Watched
from tests.support.net.cables import linked_table
from tests.support.net.toys import POT, TRICKS

NAMES = ("Ada", "Ben", "Cleo", "Dan")


class Heard:
    """A recorder of reports with their times."""

    def __init__(self) -> None:
        self.now = 0.0
        self.said: list[tuple[float, str, dict[str, Any]]] = []

    def __call__(self, kind: str, **fields: Any) -> None:
        self.said.append((self.now, kind, fields))

    def words(self, kind: str = "waits", since: float = 0.0) -> list[str]:
        return [fields["words"] for at, said, fields in self.said if said == kind and at >= since]


def looked_at(
    net: SimulatedNetwork,
    until: float,
    *lookouts: tuple[AwaitedReporter, Heard, Any],
    done: Callable[[], bool] = lambda: False,
) -> None:
    """Let time pass, and look for reports as often as a terminal does."""

    def look() -> bool:
        for lookout, heard, holder in lookouts:
            heard.now = net.now
            lookout.update_from_driver(holder) if isinstance(holder, Driver) else lookout.update_from_spectator(holder)
        return done() or net.all_stopped()

    net.run(until, is_done=look)


@pytest.mark.parametrize("gone", [(2,), (2, 3)], ids=["one", "two"])
def test_a_silence_and_its_end_are_reported_within_three_seconds(gone: tuple[int, ...]) -> None:
    table, links = linked_table(POT, 4, goal=150)
    net = Watched(table, links=links)
    spectator = net.watch(room_id_from_text("test"), (1,))
    player, watcher = Heard(), Heard()
    looks = ((AwaitedReporter(player), player, table[1]), (AwaitedReporter(watcher), watcher, spectator))
    looked_at(net, 0.5, *looks)
    assert not [words for words in player.words() + watcher.words() if "No sign" in words]
    names = table[1].protocol.table.genesis.names  # type: ignore[union-attr]
    who = " and ".join(names[seat - 1] for seat in gone)
    net.partitions = tuple(_alone(seat, 0.5, 5.0) for seat in gone)
    looked_at(net, 5.0, *looks)
    for heard in (player, watcher):
        ((at, _, fields),) = [said for said in heard.said if said[0] >= 0.5]
        assert at <= 3.5 and fields["words"].startswith(f"No sign of {who}.")
        assert fields["names"] == [names[seat - 1] for seat in gone] and fields["seats"] == list(gone)
    looked_at(net, 20.0, *looks, done=lambda: all(not heard.said[-1][2]["seats"] for heard in (player, watcher)))
    for heard in (player, watcher):
        assert "back" in heard.words()[-1] and "No sign" not in heard.words()[-1]
        assert all(any(names[seat - 1] in words and " back." in words for words in heard.words()) for seat in gone)


def _alone(seat: int, start: float, end: float) -> Any:
    return Partition(start, end, frozenset({seat}))


def test_a_bad_network_causes_no_silence_report() -> None:
    table, links = linked_table(POT, 3, goal=150)
    net, heard = SimulatedNetwork(table, seed=4, faults=BAD, links=links), Heard()
    looked_at(net, 60.0, (AwaitedReporter(heard), heard, table[1]))
    assert not [words for words in heard.words() if "No sign" in words]


def test_seats_missing_at_the_start_are_reported_at_once() -> None:
    table, links = linked_table(POT, 3)
    net, heard = SimulatedNetwork(table, links=links, partitions=[_alone(3, 0.0, 6.0)]), Heard()
    looked_at(net, 6.0, (AwaitedReporter(heard), heard, table[1]))
    assert heard.said[0][0] < 0.1 and heard.words() == [
        "Waiting for Seat 2 and Seat 3.",
        "Seat 2 is here. Waiting for Seat 3.",
    ]


def test_seats_agreed_in_a_room_are_reported_by_name_only_when_they_are_late() -> None:
    for apart, said in ((1.0, []), (4.0, ["Ben is here. Waiting for Cleo."])):
        table, links = linked_table(POT, 3)
        net, heard = SimulatedNetwork(table, links=links, partitions=[_alone(3, 0.0, apart)]), Heard()
        looked_at(net, apart, (AwaitedReporter(heard, names=NAMES), heard, table[1]))
        assert heard.words() == said


def test_a_slow_seat_is_reported_once_while_it_chooses_and_once_when_it_has_chosen() -> None:
    heard = Heard()
    waits = SilenceReporter(heard)
    for tenth in range(400):
        waits.update(NAMES, {2: 0.4, 3: 0.1}, {2: tenth / 10, 1: tenth / 10} if tenth < 300 else {})
    assert heard.words() == ["Waiting for Ben, who is choosing.", "Ben has chosen."]
    assert SLOW < 30


def test_left_out_seats_are_reported_by_name() -> None:
    both = presence_text(Presence((1, 4), (2, 3)), (), NAMES)
    assert both == "Going on without Ben and Cleo until Ben and Cleo are back."
    some = presence_text(Presence((1, 2, 4), (3,)), (2, 3), NAMES)
    assert some == "Ben is back; going on without Cleo until Cleo is back."
    own = presence_text(Presence((1, 2, 4), (3,)), (), NAMES, own=3)
    assert own == "The others went on without you; catching up."
    assert presence_text(Presence((1, 2, 3, 4), ()), (3,), NAMES, own=3) == "You are back; everyone is here again."
    assert presence_text(Presence((1, 2, 3, 4), ()), (2, 3), NAMES) == "Ben and Cleo are back; everyone is here again."


def test_a_seat_gone_for_good_is_reported_by_name_to_the_end() -> None:
    """A lost seat is reported by name from its silence to the end.

    The spectator receives the entries of the second seat through the first, and misses only the absent seat.
    """
    table, links = linked_table(POT, 3, goal=150)
    for driver in table.values():
        driver.attendance.policy = PatientPolicy(8.0)
    net, player, watcher = Watched(table, links=links), Heard(), Heard()
    spectator = net.watch(room_id_from_text("test"), (1,))
    net.partitions = (_alone(3, 0.2, 1e9),)
    lookouts, reporter, following = (
        (AwaitedReporter(player), AwaitedReporter(watcher)),
        Reporter(POT, player),
        SpectatorReporter(watcher),
    )
    following.spectator, spectator.on_step = spectator, following.store_step
    told = {1: 0, "w": 0}

    def look() -> bool:
        player.now = watcher.now = net.now
        lookouts[0].update_from_driver(table[1])
        lookouts[1].update_from_spectator(spectator)
        for address in told:
            for report in net.reports[address][told[address] :]:
                reporter(report, table[1].state) if address == 1 else following(report, spectator.state)
            told[address] = len(net.reports[address])
        return table[1].stopped and spectator.stopped

    assert net.run(120.0, is_done=look)
    names = table[1].protocol.table.genesis.names  # type: ignore[union-attr]
    (left,) = re.findall(r" in (\d) s;", " ".join(player.words()))
    assert 4 <= int(left) <= 6, "of eight seconds more than two are over"
    for heard in (player, watcher):
        said = [words for words in heard.words() + heard.words("noted") if any(name in words for name in names)]
        assert said == [
            f"No sign of {names[2]}. If this goes on, the table continues without {names[2]} in {left} s; {names[2]} "
            f"can "
            f"come back at any time."
            if heard is player
            else f"No sign of {names[2]}.",
            f"Going on without {names[2]} until {names[2]} is back.",
        ]


@pytest.mark.parametrize("start", [0.0, 3.0], ids=["from the first", "late"])
def test_a_spectator_sees_the_rounds_of_the_players(start: float) -> None:
    """A spectator sees the players' rounds, however many steps arrive at once."""
    table, links = linked_table(POT, 2, goal=12)
    net, player, watcher = Watched(table, links=links), Heard(), Heard()
    reporter, following = Reporter(POT, player), SpectatorReporter(watcher)
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

    net.run(start, is_done=look)
    spectator = net.watch(room_id_from_text("test"), (2,))
    following.spectator, spectator.on_step = spectator, following.store_step
    net.run(60.0, is_done=lambda: look() or net.all_stopped())
    look()
    rounds = [[fields for _, kind, fields in heard.said if kind == "stepped"] for heard in (player, watcher)]
    assert len(rounds[0]) > 5 and rounds[0] == rounds[1]
    assert rounds[0][-1] == step_report(POT, rounds[0][-1]["t"], table[1].state)


def test_a_seat_far_behind_reports_its_progress_in_catching_up(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Any] = []

    class Shown(ProgressLine):
        def __enter__(self) -> Shown:
            told.append("begins")
            return self

        def __exit__(self, *_: object) -> None:
            told.append("ends")

        def __call__(self, done: int, whole: int) -> None:
            told.append((done, whole))

    sync = SimpleNamespace(missing_count=0)
    driver: Any = SimpleNamespace(sync=sync)
    peer: Any = SimpleNamespace(driver=driver)
    with AwaitedReporter(Heard(), Shown("Hearing", "entry")) as lookout:
        monkeypatch.setattr(lookout, "update_from_driver", lambda *_: None)
        for sync.missing_count in (0, 30, 900, 400, 0, 12, 700):
            lookout.update_from_peer(peer)
    ended = [*["begins", (0, 900), (500, 900), (900, 900), "ends"], *["begins", (0, 700), (700, 700), "ends"]]
    assert told == ended


def test_the_owed_entries_are_never_reported_outdated() -> None:
    """Owed entries are computed once for all callers, and are never out of date.

    They are entries 0, commits, seals, votes, cuts and results.
    """
    net = table_with_lost(TRICKS, 3, {2: Kind.SEAL})
    said: set[str] = set()

    def same() -> bool:
        for driver in net.drivers.values():
            if driver.protocol is not None:
                table = driver.protocol.table
                found = owed_entries(table)
                table.step.votes.cached.clear()
                assert found == owed_entries(table)
                said.update(what for _, what in found)
        return net.drivers[1].stopped and net.drivers[3].stopped

    assert net.run(until=60.0, is_done=same)
    assert said >= {"genesis", "commit", "seal", "reveal", "vote", "cut", "result"}


def test_a_disconnected_cable_and_the_return_of_the_connection_are_reported() -> None:
    """All others fall silent at once, so this computer is disconnected (LAN review, W1, W2)."""
    table, links = linked_table(POT, 4, goal=150)
    net = SimulatedNetwork(table, links=links, partitions=[_alone(1, 0.5, 20.0)])
    heard = Heard()
    looked_at(net, 40.0, (AwaitedReporter(heard), heard, table[1]), done=lambda: CONNECTED_AGAIN_TEXT in heard.words())
    assert heard.words(since=0.5) == [CUT_OFF, CONNECTED_AGAIN_TEXT]


def test_a_returned_seat_is_not_called_slow_for_its_silence() -> None:
    heard = Heard()
    waits = SilenceReporter(heard)
    for tenth in range(320):
        silent = 0.1 if tenth >= 180 else tenth / 10
        waits.update(NAMES, {2: silent, 3: 0.1}, {2: tenth / 10})
    assert heard.words() == ["No sign of Ben.", "Ben is back."]


def test_after_a_long_silence_of_all_others_a_way_to_end_the_match_is_suggested() -> None:
    table, links = linked_table(POT, 3, goal=150)
    net, heard = SimulatedNetwork(table, links=links, partitions=[_alone(1, 0.5, 1e9)]), Heard()
    looked_at(net, 60.0, (AwaitedReporter(heard), heard, table[1]))
    assert heard.words(since=0.5) == [CUT_OFF, ALONE]


def test_a_match_of_two_reports_that_it_waits_for_the_absent_player() -> None:
    table, links = linked_table(POT, 2, goal=150)
    net, heard = SimulatedNetwork(table, links=links, partitions=[_alone(2, 0.5, 1e9)]), Heard()
    looked_at(net, 8.0, (AwaitedReporter(heard, kept=True), heard, table[1]))
    name = table[1].protocol.table.genesis.names[1]  # type: ignore[union-attr]
    still = f"The match waits until {name} is back. Ctrl-C stops; the match stays saved."
    assert heard.words(since=0.5) == [f"No sign of {name}. {still}"]


def test_a_goodbye_is_reported_by_name_and_withdrawn_when_the_player_returns() -> None:
    table, links = linked_table(POT, 3, goal=150)
    net = SimulatedNetwork(table, links=links)
    net.run(1.0)
    table[2].say_goodbye()
    net.run(2.0)
    name = table[1].protocol.table.genesis.names[1]  # type: ignore[union-attr]
    for seat in (1, 3):
        notes = [report.words for report in net.reports[seat] if isinstance(report, PlayerNotice)]
        assert notes == [f"{name} has left."] and table[seat].attendance.gone == {2}


def test_a_forged_goodbye_is_ignored() -> None:
    table, links = linked_table(POT, 3, goal=150)
    net = SimulatedNetwork(table, links=links)
    net.run(1.0)
    match, identities = table[1].feeds.match, table[1].feeds.identities
    forged = Leaves(match, identities, 2, Signer(bytes(32)))
    soft = forged.make_message(1, True)
    table[3].sync.queue_for_all(soft)
    net.run(2.0)
    assert not table[1].attendance.gone and not table[2].attendance.gone
    own = Leaves(match, identities, 2, table[2].setup.signer).make_message(1, True)
    theirs = Soft(own.data.replace(b"\x02\x01", b"\x03\x01"), own.signature)
    table[3].sync.queue_for_all(theirs)
    net.run(3.0)
    assert not table[1].attendance.gone

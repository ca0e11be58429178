"""Matches between peers on real sockets of this computer."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from net.match.events import MatchStarted, Report, StepResolved
from net.records.verification import verify
from net.session.peer_config import PeerConfig, PeerOutcome
from net.session.runner import play_local, run_peer
from net.transport.udp import PortBusy, bind
from tests.support.net.tables import SMALL_TABLES, player_of
from tests.support.net.toys import POT, First
from tests.support.tiers import quick_one_in_each

pytestmark = pytest.mark.waits

HOST = "127.0.0.1"


def free_ports(count: int) -> list[int]:
    """Return this number of ports that are free now."""
    sockets = [socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _ in range(count)]
    for sock in sockets:
        sock.bind((HOST, 0))
    ports = [sock.getsockname()[1] for sock in sockets]
    for sock in sockets:
        sock.close()
    return ports


def configs(game: Any, seats: int, **more: Any) -> list[PeerConfig]:
    ports = free_ports(seats)
    return [
        PeerConfig(
            game,
            seats,
            seat,
            {},
            player_of(game, seat),
            ports[seat - 1],
            [(HOST, port) for port in ports if port != ports[seat - 1]],
            host=HOST,
            **more,
        )
        for seat in range(1, seats + 1)
    ]


async def play_all(peers: list[PeerConfig]) -> list[PeerOutcome]:
    return list(await asyncio.gather(*(run_peer(config) for config in peers)))


@pytest.mark.parametrize(
    ("game", "seats"),
    quick_one_in_each(2, [(game, seats) for game, seats in SMALL_TABLES if seats in (game.seat_counts[0], 4)]),
    ids=lambda value: getattr(value, "name", value),
)
def test_peers_on_sockets_play_the_same_match_as_one_process(game: Any, seats: int) -> None:
    expected = play_local(game, seats, {}, "sockets", [player_of(game, seat) for seat in range(1, seats + 1)])
    outcomes = asyncio.run(play_all(configs(game, seats, seed_text="sockets")))
    assert {outcome.digest for outcome in outcomes} == {expected.digest}
    for outcome in outcomes:
        assert outcome.finished and outcome.verdict is None
        assert outcome.standing == expected.standing
        assert len(outcome.step_seconds) == outcome.steps == expected.steps
        assert outcome.sent > 0 and outcome.sent_bytes > outcome.sent
    (record,) = {outcome.record for outcome in outcomes}
    assert verify(record, game).complete


def test_a_match_on_disk_can_be_resumed(tmp_path: Path) -> None:
    """All peers stop in the middle and restart in their directories."""
    seen: list[Report] = []
    enough = asyncio.Event()

    def report(said: Report, state: Any) -> None:
        seen.append(said)
        if isinstance(said, StepResolved) and said.t == 10:
            enough.set()

    peers = configs(POT, 3, room=bytes(range(32)), directory=tmp_path, on_report=report)
    for config in peers:
        config.options = {"goal": 12}

    async def broken_off() -> None:
        tasks = [asyncio.create_task(run_peer(config)) for config in peers]
        await enough.wait()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(broken_off())
    (match,) = {report.match for report in seen if isinstance(report, MatchStarted)}
    outcomes = asyncio.run(play_all(peers))
    assert {outcome.match for outcome in outcomes} == {match}
    assert all(outcome.finished for outcome in outcomes)
    assert len({outcome.digest for outcome in outcomes}) == 1


def test_binding_a_busy_port_is_refused_with_advice() -> None:
    taken = bind(0, HOST)
    port = taken.getsockname()[1]
    with pytest.raises(PortBusy, match=f"UDP port {port} is already in use on this computer; choose another one"):
        bind(port, HOST)
    taken.close()


def test_an_unreachable_peer_affects_no_other() -> None:
    """Peers that have not started yet do no harm: a refusal (ICMP) by one address affects no other address."""
    peers = configs(POT, 3, seed_text="late")

    async def one_late() -> list[PeerOutcome]:
        ear = bind(peers[2].port, HOST)
        early = [asyncio.create_task(run_peer(config)) for config in peers[:2]]
        callers: set[int] = set()
        while len(callers) < 2:
            _, (_, port) = await asyncio.get_running_loop().sock_recvfrom(ear, 2000)
            callers.add(port)
        ear.close()
        return [await run_peer(peers[2]), *(await asyncio.gather(*early))]

    assert all(outcome.finished for outcome in asyncio.run(one_late()))


ONE_SEAT = """
import asyncio, sys
from net.session.peer_config import PeerConfig
from net.session.runner import run_peer
from tests.support.net.toys import POT, First
seat, *ports = map(int, sys.argv[1:])
peers = [("127.0.0.1", port) for i, port in enumerate(ports, 1) if i != seat]
config = PeerConfig(POT, len(ports), seat, {}, First(), ports[seat - 1], peers, "processes", host="127.0.0.1")
print(asyncio.run(run_peer(config)).digest.hex())
"""


def test_separate_processes_play_the_same_match_as_one_process() -> None:
    expected = play_local(POT, 3, {}, "processes", [First()] * 3)
    ports = [str(port) for port in free_ports(3)]
    started = [
        subprocess.Popen(
            [sys.executable, "-c", ONE_SEAT, str(seat), *ports],
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[3],
        )
        for seat in (1, 2, 3)
    ]
    said = {process.communicate(timeout=60)[0].strip() for process in started}
    assert said == {expected.digest.hex()}


def test_binding_an_address_of_another_computer_is_refused_with_its_name() -> None:
    with pytest.raises(OSError, match=r"192\.0\.2\.77 is not an address of this computer"):
        bind(0, "192.0.2.77")

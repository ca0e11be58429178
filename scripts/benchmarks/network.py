"""The part of `bench.py` on the network: rejoining, the log, an idle table, and a flood.

Each is measured once, except for the flood.
"""

from __future__ import annotations

import asyncio
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench import peak_memory

from core.bots.registry import BOTS
from core.games.registry import find_game
from net.cli.matches.processes import HOST, Processes, ProcessPlan, free_ports
from net.crypto.match_keys import room_id_from_text, seat_seeds_from_text
from net.match.events import Report, StepResolved
from net.records import record
from net.records.verification import verify
from net.replication.entry_log import FileEntryLog, MemoryEntryLog
from net.seat.driver import Driver
from net.seat.handshake import SeatConfig
from net.session.peer_config import PeerConfig, seat_directory
from net.session.runner import play_local, run_peer, seat_name
from net.system.durable_files import write_private
from net.transport.adapter import DriverChannelTransport
from net.transport.simulated import SimulatedNetwork
from tests.support.net.cables import linked_table
from tests.support.net.toys import POT, First

GAME = find_game("bridgefront")
SEATS = 6
SEED = "bench"
LONG, STEPS = POT, 601
"""Long game and its number of steps.

No match of Bridgefront has this many, but a game of the tests has, and ends soon after.
"""


# Log ------------------------------------------------------------------------------------------------------------------


def measure_log() -> dict[str, float]:
    """Measure the size of the record of a whole match of six seats, and the time of its offline verification."""
    played = play_local(GAME, SEATS, {}, SEED, [BOTS["heuristic"](SEED, seat) for seat in range(1, SEATS + 1)])
    data = record.pack(played.record)
    began = time.perf_counter()
    verify(record.unpack(data), GAME)
    return {"steps": played.steps, "megabytes": len(data) / 1e6, "verify_seconds": time.perf_counter() - began}


# Resuming -------------------------------------------------------------------------------------------------------------


def long_match_options(game: Any) -> dict[str, Any]:
    """Return the options with which a match takes longest."""
    return {"goal": 300} if game is LONG else {"vp_to_win": 0}


def idle_config(game: Any, seat: int, ports: list[int], home: Path) -> PeerConfig:
    """Return the configuration of a seat that only repeats its logged decisions."""
    peers = [(HOST, port) for port in ports if port != ports[seat - 1]]
    values = long_match_options(game)
    return PeerConfig(game, SEATS, seat, values, None, ports[seat - 1], peers, SEED, directory=home, host=HOST)


def write_logs(game: Any, steps: int, home: Path, ports: list[int]) -> int:
    """Play steps in one process, and write the log of every seat except the last one; return the entry count."""
    values = game.options.complete_values(long_match_options(game))
    table: dict[Any, Driver] = {}
    for seat in range(1, SEATS + 1):
        at = SeatConfig(
            game, values, room_id_from_text(SEED), SEATS, seat, seat_name(seat), seat_seeds_from_text(SEED, seat)
        )
        player = First() if game is LONG else BOTS["random"](SEED, seat)
        others = [other for other in range(1, SEATS + 1) if other != seat]
        table[seat] = Driver(at, MemoryEntryLog(), others, player)
    net = SimulatedNetwork(table)
    net.run(
        600.0, is_done=lambda: any(driver.state is not None and driver.state.t > steps for driver in table.values())
    )
    for seat, driver in table.items():
        folder = seat_directory(idle_config(game, seat, ports, home), driver.at.room)
        assert folder is not None
        folder.mkdir(parents=True)
        write_private(folder / "seeds", b"".join(driver.at.seeds))
        if seat < SEATS:
            kept = FileEntryLog(folder / "log")
            for chunk in driver._entry_log.chunks():
                kept.append(*chunk)
            kept.close()
    return sum(table[1].feeds.lengths())


def measure_rejoin(game: Any, steps: int) -> dict[str, float]:
    """Return the seconds until a seat that has its keys but no log plays again.

    The five other seats are in another process.
    """
    with tempfile.TemporaryDirectory() as directory:
        home, ports = Path(directory), free_ports(SEATS)
        entries = write_logs(game, steps, home, ports)
        words = [sys.executable, __file__, game.name, str(home), str(steps), *map(str, ports)]
        others = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert others.stdin is not None and others.stdout is not None
        try:
            if not others.stdout.readline():
                raise SystemExit("the other seats do not play on from their logs")
            busy = time.process_time()
            seconds, at = asyncio.run(rejoin_seconds(idle_config(game, SEATS, ports, home), steps))
        finally:
            others.stdin.close()
            others.wait(30)
            others.stdout.close()
    return {"entries": entries, "step": at, "seconds": seconds, "processor_seconds": time.process_time() - busy}


def near_end_future(one: PeerConfig, steps: int) -> asyncio.Future[int]:
    """Return a future that is set to a seat's step when the seat has replayed one of the last steps."""
    there: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def report(said: Report, state: Any) -> None:
        if isinstance(said, StepResolved) and said.t >= steps - 1 and not there.done():
            there.set_result(said.t)

    one.on_report = report
    return there


async def rejoin_seconds(last: PeerConfig, steps: int) -> tuple[float, int]:
    """Return the seconds until the last seat has replayed all steps and its own entries count again."""
    there, began = near_end_future(last, steps), time.perf_counter()
    playing = asyncio.create_task(run_peer(last))
    await asyncio.wait((there, playing), timeout=120.0, return_when=asyncio.FIRST_COMPLETED)
    seconds = time.perf_counter() - began
    playing.cancel()
    return (seconds, there.result()) if there.done() else (float("nan"), 0)


async def serve(name: str, home: Path, ports: list[int], steps: int) -> None:
    """Run all seats except the last one from their logs until standard input ends.

    A line is printed when they have replayed their logs.
    """
    game = LONG if name == LONG.name else find_game(name)
    seats = [idle_config(game, seat, ports, home) for seat in range(1, SEATS)]
    replayed = [near_end_future(seat, steps) for seat in seats]
    playing = [asyncio.create_task(run_peer(seat)) for seat in seats]
    ends: list[asyncio.Future[Any]] = [asyncio.gather(*replayed), *playing]
    await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
    for failed in filter(asyncio.Task.done, playing):
        failed.result()
    print("there", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    for task in playing:
        task.cancel()


# Idle -----------------------------------------------------------------------------------------------------------------


def measure_idle(seconds: float = 60.0) -> dict[str, float]:
    """Measure an idle table of six seats that waits for a person, in virtual time.

    The figure is the number of datagrams for each second and each direction of a link.
    """
    table, links = linked_table(POT, SEATS)
    waiting = table[1]
    table[1] = Driver(waiting.at, MemoryEntryLog(), (), None, (1,), linked=True)
    net = SimulatedNetwork(table, links=links)
    net.run(20.0)
    before = net.sent
    net.run(20.0 + seconds)
    assert isinstance(net._transport_of(2), DriverChannelTransport)
    return {"datagrams_a_second_each_way": (net.sent - before) / seconds / (SEATS * (SEATS - 1))}


# Flood ----------------------------------------------------------------------------------------------------------------

A_SECOND = 10_000


def garbage_datagrams(chance: random.Random) -> list[bytes]:
    """Return datagrams that a stranger may send.

    They are random bytes, bytes that begin like a handshake or like data, and repetitions of earlier ones.
    """
    kinds = [16, 17, 18, 19, 20, 21]
    lengths = {16: 128, 17: 17, 18: 198, 19: 198, 20: 166}
    made = [chance.randbytes(chance.randrange(1, 1200)) for _ in range(200)]
    for _ in range(800):
        kind = chance.choice(kinds)
        made.append(bytes([kind]) + chance.randbytes(lengths.get(kind, chance.randrange(40, 1200)) - 1))
    return made


def send_garbage(port: int) -> None:
    """Send garbage to a port until standard input ends."""
    made = garbage_datagrams(random.Random(SEED))
    os.set_blocking(0, False)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        began, sent = time.perf_counter(), 0
        while os.getppid() > 1 and not input_has_ended():
            due = int((time.perf_counter() - began) * A_SECOND)
            for number in range(sent, due):
                try:
                    sock.sendto(made[number % len(made)], (HOST, port))
                except OSError:
                    continue
            sent = due
            time.sleep(0.001)
        print(sent / (time.perf_counter() - began), flush=True)


def input_has_ended() -> bool:
    """Return True if standard input has ended."""
    try:
        return not os.read(0, 1)
    except BlockingIOError:
        return False


def measure_flood(runs: int) -> dict[str, Any]:
    """Measure matches of six processes, in turn quiet and flooded by a stranger.

    The figures are medians. One hundredth of a match is one or two steps, so a single delay of the machine decides its
    p99. For this reason, the spread is measured, too.
    """
    rows: dict[bool, list[dict[str, float]]] = {False: [], True: []}
    for run in range(runs):
        for flooded in rows:
            rows[flooded].append(one_match(flooded, f"{SEED} {run}"))
    return {"runs": runs, "quiet": medians(rows[False]), "flooded": medians(rows[True])}


def medians(rows: list[dict[str, float]]) -> dict[str, Any]:
    """Return the median of each figure, and the minimum and maximum of p99."""
    p99 = [row["step_milliseconds_p99"] for row in rows]
    result = {name: statistics.median(row[name] for row in rows) for name in rows[0]}
    return {**result, "step_milliseconds_p99_spread": [min(p99), max(p99)]}


def one_match(flooded: bool, seed: str) -> dict[str, float]:
    """Return the figures of a match; if it is flooded, the flood begins before the match."""
    ports, found = free_ports(SEATS), {}
    sender = None
    if flooded:
        words = [sys.executable, __file__, "flood", str(ports[0])]
        sender = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    with tempfile.TemporaryDirectory() as home:
        plan = ProcessPlan(GAME.name, SEATS, {}, seed, ["heuristic"] * SEATS, [""] * SEATS, Path(home) / "record")
        with Processes(plan, ports=ports) as processes:
            for told in processes.messages(120.0):
                if told is None or told.kind in ("failed", "verdict"):
                    raise SystemExit(f"the match did not come to its end: {told}")
                if told.kind == "over" and told.seat == 1:
                    end: dict[str, float] = {
                        name: value for name, value in told.fields.items() if isinstance(value, (int, float))
                    }
                    found = {
                        "step_milliseconds_median": end["step_seconds"] * 1e3,
                        "step_milliseconds_p99": end["step_p99"] * 1e3,
                        "steps_a_second": end["steps"] / end["seconds"],
                        "peak_megabytes": peak_memory(processes.pids[1]),
                    }
    if sender is not None and sender.stdin is not None and sender.stdout is not None:
        sender.stdin.close()
        found["datagrams_a_second"] = float(sender.stdout.readline() or 0)
        sender.wait(10)
        sender.stdout.close()
    return found


def measure_parts(parts: set[str], runs: int) -> dict[str, Any]:
    """Return the figures of the requested parts; a flood is measured in `runs` matches, all other parts once."""
    result: dict[str, Any] = {}
    if "log" in parts:
        result["log_6_seats"] = measure_log()
    if "rejoin" in parts:
        result["rejoin_bridgefront"] = measure_rejoin(GAME, 150)
        result[f"rejoin_{STEPS}_steps"] = measure_rejoin(LONG, STEPS)
    if "idle" in parts:
        result["idle_6_seats"] = measure_idle()
    if "flood" in parts:
        result["flood_6_processes"] = measure_flood(runs)
    return result


if __name__ == "__main__":
    if sys.argv[1] == "flood":
        send_garbage(int(sys.argv[2]))
    else:
        name, directory, *numbers = sys.argv[1:]
        asyncio.run(serve(name, Path(directory), [int(port) for port in numbers[1:]], int(numbers[0])))

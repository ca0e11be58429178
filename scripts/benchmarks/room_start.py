"""Time until a room is discovered, and until it expires after its process is killed.

Processes and sockets are real, on this computer.

    python3 scripts/benchmarks/room_start.py --rounds 10

Each round starts `tether host`, waits until it reports an open room, and kills it a few seconds later.
"""

from __future__ import annotations

import argparse
import contextlib
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import environment

if not environment.can_import("msgpack"):
    environment.enter()
sys.path.insert(0, str(environment.ROOT))

from lobby.discovery.broadcast import ALL, Broadcaster

COMMAND = [sys.executable, "-P", "-m", "lobby", "host", "--terminal", "--open", "--port", "0", "--seats", "4"]
STAYS = 2.0
PATIENCE = 30.0


def seconds_until(air: Broadcaster, true: Callable[[], bool]) -> float:
    """Listen until a condition holds, and return the seconds until then."""
    begun = time.monotonic()
    while not true():
        if time.monotonic() - begun > PATIENCE:
            raise SystemExit("nothing is heard here")
        air.poll(time.monotonic())
        time.sleep(0.01)
    return time.monotonic() - begun


def measure(air: Broadcaster, number: int) -> tuple[float, float]:
    """Return the seconds from the opening of a room to its entry in the list, and from the kill to its removal."""
    name = f"Bench {number}"

    def there() -> bool:
        return any(h.announcement.notice.name == name for h in air.discovery.rooms(time.monotonic()))

    child = subprocess.Popen([*COMMAND, "--name", name], stdout=subprocess.PIPE, text=True, cwd=environment.ROOT)
    try:
        assert child.stdout is not None
        child.stdout.readline()
        shown = seconds_until(air, there)
        end = time.monotonic() + STAYS
        seconds_until(air, lambda: time.monotonic() >= end)
    finally:
        child.kill()
        child.wait()
    return shown, seconds_until(air, lambda: not there())


def main() -> int:
    """Measure the times, and print them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=10, help="how many rooms are opened and killed")
    parser.add_argument("--listen", default=ALL, help="the own address whose network to listen on; usually all")
    args = parser.parse_args()
    with contextlib.closing(Broadcaster(args.listen)) as air:
        results = [measure(air, number) for number in range(args.rounds)]
    for words, seconds in zip(("heard of after", "gone after a kill"), zip(*results)):
        print(f"{words:18} median {statistics.median(seconds):5.2f} s   longest {max(seconds):5.2f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Cost of discovery in a hall with many rooms, and of hostile datagrams.

The figures are JSON, in virtual time.

    python3 scripts/benchmarks/announcements.py --rooms 1000

Rooms of two members are opened one after the other. One peer listens from the start, and another joins later.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import sys
import time
import tracemalloc
from collections.abc import Callable
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import environment

if not environment.can_import("msgpack"):
    environment.enter("test")
sys.path.insert(0, str(environment.ROOT))

from lobby.discovery import discovery, reachability
from lobby.discovery.discovery import Discovery
from lobby.discovery.responder import Responder
from lobby.discovery.room_announcement import read_announcement
from net.channels.channel import DATA
from tests.support.lobby.lan import LAN, Broadcaster, announcement, peak, peer, seen, signer
from tests.support.net.cables import Cable, first, first_message, hello, links_of, pair


def measure_hall(rooms: int, spread: float, loss: float = 0.05) -> dict[str, Any]:
    """Return the figures of one hall with this number of rooms."""
    patched: Any = discovery
    patched.read_announcement = lru_cache(maxsize=8192)(read_announcement)  # reads a datagram once for all receivers
    chance = random.Random(1)
    air = Broadcaster({"10.99.0.1": peer("first")}, loss, 1)
    since, listed, steps = dict[int, float](), dict[int, float](), max(1, round(10 * spread / rooms))
    for i in range(rooms):
        host = f"10.{i >> 8}.{i & 255}.1"
        air.peers[host] = peer(host, air.now, lists=False, patience=chance.random())
        air.peers[host].announce(announcement(i + 1, 2), air.now)
        since[i + 1] = air.now
        for _ in range(steps):
            air.run(spread / rooms / steps)
            listed.update({n: air.now for n in seen(air.peers["10.99.0.1"], air.now) if n not in listed})
    air.run(5.0)
    listed.update({n: air.now for n in seen(air.peers["10.99.0.1"], air.now) if n not in listed})
    took = sorted(listed.get(n, math.inf) - at for n, at in since.items())
    delays = [round(took[len(took) // 2], 2), round(took[-1], 2)]
    opened, before = air.now, air.bytes
    air.run(60.0)
    calm = (air.bytes - before) / 60.0
    late = air.peers["late"] = peer("late", air.now)
    began, whole, given, part = air.now, 0.0, 0.0, 0.0
    asked = air.asked
    while air.now - began < 240.0 and not whole:
        air.run(0.5)
        there = seen(late, air.now)
        share = len(there) / rooms
        given = given or (air.now - began if 1 in there else 0.0)
        part = part or (air.now - began if share >= 0.5 else 0.0)
        whole = air.now - began if share >= 0.97 else 0.0
    return {
        "rooms": rooms,
        "most cries a second while they open": peak(at for at in air.said if at < opened),
        "and with questions and answers": peak(at for at in (*air.said, *air.told) if at < opened),
        "most cries a second after": peak(at for at in air.said if at >= opened),
        "and with those of a newcomer": peak(at for at in (*air.said, *air.told) if at >= opened),
        "a new room is listed after, seconds, median and most": delays,
        "bytes a second on the network": round(calm),
        "seconds between two cries of a room": round(next(iter(air.peers.values()))._turns[LAN].estimate.interval, 2),
        "a newcomer lists one given room after": given,
        "a newcomer lists half after": part,
        "a newcomer lists 97 in 100 after": whole,
        "questions that a newcomer asks": air.asked - asked,
    }


def list_memory(rooms: int) -> dict[str, int]:
    """Return the memory in bytes of a peer that lists all rooms, and of one that only announces its own."""
    lines = [announcement(n + 1, 2).pack(signer(n), 1) for n in range(rooms)]
    result = {}
    for lists in (True, False):
        tracemalloc.start()
        one = Discovery([LAN], 0.5, 0.0, signer("one"), lists=lists)
        for n, datagram in enumerate(lines):
            one.receive(bytes(bytearray(datagram)), f"10.{n >> 8}.{n & 255}.1", LAN, n / 40)
            one.tick(n / 40)
            for _, (host, port), question in one.take_questions():
                key = int(host.split(".")[1]) * 256 + int(host.split(".")[2])
                answer = reachability.make_answerer(signer(key), partial((key + 1).to_bytes, 32, "big"))(question[1:17])
                assert answer is not None
                one.receive(answer, host, LAN, n / 40, port)
        result["a member that lists them" if lists else "a member that cries"] = tracemalloc.get_traced_memory()[0]
        tracemalloc.stop()
    return result


def measure_hostile_datagrams() -> dict[str, dict[str, float]]:
    """Return the microseconds and the bytes of answers for each hostile datagram and for each of its bytes."""
    b, message = ("10.0.0.1", 1), first_message(links_of("m"))

    def flood(make: Callable[[int], bytes], take: Callable[[bytes, int], int], count: int = 3000) -> dict[str, float]:
        many = [make(n) for n in range(count)]
        begun = time.process_time()
        answered = sum(take(datagram, n) for n, datagram in enumerate(many))
        spent = 1e6 * (time.process_time() - begun)
        size = sum(map(len, many))
        return {
            "microseconds each": round(spent / count, 1),
            "microseconds a byte": round(spent / size, 3),
            "answered bytes a byte": round(answered / size, 3),
        }

    def links(cable: Cable, source: Any) -> Callable[[bytes, int], int]:
        end = next(iter(cable.ends))

        def take(datagram: bytes, number: int) -> int:
            cable.ends[end].receive(datagram, source, number / 6000)
            return sum(len(said) for _, said in cable.ends[end].take_datagrams())

        return take

    alone = Cable()
    alone.ends[b], alone.heard[b] = links_of("b"), []
    (cookie,) = alone.throw("m", b, hello())
    firsts = flood(lambda n: first(hello(), cookie, message[:-8] + n.to_bytes(8, "big")), links(alone, "m"))
    two = pair()
    two.ends = {"b": two.ends["b"], "a": two.ends["a"]}
    data = bytes([DATA]) + next(iter(two.ends["b"]._channels.by_number))
    one = Discovery([LAN], 0.5, 0.0, signer("one"))
    only = Discovery([LAN], 0.5, 0.0, signer("two"), lists=False)
    at = Responder(null_transport(), lambda: announcement().notice, signer=signer("one"))

    def hear(who: Discovery) -> Callable[[bytes, int], int]:
        def take(datagram: bytes, number: int) -> int:
            who.receive(datagram, "10.0.0.9", LAN, number / 6000)
            who.tick(number / 6000)
            return sum(len(said) for _, _, said in who.take_questions())

        return take

    def ask(datagram: bytes, number: int) -> int:
        at.receive(datagram, ("10.0.0.9", 1), number / 6000)
        return sum(len(said) for _, said in at.take_datagrams())

    announcements = [announcement(n).pack(signer(n % 50), n) for n in range(3000)]
    return {
        "hello": flood(lambda n: hello(n), links(alone, "m")),
        "first message, no cookie": flood(lambda n: first(hello(), bytes(33), message), links(alone, "x")),
        "first message, own cookie, 6000 a second": firsts,
        "data of a link, forged": flood(lambda n: data + os.urandom(60), links(two, "a")),
        "cry, at one who lists": flood(lambda n: announcements[n], hear(one)),
        "cry, at one who only cries": flood(lambda n: announcements[n], hear(only)),
        "question at the door": flood(lambda n: reachability.make_question(n.to_bytes(16, "big")), ask),
    }


def null_transport() -> Any:
    """Return a transport that does nothing."""
    return type("Nobody", (), {"receive": print, "tick": print, "take_datagrams": lambda self, now: []})()


def main() -> int:
    """Measure the figures, and print them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rooms", type=int, nargs="*", default=[10, 100, 1000], help="how many rooms a hall has")
    args = parser.parse_args()
    costing = measure_hostile_datagrams()
    result = {
        "halls": [measure_hall(n, max(20.0, n / 10)) for n in args.rooms],
        "memory": list_memory(max(args.rooms)),
        "costs": costing,
    }
    print(json.dumps(result, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Hostile guests of all stateful objects: rooms, tournament gossip, links and discovery.

In each of the `OBJECTS`, the bytes of an input choose the guest's actions, so that a fuzzer can guide it. `full_speed`
performs as many actions as the member can process, and measures their cost.
"""

from __future__ import annotations

import random
from typing import Any

from tests.support.guests import speed
from tests.support.guests.base import GUESTS, Choices, Diced, Ended, Fuzz, Given, Guest, signer
from tests.support.guests.cup import GossipGuest, NarrowGossipGuest
from tests.support.guests.cup_scenes import SCENES
from tests.support.guests.cup_words import Words
from tests.support.guests.links import LinksGuest, NarrowLinksGuest
from tests.support.guests.room import NarrowRoomGuest, OpenerGuest, RoomGuest
from tests.support.guests.rooms_heard import DiscoveryGuest, NarrowDiscoveryGuest
from tests.support.targets import Target

KINDS: dict[str, tuple[type[Guest[Any]], ...]] = {
    "guest-room": (RoomGuest, NarrowRoomGuest, OpenerGuest),
    "guest-gossip": (NarrowGossipGuest, GossipGuest),
    "guest-links": (LinksGuest, NarrowLinksGuest),
    "guest-discovery": (DiscoveryGuest, NarrowDiscoveryGuest),
}
"""Members that a guest attacks, by the name of the target."""
WEIGHED: dict[str, type[Guest[Any]]] = {
    "guest-room": RoomGuest, "guest-gossip": GossipGuest, "guest-links": LinksGuest, "guest-discovery": DiscoveryGuest,
}  # fmt: skip
"""Guests for `full_speed`, for which all limits have their real values."""


def _seeds() -> list[bytes]:
    """Return random actions for each kind of member."""
    made = [random.Random(number).randbytes(64 << number % 4) for number in range(24)]
    return [bytes([number % 3]) + row for number, row in enumerate(made)]


def _seeds_of_a_cup() -> list[bytes]:
    """Return random actions, and the scenes alone and in sequence (`GossipGuest.act`)."""
    scenes = [bytes([0, 14, 0, 0, scene, 0]) for scene in range(len(SCENES))]
    return [*_seeds(), *(bytes([kind]) + row for kind in range(2) for row in [*scenes, b"".join(scenes)])]


NEVER = {
    "guest-links": {'raise BadHandshake("two links of one number")': "numbers are 4 bytes of a hash: once in 2^32"},
}
SEEDS = {"guest-gossip": _seeds_of_a_cup}
OBJECTS: dict[str, Target] = {
    name: Target(Fuzz(*kinds), SEEDS.get(name, _seeds), 4096, kinds[0].reads, never=NEVER.get(name, {}), remembers=True)
    for name, kinds in KINDS.items()
}
"""Targets of `scripts/trials/fuzz.py --objects`, by name."""


def full_speed(name: str, seconds: float, seed: int, most: int = 10**12) -> dict[str, Any]:
    """Return the costs that a guest at full speed causes (`tests.support.guests.speed`)."""
    return speed.full_speed(WEIGHED[name], seconds, seed, most)


__all__ = [
    "GUESTS", "KINDS", "OBJECTS", "Choices", "Diced", "DiscoveryGuest", "Ended", "Given", "GossipGuest", "Guest",
    "LinksGuest", "Words", "full_speed", "signer",
]  # fmt: skip

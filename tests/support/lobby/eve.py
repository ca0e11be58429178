"""An attacker that tries to take over a room, with its observer and forged announcements."""

from __future__ import annotations

from lobby.discovery.discovery import Discovery
from lobby.discovery.room_announcement import read_announcement
from tests.support.lobby.lan import PORT, Broadcaster, announcement, peer, signer

EVE, HOST = signer("Eve"), "10.0.0.1"
ROOM = announcement(1, 2)


def heard(one: Discovery, now: float) -> set[tuple[str, int, int]]:
    """Return the address and the number of taken seats of each listed room."""
    return {(room.host, room.announcement.port, room.announcement.notice.taken) for room in one.rooms(now)}


def room_in_sight() -> Broadcaster:
    """Return a network with a room at one host and an observer that lists it."""
    air = Broadcaster({HOST: peer(HOST, lists=False), "10.0.0.2": peer("browser")})
    air.peers[HOST].announce(ROOM, 0.0)
    air.run(2.0)
    assert heard(air.peers["10.0.0.2"], air.now) == {(HOST, PORT, 2)}
    return air


def with_another_port(datagram: bytes) -> bytes:
    """Return the announcement with another port and an invalid signature, under the same key."""
    said = read_announcement(datagram)
    assert said is not None
    forged = said.content._replace(port=6666).pack(EVE, said.counter + 5)
    return forged.replace(EVE.identity, signer(HOST).identity, 1)


def invented(number: int, hosts: int, counter: int = 1) -> tuple[str, bytes]:
    """Return an invented announcement, and the host that sends it."""
    return f"10.2.0.{number % hosts}", announcement(1000 + number).pack(signer(f"invented {number}"), counter)

"""What is at an address: the room there, whether it fits this program, and whether one can go in."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import time
from collections.abc import Callable

from core.games.registry import GAMES
from lobby.discovery.broadcast import ALL
from lobby.discovery.responder import RANDOM, Notice, Query
from net.channels.addresses import Address, has_way, resolve, shown, unknown
from net.match.genesis import rules_hash
from net.transport.udp import TICK, Carrier, bind
from net.version import against_this

ASKS_FOR = 4.0
"""Seconds that one asks at an address."""


class Trouble(RuntimeError):
    """Why one cannot come in, in words, with what helps. `code` is whether another invite code may help."""

    def __init__(self, words: str, code: bool = False) -> None:
        super().__init__(words)
        self.code = code


class RoomTrouble(Trouble):
    """Why one cannot come into a room, or stay there."""


class HasBegun(RoomTrouble):
    """The match of the room at an address has begun; `match` is its id."""

    def __init__(self, where: Address, match: bytes) -> None:
        super().__init__(
            "The match there has begun. If you sit in it, go on with: tether resume. "
            f"To watch it: tether watch {quoted(where)}"
        )
        self.where, self.match = where, match


def quoted(address: Address) -> str:
    """Return an address as it is typed into a shell."""
    text = shown(address)
    return f"'{text}'" if text.startswith("[") else text


async def query_at(sock: socket.socket, contact: Address, left: Callable[[], bool] = lambda: False) -> Notice | None:
    """What the room at an address says of itself; None if nobody answers, or it is left. The socket stays open. Raises
    `RoomTrouble` if a program of another version is there.
    """
    query = Query(contact, os.urandom(RANDOM))
    carrier = Carrier(sock.dup(), query)
    end = time.monotonic() + ASKS_FOR

    async def until(pump: asyncio.Task[None]) -> None:
        while (
            query.notice is None and not (query.other_version or left()) and time.monotonic() < end and not pump.done()
        ):
            query.tick(time.monotonic())
            carrier.flush()
            await asyncio.wait((pump,), timeout=TICK)

    await carrier.carry(until)
    if query.other_version:
        raise RoomTrouble(
            f"The program at {shown(contact)} is {query.other_version} than yours: everyone needs the same version of "
            f"Tether."
        )
    return query.notice


async def look_up(address: Address) -> Address:
    """The numeric address; raises `RoomTrouble` if there is none, or no way there."""
    try:
        found = await asyncio.to_thread(resolve, *address)
    except OSError:
        raise RoomTrouble(unknown(address[0])) from None
    if not has_way(found):
        raise RoomTrouble(f"This computer has no network connection to {shown(address)}.")
    return found


def fitting(notice: Notice | None, address: Address) -> Notice:
    """The room at an address, if this program knows its game by the same rules; raises `RoomTrouble`."""
    if notice is None:
        raise RoomTrouble(
            f"Nobody answers at {shown(address)}. Check that a room is open there, the address is right, both "
            f"computers are on one network, and the firewall there allows UDP."
        )
    if notice.game not in GAMES:
        raise RoomTrouble(f"The room plays {notice.game!r}, which is not installed here.")
    if notice.rules != rules_hash(GAMES[notice.game]):
        whose = against_this(notice.by)
        raise RoomTrouble(f"The room has different rules, {whose}: everyone needs the same version of Tether.")
    return notice


async def match_at(
    where: Address, code: str, wait: Callable[[Notice], object], left: Callable[[], bool] = lambda: False
) -> tuple[bytes, bytes]:
    """The room at an address and its match, once that has begun; `wait` is called as long as it has not. Empty if it is
    left; raises `RoomTrouble`.
    """
    while not left():
        with contextlib.closing(bind(0, ALL)) as sock:
            found = await query_at(sock, where, left)
        if left():
            break
        notice = fitting(found, where)
        if notice.closed and not code:
            raise RoomTrouble("This room needs an invite code. Ask someone in the room for it.", code=True)
        if notice.begun:
            return notice.room, notice.match
        wait(notice)
        await asyncio.sleep(1.0)
    return b"", b""


def check_joinable(notice: Notice, with_code: bool, where: Address) -> None:
    """Raises `RoomTrouble` unless there is a seat in the room for who has a code, or has none."""
    if notice.begun:
        raise HasBegun(where, notice.match)
    if notice.taken >= notice.seats:
        raise RoomTrouble("The room is full.")
    if notice.closed and not with_code:
        raise RoomTrouble("This room needs an invite code. Ask someone in the room for it.", code=True)

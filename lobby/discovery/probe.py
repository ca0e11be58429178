"""Probe of a typed address: the room there, its compatibility, and whether it can be joined."""

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
from net.channels.addresses import Address, format_address, has_route, resolve, unknown
from net.match.genesis import rules_hash
from net.transport.udp import TICK, UdpEndpoint, bind
from net.version import describe_version

QUERY_TIMEOUT = 4.0
"""Seconds for which an address is asked."""


class Trouble(RuntimeError):
    """Reason in words that prevents entering, with what helps.

    `code` is true if another invite code may help.
    """

    def __init__(self, words: str, code: bool = False) -> None:
        super().__init__(words)
        self.code = code


class RoomTrouble(Trouble):
    """Reason that prevents entering a room, or staying there."""


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
    text = format_address(address)
    return f"'{text}'" if text.startswith("[") else text


async def query_at(sock: socket.socket, contact: Address, left: Callable[[], bool] = lambda: False) -> Notice | None:
    """Return the notice of the room at an address; None if nobody answers, or the search is left.

    The socket stays open. Raises `RoomTrouble` if a program of another version is there.
    """
    query = Query(contact, os.urandom(RANDOM))
    carrier = UdpEndpoint(sock.dup(), query)
    end = time.monotonic() + QUERY_TIMEOUT

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
            f"The program at {format_address(contact)} is {query.other_version} than yours: everyone needs the same "
            f"version of Tether."
        )
    return query.notice


async def look_up(address: Address) -> Address:
    """Return the numeric address; raise `RoomTrouble` if there is none, or no route to it."""
    try:
        found = await asyncio.to_thread(resolve, *address)
    except OSError:
        raise RoomTrouble(unknown(address[0])) from None
    if not has_route(found):
        raise RoomTrouble(f"This computer has no network connection to {format_address(address)}.")
    return found


def fitting(notice: Notice | None, address: Address) -> Notice:
    """Return the notice if this program knows its game by the same rules; else raise `RoomTrouble`."""
    if notice is None:
        raise RoomTrouble(
            f"Nobody answers at {format_address(address)}. Check that a room is open there, the address is right, both "
            f"computers are on one network, and the firewall there allows UDP."
        )
    if notice.game not in GAMES:
        raise RoomTrouble(f"The room plays {notice.game!r}, which is not installed here.")
    if notice.rules != rules_hash(GAMES[notice.game]):
        whose = describe_version(notice.by)
        raise RoomTrouble(f"The room has different rules, {whose}: everyone needs the same version of Tether.")
    return notice


async def match_at(
    where: Address, code: str, wait: Callable[[Notice], object], left: Callable[[], bool] = lambda: False
) -> tuple[bytes, bytes]:
    """Return the ids of the room at an address and of its match, once that has begun.

    `wait` is called while it has not begun. Both ids are empty if the room is left. Raises `RoomTrouble`.
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
    """Raise `RoomTrouble` unless a player with or without an invite code can get a seat."""
    if notice.begun:
        raise HasBegun(where, notice.match)
    if notice.taken >= notice.seats:
        raise RoomTrouble("The room is full.")
    if notice.closed and not with_code:
        raise RoomTrouble("This room needs an invite code. Ask someone in the room for it.", code=True)

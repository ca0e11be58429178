"""Probe of a typed address, which finds the room there and checks if this player can join it.

The probe also checks that this program is compatible with the room.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import time
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from core.engine.game import Game
from core.games.registry import GAMES
from lobby.discovery.broadcast import ALL
from lobby.discovery.responder import RANDOM, Notice, Queries, Query
from lobby.discovery.ruleset_transfer import games_with, is_changed
from net.channels.addresses import Address, BadAddress, check_invited, format_address, has_route, resolve, unknown
from net.match.genesis import rules_hash
from net.system.game_files import not_here, other_version
from net.transport.udp import TICK, UdpEndpoint, bind
from net.version import describe_version

QUERY_TIMEOUT = 4.0
"""Seconds for which the probe asks an address."""
GRACE = 1.0
"""Seconds that the other address of an invitation has left once one has answered and cannot be joined."""


class Trouble(RuntimeError):
    """Error that says in words why this player cannot enter, and what may help.

    `code` is True if another invite code may help.
    """

    def __init__(self, words: str, code: bool = False) -> None:
        super().__init__(words)
        self.code = code


class RoomTrouble(Trouble):
    """Error that says why this player cannot enter a room, or cannot stay there."""


class HasBegun(RoomTrouble):
    """Error that says that the match of the room at an address has begun; `match` is its id."""

    def __init__(self, where: Address, match: bytes) -> None:
        super().__init__(
            "The match there has begun. If you have a seat in it, run: tether resume. "
            f"To watch it: tether watch {quoted(where)}"
        )
        self.where, self.match = where, match


def quoted(address: Address) -> str:
    """Return an address, quoted for a shell."""
    text = format_address(address)
    return f"'{text}'" if text.startswith("[") else text


async def query_at(sock: socket.socket, contact: Address, left: Callable[[], bool] = lambda: False) -> Notice | None:
    """Return the notice of the room at an address, or None.

    The result is None if nobody answers, or if the user ends the search. The socket stays open. Raise `RoomTrouble` if
    the program at the address has another version.
    """
    found = await query_first(sock, (contact,), lambda notice, contact: None, left)
    return None if found is None else found.notice


class FoundRoom(NamedTuple):
    """Room that has answered, and the address at which it did."""

    contact: Address
    notice: Notice
    games: Mapping[str, Game] = GAMES
    """The games here, with that of the room if it has a ruleset."""


async def query_first(
    sock: socket.socket,
    contacts: Sequence[Address],
    check: Callable[[Notice, Address], object],
    left: Callable[[], bool] = lambda: False,
) -> FoundRoom | None:
    """Return the first room that answers and that `check` accepts; None if nobody answers, or the search is left.

    All addresses are asked at once, each as often as a single one. The socket stays open. Raises the `RoomTrouble` of
    the first address that was refused, if none was accepted.
    """
    queries = [Query(contact, os.urandom(RANDOM)) for contact in contacts]
    line = Queries(queries)
    carrier = UdpEndpoint(sock.dup(), line)
    refused: dict[Address, RoomTrouble] = {}
    found: FoundRoom | None = None

    async def until(pump: asyncio.Task[None]) -> None:
        nonlocal found
        end = time.monotonic() + QUERY_TIMEOUT
        while not left() and time.monotonic() < end and not pump.done():
            line.tick(time.monotonic())
            carrier.flush()
            await asyncio.wait((pump,), timeout=TICK)
            for contact, query in zip(contacts, queries):
                if contact in refused:
                    continue
                try:
                    found = _answered(contact, query, check)
                except RoomTrouble as wrong:
                    refused[contact] = wrong
                    end = min(end, time.monotonic() + GRACE)
                if found is not None:
                    return
            if len(refused) == len(queries):
                return

    await carrier.carry(until)
    if found is None and refused:
        raise next(refused[contact] for contact in contacts if contact in refused)
    return found


def _answered(contact: Address, query: Query, check: Callable[[Notice, Address], object]) -> FoundRoom | None:
    """Return the room that has answered a query at an address; raise `RoomTrouble` if it cannot be joined."""
    if query.other_version:
        raise RoomTrouble(
            f"The program at {format_address(contact)} is {query.other_version} than yours: everyone needs the "
            f"same version of Tether."
        )
    if query.notice is None:
        return None
    check(query.notice, contact)
    return FoundRoom(contact, query.notice)


async def look_up_all(addresses: Sequence[Address]) -> tuple[Address, ...]:
    """Return those of the one or two addresses of a room that can be reached from here, as numbers.

    Raises the first `RoomTrouble` if there is none, or if they are not the addresses of one other computer.
    """
    found: list[Address] = []
    troubles: list[RoomTrouble] = []
    for looking in [asyncio.create_task(look_up(address)) for address in addresses]:
        try:
            found.append(await looking)
        except RoomTrouble as wrong:
            troubles.append(wrong)
    if not found:
        raise troubles[0]
    try:
        check_invited(found)
    except BadAddress as bad:
        raise RoomTrouble(str(bad)) from None
    return tuple(found)


async def look_up(address: Address) -> Address:
    """Return the numeric form of a typed address.

    Raise `RoomTrouble` if there is no such address, or no route to it.
    """
    try:
        found = await asyncio.to_thread(resolve, *address)
    except OSError:
        raise RoomTrouble(unknown(address[0])) from None
    if not has_route(found):
        raise RoomTrouble(f"This computer has no network connection to {format_address(address)}.")
    return found


def fitting(notice: Notice | None, *addresses: Address) -> Notice:
    """Return the notice, after checking that this program knows its game by the same rules.

    Raise `RoomTrouble` if it does not.
    """
    if notice is None:
        raise RoomTrouble(
            f"Nobody answers at {either(addresses)}. Check that a room is open there, the address is right, both "
            f"computers are on one network, and the firewall there allows UDP."
        )
    if is_changed(notice.game):
        return notice  # its ruleset is asked for
    if notice.game not in GAMES:
        raise RoomTrouble(not_here(notice.game))
    if notice.rules != rules_hash(GAMES[notice.game]):
        other = other_version(notice.game)
        if other:
            raise RoomTrouble(other)
        whose = describe_version(notice.by)
        raise RoomTrouble(f"The room has different rules, {whose}: everyone needs the same version of Tether.")
    return notice


def either(addresses: Sequence[Address]) -> str:
    """Return the addresses of a room, for a sentence.

    >>> either([("192.168.1.11", 47801), ("fd00::2", 47801)])
    '192.168.1.11:47801 or [fd00::2]:47801'
    """
    return " or ".join(map(format_address, addresses))


async def match_at(
    where: Sequence[Address], code: str, wait: Callable[[Notice], object], left: Callable[[], bool] = lambda: False
) -> FoundRoom | None:
    """Return the room at one of these addresses, once its match has begun; None if it is left.

    `wait` is called while it has not begun. Raises `RoomTrouble`.
    """

    def check(notice: Notice, contact: Address) -> None:
        fitting(notice, contact)
        if notice.closed and not code:
            raise RoomTrouble("This room needs an invite code. Ask someone in the room for it.", code=True)

    while not left():
        with contextlib.closing(bind(0, ALL)) as sock:
            found = await query_first(sock, where, check, left)
            if left():
                break
            notice = fitting(None if found is None else found.notice, *where)
            if notice.begun and found is not None:
                games = await games_with(sock, found.contact, notice.game, notice.rules, left)
                if games is None and not left():
                    raise RoomTrouble("The match has house rules, but nobody there sends them to this computer.")
                return found._replace(games=games or GAMES)
        wait(notice)
        await asyncio.sleep(1.0)
    return None


def check_joinable(notice: Notice, with_code: bool, where: Address) -> None:
    """Raise `RoomTrouble` unless a player can get a seat, with or without an invite code."""
    if notice.begun:
        raise HasBegun(where, notice.match)
    if notice.taken >= notice.seats:
        raise RoomTrouble("The room is full.")
    if notice.closed and not with_code:
        raise RoomTrouble("This room needs an invite code. Ask someone in the room for it.", code=True)

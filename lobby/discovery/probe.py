"""Search for the room at a typed address, with a check that this player can join it.

The check includes the compatibility of this program with the room.
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
from lobby.discovery.ruleset_transfer import games_with_ruleset
from lobby.players.game_titles import is_changed_game
from net.channels.addresses import (
    Address,
    BadAddress,
    check_invited_addresses,
    format_address,
    has_route,
    resolve,
    unknown_host_text,
)
from net.match.genesis import rules_hash
from net.system.game_files import not_here, other_version
from net.transport.udp import TICK, UdpEndpoint, bind
from net.version import describe_version

QUERY_TIMEOUT = 4.0
"""Seconds for which an address is asked."""
GRACE = 1.0
"""Seconds in which the other address of an invitation may answer, once the first room cannot be joined."""


class Trouble(RuntimeError):
    """Error with a message for the player on why they cannot enter, and what may help.

    `code` is True if another invite code may help.
    """

    def __init__(self, words: str, code: bool = False) -> None:
        super().__init__(words)
        self.code = code


class RoomTrouble(Trouble):
    """Error for a room that this player cannot enter, or cannot stay in."""


class MatchHasBegun(RoomTrouble):
    """Error for a room at an address whose match has begun; `match` is its id."""

    def __init__(self, address: Address, match: bytes) -> None:
        super().__init__(
            "The match there has begun. If you have a seat in it, run: tether resume. "
            f"To watch it: tether watch {quote_address(address)}"
        )
        self.where, self.match = address, match


def quote_address(address: Address) -> str:
    """Return an address, quoted for a shell if necessary."""
    text = format_address(address)
    return f"'{text}'" if text.startswith("[") else text


async def query_room(
    sock: socket.socket, contact: Address, is_left: Callable[[], bool] = lambda: False
) -> Notice | None:
    """Return the notice of the room at an address, or None.

    The result is None if nobody answers, or if the user ends the search. The socket stays open. Raises `RoomTrouble` if
    the program at the address has another version.
    """
    found = await query_first_room(sock, (contact,), lambda notice, contact: None, is_left)
    return None if found is None else found.notice


class FoundRoom(NamedTuple):
    """A room that has answered, with the address at which it did."""

    contact: Address
    notice: Notice
    games: Mapping[str, Game] = GAMES
    """Games that this program has, including the room's game if that has a ruleset."""


async def query_first_room(
    sock: socket.socket,
    contacts: Sequence[Address],
    check: Callable[[Notice, Address], object],
    is_left: Callable[[], bool] = lambda: False,
) -> FoundRoom | None:
    """Return the first room that answers and that `check` accepts.

    All addresses are asked at once, each as often as a single one. The socket stays open. The result is None if nobody
    answers, or if the user ends the search. If no room is accepted, the first `RoomTrouble` is raised.
    """
    queries = [Query(contact, os.urandom(RANDOM)) for contact in contacts]
    line = Queries(queries)
    carrier = UdpEndpoint(sock.dup(), line)
    refused: dict[Address, RoomTrouble] = {}
    found: FoundRoom | None = None

    async def until(pump: asyncio.Task[None]) -> None:
        nonlocal found
        end = time.monotonic() + QUERY_TIMEOUT
        while not is_left() and time.monotonic() < end and not pump.done():
            line.tick(time.monotonic())
            carrier.flush()
            await asyncio.wait((pump,), timeout=TICK)
            for contact, query in zip(contacts, queries):
                if contact in refused:
                    continue
                try:
                    found = _check_answer(contact, query, check)
                except RoomTrouble as wrong:
                    refused[contact] = wrong
                    end = min(end, time.monotonic() + GRACE)
                if found is not None:
                    return
            if len(refused) == len(queries):
                return

    await carrier.receive_while(until)
    if found is None and refused:
        raise next(refused[contact] for contact in contacts if contact in refused)
    return found


def _check_answer(contact: Address, query: Query, check: Callable[[Notice, Address], object]) -> FoundRoom | None:
    """Return the room that has answered a query; raise `RoomTrouble` if it cannot be joined."""
    if query.other_version:
        raise RoomTrouble(
            f"The program at {format_address(contact)} is {query.other_version} than yours: everyone needs the "
            f"same version of Tether."
        )
    if query.notice is None:
        return None
    check(query.notice, contact)
    return FoundRoom(contact, query.notice)


async def resolve_addresses(addresses: Sequence[Address]) -> tuple[Address, ...]:
    """Return the numeric forms of the one or two addresses of a room, without unreachable ones.

    Raises `RoomTrouble` if none can be reached, or if the two cannot belong to one other computer.
    """
    found: list[Address] = []
    troubles: list[RoomTrouble] = []
    for looking in [asyncio.create_task(resolve_address(address)) for address in addresses]:
        try:
            found.append(await looking)
        except RoomTrouble as wrong:
            troubles.append(wrong)
    if not found:
        raise troubles[0]
    try:
        check_invited_addresses(found)
    except BadAddress as bad:
        raise RoomTrouble(str(bad)) from None
    return tuple(found)


async def resolve_address(address: Address) -> Address:
    """Return the numeric form of a typed address.

    Raises `RoomTrouble` if the host is unknown, or if there is no route to it.
    """
    try:
        found = await asyncio.to_thread(resolve, *address)
    except OSError:
        raise RoomTrouble(unknown_host_text(address[0])) from None
    if not has_route(found):
        raise RoomTrouble(f"This computer has no network connection to {format_address(address)}.")
    return found


def check_compatible(notice: Notice | None, *addresses: Address) -> Notice:
    """Return the notice if this program has its game with the same rules.

    Raises `RoomTrouble` if it has not, or if there is no notice.
    """
    if notice is None:
        raise RoomTrouble(
            f"Nobody answers at {join_addresses(addresses)}. Check that a room is open there, the address is right, "
            f"both computers are on one network, and the firewall there allows UDP."
        )
    if is_changed_game(notice.game):
        return notice  # its ruleset is asked for
    if notice.game not in GAMES:
        raise RoomTrouble(not_here(notice.game))
    if notice.rules != rules_hash(GAMES[notice.game]):
        other = other_version(notice.game)
        if other:
            raise RoomTrouble(other)
        whose = describe_version(notice.version)
        raise RoomTrouble(f"The room has different rules, {whose}: everyone needs the same version of Tether.")
    return notice


def join_addresses(addresses: Sequence[Address]) -> str:
    """Return the addresses of a room, joined by "or" for a sentence.

    >>> join_addresses([("192.168.1.11", 47801), ("fd00::2", 47801)])
    '192.168.1.11:47801 or [fd00::2]:47801'
    """
    return " or ".join(map(format_address, addresses))


async def wait_for_match(
    addresses: Sequence[Address],
    code: str,
    wait: Callable[[Notice], object],
    is_left: Callable[[], bool] = lambda: False,
) -> FoundRoom | None:
    """Return the room at one of these addresses once its match has begun; None if the user ends the search.

    `wait` is called repeatedly while the match has not begun. Raises `RoomTrouble` if there is no such room.
    """

    def check(notice: Notice, contact: Address) -> None:
        check_compatible(notice, contact)
        if notice.closed and not code:
            raise RoomTrouble("This room needs an invite code. Ask someone in the room for it.", code=True)

    while not is_left():
        with contextlib.closing(bind(0, ALL)) as sock:
            found = await query_first_room(sock, addresses, check, is_left)
            if is_left():
                break
            notice = check_compatible(None if found is None else found.notice, *addresses)
            if notice.has_begun and found is not None:
                games = await games_with_ruleset(sock, found.contact, notice.game, notice.rules, is_left)
                if games is None and not is_left():
                    raise RoomTrouble("The match has house rules, but nobody there sends them to this computer.")
                return found._replace(games=games or GAMES)
        wait(notice)
        await asyncio.sleep(1.0)
    return None


def check_joinable(notice: Notice, with_code: bool, address: Address) -> None:
    """Raise `RoomTrouble` unless a player can still get a seat, and has an invite code if one is needed."""
    if notice.has_begun:
        raise MatchHasBegun(address, notice.match)
    if notice.taken >= notice.seats:
        raise RoomTrouble("The room is full.")
    if notice.closed and not with_code:
        raise RoomTrouble("This room needs an invite code. Ask someone in the room for it.", code=True)

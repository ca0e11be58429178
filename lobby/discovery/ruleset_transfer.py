"""Transfer of a room's ruleset to strangers who ask for it at the room's address (PROTOCOL part 22).

A guest or spectator needs it before it can read the settings of the room. A datagram of type 34 is the question: 15
random bytes and the number of a part, padded to the length of the longest answer. A datagram of type 35 is the answer:
the same 16 bytes, then [number of parts, part]. The room's game name and rules hash prove that the ruleset is right.
"""

from __future__ import annotations

import asyncio
import os
import socket
import time
from collections.abc import Callable, Hashable, Mapping

from core.engine.changed_game import MAX_PACKED_BYTES, unpack_ruleset
from core.engine.codec import BadEncodingError, dec, enc
from core.engine.game import Game
from core.engine.ruleset import RulesetError
from core.games.registry import GAMES
from lobby.players.game_titles import is_changed_game
from net.channels.addresses import Address
from net.match.genesis import rules_hash
from net.transport.udp import TICK, UdpEndpoint

ASK, PART = 34, 35
RANDOM = 15
PART_BYTES = 1000
LENGTH = 1 + RANDOM + 1 + PART_BYTES + 8
"""Number of bytes of a question; no answer is longer."""
MOST_PARTS = -(-MAX_PACKED_BYTES // PART_BYTES)
TIMEOUT = 6.0
AGAIN = 0.3


def make_answerer(ruleset: Callable[[], bytes]) -> Callable[[bytes], bytes | None]:
    """Return a function that answers questions; `ruleset` returns empty bytes if there is no ruleset."""

    def answer(asked: bytes) -> bytes | None:
        data = ruleset()
        parts = [data[at : at + PART_BYTES] for at in range(0, len(data), PART_BYTES)]
        if asked[-1] >= len(parts):
            return None
        return bytes([PART]) + asked + enc([len(parts), parts[asked[-1]]])

    return answer


class RulesetQuery:
    """Transport of a peer that asks the program at an address for its ruleset."""

    def __init__(self, address: Address, random: bytes) -> None:
        self.address = address
        self._random = random
        self._parts: dict[int, bytes] = {}
        self._count = 0
        self._due = 0.0
        self._out: list[tuple[Hashable, bytes]] = []

    @property
    def data(self) -> bytes:
        """Ruleset, or empty bytes while a part is missing."""
        if not self._count or len(self._parts) < self._count:
            return b""
        return b"".join(self._parts[k] for k in range(self._count))

    def receive(self, datagram: bytes, address: Hashable, now: float) -> None:
        """Process a datagram, which counts only if it comes from the queried address."""
        head = bytes([PART]) + self._random
        if address != self.address or len(datagram) > LENGTH or datagram[: len(head)] != head:
            return
        k = datagram[len(head)]
        try:
            said = dec(datagram[len(head) + 1 :])
        except BadEncodingError:
            return
        if type(said) is not list or [type(part) for part in said] != [int, bytes]:
            return
        count, part = said
        if not (type(count) is int and type(part) is bytes and k < count <= MOST_PARTS and 0 < len(part) <= PART_BYTES):
            return
        if self._count in (0, count) and k not in self._parts:
            self._count, self._due = count, 0.0
            self._parts[k] = part

    def tick(self, now: float) -> None:
        """Ask for the missing parts, repeatedly until they arrive."""
        if now >= self._due and not self.data:
            self._due = now + AGAIN
            missing = [k for k in range(self._count or 1) if k not in self._parts]
            self._out += [
                (self.address, (bytes([ASK]) + self._random + bytes([k])).ljust(LENGTH, b"\x00")) for k in missing[:4]
            ]

    def process(self, now: float) -> None:
        """Do nothing, because an answer causes no further datagrams."""

    def take_datagrams(self) -> list[tuple[Hashable, bytes]]:
        """Return and clear the datagrams to send."""
        out, self._out = self._out, []
        return out


async def games_with_ruleset(
    sock: socket.socket, contact: Address, name: str, rules: bytes, is_left: Callable[[], bool] = lambda: False
) -> Mapping[str, Game] | None:
    """Return this program's games and the game of this name, with the ruleset of the program at `contact`.

    The result is None if nobody answers with a ruleset that has this rules hash, or if the user ends the search. The
    socket stays open.
    """
    if not is_changed_game(name):
        return GAMES
    query = RulesetQuery(contact, os.urandom(RANDOM))
    carrier = UdpEndpoint(sock.dup(), query)

    async def until(pump: asyncio.Task[None]) -> None:
        end = time.monotonic() + TIMEOUT
        while not is_left() and not query.data and time.monotonic() < end and not pump.done():
            query.tick(time.monotonic())
            carrier.flush()
            await asyncio.wait((pump,), timeout=TICK)

    await carrier.receive_while(until)
    try:
        game: Game = unpack_ruleset(query.data, GAMES)
    except RulesetError:
        return None
    if game.name != name or rules_hash(game) != rules:
        return None
    return {**GAMES, name: game}

"""Search for a tournament: at an address, by its title on the network, or at saved addresses.

A datagram of type 26 asks the program at an address which tournament it has: 16 random bytes, padded to the length of
the longest answer. A datagram of type 27 is the answer. It contains the same bytes, a flag that shows if an invite code
is needed, and the opening. The answer is not signed; the links prove the rest.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import time
from collections.abc import Iterable
from pathlib import Path

from core.engine.codec import BadEncodingError, dec, enc
from core.games.registry import GAMES
from lobby.discovery import reachability
from lobby.discovery.broadcast import ALL, Broadcaster
from lobby.discovery.discovery import DiscoveredTournament
from lobby.discovery.probe import Trouble
from lobby.discovery.responder import RANDOM, AnsweringTransport, Question
from lobby.tournament.model.opening import LENGTH, BadOpening, Opening, read_opening
from net.channels.addresses import Address, BadAddress, format_address, parse_address, to_socket_address
from net.crypto.invite import BadCode, normalize_code
from net.crypto.primitives import Signer
from net.system.durable_files import write_atomically, write_private
from net.system.safe_files import MOST_SMALL, read_limited
from net.transport.adapter import Transport

PORT = 47820
"""Default UDP port of a tournament."""
ASK, ANSWER = 26, 27
QUESTION = 1 + RANDOM + 8 + LENGTH
ASKS_FOR = 6.0
AGAIN = 0.25
LISTENS = 3.0
"""Maximum number of seconds for which a title is sought on the network."""
POLL = 0.05
ADDRESSES_FILE = "addresses"
"""Name of the file with the last known addresses of the other members."""
MOST_KEPT = 64
CODE_FILE = "code"
"""Name of the file with the invite code, which only its owner can read.

The owner of the folder was admitted before, and should not have to type the code again to return.
"""


class TournamentTrouble(Trouble):
    """Error with a message for the player on why they cannot take part in a tournament."""


def answering_transport(line: Transport, opening: Opening, closed: bool, signer: Signer) -> AnsweringTransport:
    """Return a transport that also answers strangers' questions about the tournament here.

    It proves that the address is right with the key of `signer`.
    """
    said = enc([closed, opening.packed])
    questions = {
        ASK: Question(QUESTION, lambda random: bytes([ANSWER]) + random + said),
        reachability.ASK: Question(reachability.QUESTION, reachability.make_answerer(signer, lambda: opening.id)),
    }
    return AnsweringTransport(line, questions)


async def query_tournament(sock: socket.socket, address: Address) -> tuple[Opening, bool]:
    """Return the opening of the tournament at an address, and True if it needs an invite code.

    Raises `TournamentTrouble` if there is no tournament, or none that this program can take part in.
    """
    random, loop = os.urandom(RANDOM), asyncio.get_running_loop()
    question = (bytes([ASK]) + random).ljust(QUESTION, b"\x00")
    end = time.monotonic() + ASKS_FOR
    while time.monotonic() < end:
        with contextlib.suppress(OSError):
            sock.sendto(question, to_socket_address(address, sock.family))
        with contextlib.suppress(TimeoutError, OSError):
            async with asyncio.timeout(AGAIN):
                while True:
                    found = _read_answer(await loop.sock_recv(sock, 2048), random)
                    if found is not None:
                        return found
    raise TournamentTrouble(
        f"no tournament answers at {format_address(address)}. Check that it is open there and the address is right"
    )


def _read_answer(data: bytes, random: bytes) -> tuple[Opening, bool] | None:
    if len(data) > QUESTION or data[: 1 + RANDOM] != bytes([ANSWER]) + random:
        return None
    try:
        said = dec(data[1 + RANDOM :])
        if type(said) is not list or [type(part) for part in said] != [bool, bytes]:
            return None
        return read_opening(said[1], GAMES), said[0]
    except BadEncodingError:
        return None
    except BadOpening as bad:
        raise TournamentTrouble(str(bad)) from None


# -- search by title --


def find_addresses(words: Iterable[str], listen: str = ALL) -> list[Address]:
    """Return the typed addresses, and the addresses at which tournaments with the typed titles are announced.

    If nothing was typed, return the addresses of the only tournament. If announcers of one tournament do not name each
    other, the addresses of all of them are returned. An announcer that is not part of the tournament cannot answer with
    its opening. The search listens for some seconds if necessary. Raises `TournamentTrouble` if a title is not found or
    is not unique, and `BadAddress` if an address is invalid.
    """
    words = list(words)
    titles = [word for word in words if not _is_address(word)]
    there = _listen_for_titles([title.casefold() for title in titles], listen) if titles or not words else []
    if not words:
        return _addresses_of_only_one(
            there, "No tournaments found here. You can join by address.", "Several tournaments"
        )
    return [
        one
        for word in words
        for one in ([parse_address(word, PORT)] if word not in titles else _addresses_of_title(word, there))
    ]


def _is_address(word: str) -> bool:
    """Return True if a word can only be an address, not a title."""
    return ":" in word or all(letter in "0123456789." for letter in word)


def _listen_for_titles(titles: list[str], listen: str) -> list[DiscoveredTournament]:
    """Return the announced tournaments once all these titles are found, or after some seconds."""
    with contextlib.closing(Broadcaster(listen)) as air:
        end = time.monotonic() + LISTENS
        found: list[DiscoveredTournament] = []
        while time.monotonic() < end and not (
            titles and set(titles) <= {one.announcement.title.casefold() for one in found}
        ):
            air.poll(time.monotonic())
            found = air.discovery.tournaments(time.monotonic())
            time.sleep(POLL)
    return found


def _addresses_of_title(word: str, there: list[DiscoveredTournament]) -> list[Address]:
    named = [one for one in there if one.announcement.title.casefold() == word.casefold()]
    if named:
        return _addresses_of_only_one(named, "", f"Several tournaments called {word}")
    with contextlib.suppress(BadAddress):
        address = parse_address(word, PORT)
        if _is_known_host(address):
            return [address]
    titles = sorted({one.announcement.title for one in there})
    there_is = f"There {'is' if len(titles) == 1 else 'are'}: {', '.join(titles)}." if titles else ""
    advice = there_is or "You can also join by address."
    raise TournamentTrouble(f"No tournament called {word[:60]} found here. {advice}")


def _is_known_host(address: Address) -> bool:
    """Return True if the network knows a host of this name."""
    try:
        return bool(socket.getaddrinfo(address[0], address[1], type=socket.SOCK_DGRAM))
    except (OSError, UnicodeError):
        return False


def _addresses_of_only_one(there: list[DiscoveredTournament], none: str, many: str) -> list[Address]:
    if not there:
        raise TournamentTrouble(none)
    if len({one.announcement.id for one in there}) > 1:
        where = ", ".join(
            f"{one.announcement.title} at {format_address((one.host, one.announcement.port))}" for one in there
        )
        raise TournamentTrouble(f"{many} found; name the address: {where}")
    return [(one.host, one.announcement.port) for one in there]


# -- remembered addresses --


def read_addresses(folder: Path) -> list[Address]:
    """Return the last known addresses of the other members, as saved in this folder.

    A file that cannot be read is ignored.
    """
    found = []
    with contextlib.suppress(OSError, ValueError):
        for line in read_limited(folder / ADDRESSES_FILE, MOST_SMALL).decode().splitlines()[:MOST_KEPT]:
            with contextlib.suppress(BadAddress):
                found.append(parse_address(line))
    return found


def write_addresses(folder: Path, addresses: Iterable[Address]) -> None:
    """Save the addresses of the other members in this folder; ignore a disk error."""
    with contextlib.suppress(OSError):
        lines = [format_address(address) for address in addresses][:MOST_KEPT]
        write_atomically(folder / ADDRESSES_FILE, "".join(f"{line}\n" for line in lines).encode())


def read_code(folder: Path) -> str:
    """Return the invite code that is saved in this folder; "" if it is missing or invalid."""
    try:
        return normalize_code(read_limited(folder / CODE_FILE, MOST_SMALL).decode("ascii"))
    except (OSError, UnicodeDecodeError, BadCode):
        return ""


def write_code(folder: Path, code: str) -> None:
    """Save the invite code in this folder; raise `OSError` if that fails."""
    if code and read_code(folder) != code:
        write_private(folder / CODE_FILE, code.encode())

"""Where a tournament is found: asked at an address, heard of on the network by its title, or remembered from before.

A datagram of type 26 asks at an address which tournament is there: 16 random bytes, padded to the length of the longest
answer. One of type 27 answers with the same bytes, whether an invite code is needed, and the opening. Nothing of that
is signed; the links prove the rest.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import time
from collections.abc import Iterable
from pathlib import Path

from core.engine.codec import BadBytes, dec, enc
from core.games.registry import GAMES
from lobby.discovery import reachability
from lobby.discovery.broadcast import ALL, Broadcaster
from lobby.discovery.discovery import HeardTournament
from lobby.discovery.probe import Trouble
from lobby.discovery.responder import RANDOM, Answering, Question
from lobby.tournament.model.opening import LENGTH, BadOpening, Opening, read_opening
from net.channels.addresses import Address, BadAddress, for_socket, parsed, shown
from net.crypto.invite import BadCode, normal
from net.crypto.primitives import Signer
from net.system.durable_files import write_private, write_whole
from net.system.safe_files import MOST_SMALL, read_limited
from net.transport.adapter import Line

PORT = 47820
"""The UDP port of a tournament, if it is not said otherwise."""
ASK, ANSWER = 26, 27
QUESTION = 1 + RANDOM + 8 + LENGTH
ASKS_FOR = 6.0
AGAIN = 0.25
LISTENS = 3.0
"""Seconds that one listens for a title at most."""
POLL = 0.05
KEPT = "addresses"
"""The file of the addresses at which the others were last."""
MOST_KEPT = 64
CODE = "code"
"""The file of the invite code, readable by its owner only: who has the folder was let in, and comes back without being
told the code again.
"""


class TournamentTrouble(Trouble):
    """Why one cannot take part, in words."""


def gate(line: Line, opening: Opening, closed: bool, signer: Signer) -> Answering:
    """A line whose strangers are told which tournament is here, and with the own key that it is."""
    said = enc([closed, opening.packed])
    questions = {
        ASK: Question(QUESTION, lambda random: bytes([ANSWER]) + random + said),
        reachability.ASK: Question(reachability.QUESTION, reachability.answering(signer, lambda: opening.id)),
    }
    return Answering(line, questions)


async def ask(sock: socket.socket, where: Address) -> tuple[Opening, bool]:
    """Which tournament is at an address, and whether it is closed; raises `TournamentTrouble`."""
    random, loop = os.urandom(RANDOM), asyncio.get_running_loop()
    question = (bytes([ASK]) + random).ljust(QUESTION, b"\x00")
    end = time.monotonic() + ASKS_FOR
    while time.monotonic() < end:
        with contextlib.suppress(OSError):
            sock.sendto(question, for_socket(where, sock.family))
        with contextlib.suppress(TimeoutError, OSError):
            async with asyncio.timeout(AGAIN):
                while True:
                    found = _read_answer(await loop.sock_recv(sock, 2048), random)
                    if found is not None:
                        return found
    raise TournamentTrouble(
        f"no tournament answers at {shown(where)}. Check that it is open there and the address is right"
    )


def _read_answer(data: bytes, random: bytes) -> tuple[Opening, bool] | None:
    if len(data) > QUESTION or data[: 1 + RANDOM] != bytes([ANSWER]) + random:
        return None
    try:
        said = dec(data[1 + RANDOM :])
        if type(said) is not list or [type(part) for part in said] != [bool, bytes]:
            return None
        return read_opening(said[1], GAMES), said[0]
    except BadBytes:
        return None
    except BadOpening as bad:
        raise TournamentTrouble(str(bad)) from None


# -- by title --


def heard(words: Iterable[str], listen: str = ALL) -> list[Address]:
    """The addresses that these words are, or where tournaments with these titles are heard of; without a word, where
    the only one is. Of one that is announced by several who do not name each other, all addresses: who is not part of
    it cannot answer with its opening. Listens for some seconds if it must; raises `TournamentTrouble` and `BadAddress`.
    """
    words = list(words)
    titles = [word for word in words if not _numeric(word)]
    there = _listened([title.casefold() for title in titles], listen) if titles or not words else []
    if not words:
        return _only(there, "No tournaments found here. You can join by address.", "Several tournaments")
    return [one for word in words for one in ([parsed(word, PORT)] if word not in titles else _titled(word, there))]


def _numeric(word: str) -> bool:
    """Whether a word can only be an address."""
    return ":" in word or all(letter in "0123456789." for letter in word)


def _listened(titles: list[str], listen: str) -> list[HeardTournament]:
    """The tournaments that are heard of, once all of these titles are among them, or after some seconds."""
    with contextlib.closing(Broadcaster(listen)) as air:
        end = time.monotonic() + LISTENS
        found: list[HeardTournament] = []
        while time.monotonic() < end and not (
            titles and set(titles) <= {one.announcement.title.casefold() for one in found}
        ):
            air.poll(time.monotonic())
            found = air.discovery.tournaments(time.monotonic())
            time.sleep(POLL)
    return found


def _titled(word: str, there: list[HeardTournament]) -> list[Address]:
    named = [one for one in there if one.announcement.title.casefold() == word.casefold()]
    if named:
        return _only(named, "", f"Several tournaments called {word}")
    with contextlib.suppress(BadAddress):
        address = parsed(word, PORT)
        if _exists(address):
            return [address]
    titles = sorted({one.announcement.title for one in there})
    there_is = f"There {'is' if len(titles) == 1 else 'are'}: {', '.join(titles)}." if titles else ""
    advice = there_is or "You can also join by address."
    raise TournamentTrouble(f"No tournament called {word[:60]} found here. {advice}")


def _exists(address: Address) -> bool:
    """Return True if the network knows a host of this name."""
    try:
        return bool(socket.getaddrinfo(address[0], address[1], type=socket.SOCK_DGRAM))
    except (OSError, UnicodeError):
        return False


def _only(there: list[HeardTournament], none: str, many: str) -> list[Address]:
    if not there:
        raise TournamentTrouble(none)
    if len({one.announcement.id for one in there}) > 1:
        where = ", ".join(f"{one.announcement.title} at {shown((one.host, one.announcement.port))}" for one in there)
        raise TournamentTrouble(f"{many} found; name the address: {where}")
    return [(one.host, one.announcement.port) for one in there]


# -- from before --


def remembered(folder: Path) -> list[Address]:
    """Where the others were when the tournament in this folder was left; a file that is none is no file."""
    found = []
    with contextlib.suppress(OSError, ValueError):
        for line in read_limited(folder / KEPT, MOST_SMALL).decode().splitlines()[:MOST_KEPT]:
            with contextlib.suppress(BadAddress):
                found.append(parsed(line))
    return found


def remember(folder: Path, addresses: Iterable[Address]) -> None:
    """Keeps where the others are; a disk that does not take it spoils nothing else."""
    with contextlib.suppress(OSError):
        lines = [shown(address) for address in addresses][:MOST_KEPT]
        write_whole(folder / KEPT, "".join(f"{line}\n" for line in lines).encode())


def kept_code(folder: Path) -> str:
    """The invite code of the tournament in this folder; "" if it is not there, or is none."""
    try:
        return normal(read_limited(folder / CODE, MOST_SMALL).decode("ascii"))
    except (OSError, UnicodeDecodeError, BadCode):
        return ""


def keep_code(folder: Path, code: str) -> None:
    """Keeps the invite code with the tournament; raises `OSError`."""
    if code and kept_code(folder) != code:
        write_private(folder / CODE, code.encode())

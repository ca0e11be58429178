"""Known players: the keys and names of the players that this user has met.

They are saved in a file in the user's folder. Two players meet when a match begins in which both have a seat. A later
player with a known name and another key is not the player that was met: a name can be copied, a key cannot.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import date
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple

from lobby.players.confusables import skeletons
from lobby.players.identity import print_of
from net.crypto.primitives import KEY
from net.system.durable_files import write_private
from net.system.safe_files import open_regular
from net.text.errors import reason
from net.text.names import LONGEST, is_name
from net.text.unicode import words

FILE = "known.json"
MOST = 500
"""Maximum number of players that are remembered.

The player that was not met for the longest time is forgotten first.
"""
MOST_NAMES = 4
"""Maximum number of names that are remembered for one player; the latest names are kept."""
MOST_BYTES = 512 * 1024
MOST_MATCHES = 10**6


class KnownPlayer(NamedTuple):
    """A player that this user has met.

    Its days are text in the format of ISO 8601.
    """

    identity: bytes
    names: tuple[str, ...]
    """Names of the player; the most recent name comes last."""
    first: str
    last: str
    matches: int

    @property
    def name(self) -> str:
        """Latest name of the player."""
        return self.names[-1]


class Standing(Enum):
    """Relation of a player's name and key to the known players."""

    NEW = "new to you"
    MET = "met before"
    RENAMED = "met before under another name"
    OTHER_KEY = "not the key you know"


class KnownPlayers:
    """The players that this user has met; without a file they are known only while the program runs."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.trouble = ""
        """Reason why the file cannot be used, or "" if it can."""
        self._met: dict[bytes, KnownPlayer] = {}
        self._prints: dict[bytes, bytes] = {}
        """Identities by their print."""
        self._names: dict[str, set[bytes]] = {}
        """Identities by the skeletons of their names."""
        self.reload()

    def reload(self) -> None:
        """Read the file again, because other programs of this user also write it."""
        if self.path is None:
            return
        found: list[KnownPlayer] = []
        self.trouble = ""
        try:
            with open_regular(self.path) as file:
                found = read(file.read(MOST_BYTES + 1))
        except FileNotFoundError:
            pass
        except (OSError, ValueError) as wrong:
            self.trouble = f"{self.path} cannot be read ({reason(wrong)}): no known players are loaded"
        self._set(found)

    @property
    def players(self) -> list[KnownPlayer]:
        """All known players; the player met most recently comes first."""
        return sorted(self._met.values(), key=lambda met: (met.last, met.name, met.identity), reverse=True)

    def of(self, key: bytes) -> KnownPlayer | None:
        """Return the known player with this key or with this print of a key, or None."""
        return self._met.get(key if len(key) == KEY else self._prints.get(key, b""))

    def standing(self, name: str, key: bytes) -> Standing:
        """Return the standing of a player with this name and this key or print."""
        met, called = self.of(key), self._called(name)
        if met is not None and met.identity in called:
            return Standing.MET
        if called:
            return Standing.OTHER_KEY
        return Standing.NEW if met is None else Standing.RENAMED

    def stranger(self, name: str, key: bytes) -> bool:
        """Return True if a player has a known name with another key, or with the print of another key."""
        return self.standing(name, key) is Standing.OTHER_KEY

    def words(self, name: str, key: bytes) -> str:
        """Return the standing of a player as a sentence."""
        standing, met = self.standing(name, key), self.of(key)
        if standing is Standing.OTHER_KEY:
            before = " and ".join(sorted({self._met[one].name for one in self._called(name)})[:2])
            return f"Not the key that you know as {before}."
        if met is None:
            return "New to you."
        under = f" as {met.name}" if standing is Standing.RENAMED else ""
        matches = "one match" if met.matches == 1 else f"{met.matches} matches"
        return f"Met before{under}: {matches}, last on {met.last}."

    def meet(self, players: Iterable[tuple[str, bytes]], today: date) -> None:
        """Record that a match with these players begins; raise `OSError` if the record cannot be saved."""
        self.reload()
        day = today.isoformat()
        for name, identity in players:
            old = self._met.get(identity) or KnownPlayer(identity, (), day, day, 0)
            names = (*(one for one in old.names if one != name), name)[-MOST_NAMES:]
            self._met[identity] = KnownPlayer(identity, names, old.first, day, min(old.matches + 1, MOST_MATCHES))
        self._keep()

    def forget(self, identity: bytes) -> bool:
        """Forget a player, and return True if the player was known.

        Raise `OSError` if the change cannot be saved.
        """
        self.reload()
        known = self._met.pop(identity, None) is not None
        if known:
            self._keep()
        return known

    def take(self, players: Iterable[KnownPlayer]) -> None:
        """Add known players, for instance from another computer; raise `OSError` if they cannot be saved."""
        self.reload()
        for met in players:
            self._met.setdefault(met.identity, met)
        self._keep()

    def _called(self, name: str) -> set[bytes]:
        """Return the keys of players that have used this name, or a name that looks like it."""
        return {one for look in skeletons(name) for one in self._names.get(look, ())}

    def _keep(self) -> None:
        self._set(self.players[:MOST])
        if self.path is not None:
            write_private(self.path, written(self.players))

    def _set(self, found: list[KnownPlayer]) -> None:
        self._met = {met.identity: met for met in found}
        self._prints = {print_of(identity): identity for identity in self._met}
        self._names = {}
        for met in found:
            for name in met.names:
                for look in skeletons(name):
                    self._names.setdefault(look, set()).add(met.identity)


def written(players: Iterable[KnownPlayer]) -> bytes:
    """Return the bytes of a file that contains these known players."""
    rows = [met._asdict() | {"identity": met.identity.hex()} for met in players]
    return json.dumps(rows, indent=1, ensure_ascii=False).encode() + b"\n"


def read(data: bytes) -> list[KnownPlayer]:
    """Return the players in a file; raise `ValueError` if it is damaged or too large."""
    if len(data) > MOST_BYTES:
        raise ValueError(f"it is larger than {MOST_BYTES // 1024} kB")
    try:
        rows = json.loads(data)
        return [met for met in map(_met, rows[:MOST]) if met.names]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise ValueError("it is damaged") from None


def _may_have_been_one(name: object) -> bool:
    """Return True if this name was valid by the rule of some version.

    The current rule allows fewer names.
    """
    return type(name) is str and 0 < len(name) <= LONGEST and words(name) == name


def _met(row: dict[str, Any]) -> KnownPlayer:
    """Return a player with only those of its names that are valid by the current rule."""
    names = row["names"]
    if not 0 < len(names) <= MOST_NAMES or not all(map(_may_have_been_one, names)):
        raise ValueError("not a player")
    named = tuple(filter(is_name, names))
    met = KnownPlayer(bytes.fromhex(row["identity"]), named, row["first"], row["last"], row["matches"])
    for day in (met.first, met.last):
        date.fromisoformat(day)
    if len(met.identity) != KEY or type(met.matches) is not int or not 0 < met.matches <= MOST_MATCHES:
        raise ValueError("not a player")
    return met

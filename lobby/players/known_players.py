"""Known players: the keys and names of the players that this user has met.

They are saved in a file in the user's folder. Two players have met if they had seats in the same match. A later player
with a known name and another key may be somebody else: a name can be copied, a key cannot.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import date
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple

from lobby.players.confusables import skeletons
from lobby.players.identity import key_print
from net.crypto.primitives import KEY
from net.system.durable_files import write_private
from net.system.safe_files import open_regular
from net.text.errors import error_reason
from net.text.names import LONGEST, is_name
from net.text.unicode import normalize_blanks

FILE = "known.json"
MOST = 500
"""Maximum number of players that are remembered.

The player whose last match is the oldest is forgotten first.
"""
MOST_NAMES = 4
"""Maximum number of names that are remembered for one player, the latest ones."""
MOST_BYTES = 512 * 1024
MOST_MATCHES = 10**6


class KnownPlayer(NamedTuple):
    """A player that this user has met.

    The days are texts in the format of ISO 8601.
    """

    identity: bytes
    names: tuple[str, ...]
    """Names of the player, the most recent one last."""
    first: str
    last: str
    matches: int

    @property
    def name(self) -> str:
        """Latest name of the player."""
        return self.names[-1]


class Standing(Enum):
    """Result of comparing a player's name and key with the known players."""

    NEW = "new to you"
    MET = "met before"
    RENAMED = "met before under another name"
    OTHER_KEY = "not the key you know"


class KnownPlayers:
    """The players that this user has met; without a file they are forgotten when the program ends."""

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
        """Read the file again, because other programs of this user may have changed it."""
        if self.path is None:
            return
        found: list[KnownPlayer] = []
        self.trouble = ""
        try:
            with open_regular(self.path) as file:
                found = read_players(file.read(MOST_BYTES + 1))
        except FileNotFoundError:
            pass
        except (OSError, ValueError) as wrong:
            self.trouble = f"{self.path} cannot be read ({error_reason(wrong)}): no known players are loaded"
        self._set(found)

    @property
    def players(self) -> list[KnownPlayer]:
        """All known players, the one met most recently first."""
        return sorted(self._met.values(), key=lambda met: (met.last, met.name, met.identity), reverse=True)

    def find(self, key: bytes) -> KnownPlayer | None:
        """Return the known player with this key or this print of a key, or None."""
        return self._met.get(key if len(key) == KEY else self._prints.get(key, b""))

    def standing(self, name: str, key: bytes) -> Standing:
        """Return the result of comparing this name, and this key or print, with the known players."""
        met, called = self.find(key), self._keys_named(name)
        if met is not None and met.identity in called:
            return Standing.MET
        if called:
            return Standing.OTHER_KEY
        return Standing.NEW if met is None else Standing.RENAMED

    def has_other_key(self, name: str, key: bytes) -> bool:
        """Return True if the name belongs to a known player with another key.

        `key` may also be the print of a key.
        """
        return self.standing(name, key) is Standing.OTHER_KEY

    def standing_text(self, name: str, key: bytes) -> str:
        """Return `standing` as a sentence."""
        standing, met = self.standing(name, key), self.find(key)
        if standing is Standing.OTHER_KEY:
            before = " and ".join(sorted({self._met[one].name for one in self._keys_named(name)})[:2])
            return f"Not the key that you know as {before}."
        if met is None:
            return "New to you."
        under = f" as {met.name}" if standing is Standing.RENAMED else ""
        matches = "one match" if met.matches == 1 else f"{met.matches} matches"
        return f"Met before{under}: {matches}, last on {met.last}."

    def record_match(self, players: Iterable[tuple[str, bytes]], today: date) -> None:
        """Record that a match with these players has begun; raise `OSError` if that cannot be saved."""
        self.reload()
        day = today.isoformat()
        for name, identity in players:
            old = self._met.get(identity) or KnownPlayer(identity, (), day, day, 0)
            names = (*(one for one in old.names if one != name), name)[-MOST_NAMES:]
            self._met[identity] = KnownPlayer(identity, names, old.first, day, min(old.matches + 1, MOST_MATCHES))
        self._save()

    def forget(self, identity: bytes) -> bool:
        """Forget a player; return True if the player was known.

        Raises `OSError` if the change cannot be saved.
        """
        self.reload()
        known = self._met.pop(identity, None) is not None
        if known:
            self._save()
        return known

    def add(self, players: Iterable[KnownPlayer]) -> None:
        """Add known players, for instance from another computer; raise `OSError` if they cannot be saved."""
        self.reload()
        for met in players:
            self._met.setdefault(met.identity, met)
        self._save()

    def _keys_named(self, name: str) -> set[bytes]:
        """Return the keys of players who have used this name or a name that looks like it."""
        return {one for look in skeletons(name) for one in self._names.get(look, ())}

    def _save(self) -> None:
        self._set(self.players[:MOST])
        if self.path is not None:
            write_private(self.path, pack_players(self.players))

    def _set(self, found: list[KnownPlayer]) -> None:
        self._met = {met.identity: met for met in found}
        self._prints = {key_print(identity): identity for identity in self._met}
        self._names = {}
        for met in found:
            for name in met.names:
                for look in skeletons(name):
                    self._names.setdefault(look, set()).add(met.identity)


def pack_players(players: Iterable[KnownPlayer]) -> bytes:
    """Return the bytes of a file with these known players."""
    rows = [met._asdict() | {"identity": met.identity.hex()} for met in players]
    return json.dumps(rows, indent=1, ensure_ascii=False).encode() + b"\n"


def read_players(data: bytes) -> list[KnownPlayer]:
    """Return the players in the bytes of a file; raise `ValueError` if it is damaged or too large."""
    if len(data) > MOST_BYTES:
        raise ValueError(f"it is larger than {MOST_BYTES // 1024} kB")
    try:
        rows = json.loads(data)
        return [met for met in map(_read_player, rows[:MOST]) if met.names]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise ValueError("it is damaged") from None


def _was_once_valid_name(name: object) -> bool:
    """Return True if this name is valid by the rule of any version.

    The current rule allows fewer names.
    """
    return type(name) is str and 0 < len(name) <= LONGEST and normalize_blanks(name) == name


def _read_player(row: dict[str, Any]) -> KnownPlayer:
    """Return the player in a row of the file, without names that are invalid by the current rule."""
    names = row["names"]
    if not 0 < len(names) <= MOST_NAMES or not all(map(_was_once_valid_name, names)):
        raise ValueError("not a player")
    named = tuple(filter(is_name, names))
    met = KnownPlayer(bytes.fromhex(row["identity"]), named, row["first"], row["last"], row["matches"])
    for day in (met.first, met.last):
        date.fromisoformat(day)
    if len(met.identity) != KEY or type(met.matches) is not int or not 0 < met.matches <= MOST_MATCHES:
        raise ValueError("not a player")
    return met

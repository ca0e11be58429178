"""What is to be played in a room, as one member holds it: settings that their writers have signed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from lobby.room.seniority import Bench, names, short
from lobby.room.signed_records import SETTINGS, Settings, Signed, holds, read_settings, settings_mark, sign_settings
from net.channels.rate_limit import Bucket
from net.crypto.primitives import Signer

LAG = 2.0
"""Seconds that the chair has to hear of other settings, before its own count."""


class Terms:
    """The settings that count here. An own change can be changed again as long as it is not told."""

    def __init__(self, room: bytes, signer: Signer, games: Mapping[str, Any], settings: Settings | None) -> None:
        self.settings = settings
        self._room, self._signer, self._games = room, signer, games
        self._told: Signed | None = None
        """The settings as they were signed; None if there are none, or nobody has been told of them."""
        self._since = 0.0
        self._own = Bucket(rate=1.0, most=2.0)
        self._writers: dict[bytes, Bucket] = {}

    @property
    def mark(self) -> bytes:
        """By what others know which settings are held here."""
        return settings_mark(self._told) if self._told is not None else b""

    def write(self, settings: Settings, now: float) -> None:
        """Other settings, by this member."""
        before = self.settings
        assert before is not None
        if settings != before:
            number = before.number + (self._told is not None)
            self.settings = settings._replace(number=number, writer=self._signer.identity)
            self._told, self._since = None, now

    def signed(self, now: float) -> Signed | None:
        """What is told of them, if that may be told already: an own change at most once a second."""
        settings = self.settings
        if self._told is None and settings is not None and self._own.take(now):
            self._told = sign_settings(self._room, settings, self._signer)
        return self._told

    def read(self, signed: Signed, check: Callable[[], bool]) -> Settings | None:
        """Settings that somebody has signed, unless these are held; raises `BadBytes`. `check` is whether one more
        signature may be checked.
        """
        if signed == self._told:
            return None
        heard = read_settings(self._room, signed[0], self._games)
        return heard if check() and holds(SETTINGS, heard.writer, signed) else None

    def adopt(self, heard: Settings, signed: Signed, now: float) -> None:
        """From now on these count."""
        self.settings, self._told, self._since = heard, signed, now

    def follows(self, heard: Settings, bench: Bench, seated: Mapping[bytes, bool], taken: int, now: float) -> bool:
        """Whether settings count from now on that somebody has written: a person with a seat, by the next number and
        not too often; if two have written the next ones, those of who came first. `seated` are those with a seat, and
        whether each is a person. There are no fewer seats than are taken, and the room stays the one that was opened:
        of its name and of its game.
        """
        held, writer = self.settings, short(heard.writer)
        assert held is not None
        rank = {who: at for at, who in enumerate(names(bench))}
        senior = heard.number == held.number and rank.get(writer, 0) < rank.get(short(held.writer), -1)
        if not seated.get(writer, False) or heard.seats < taken or not (senior or heard.number == held.number + 1):
            return False
        if (heard.name, heard.game) != (held.name, held.game):
            return False
        if writer not in self._writers:
            self._writers = {who: bucket for who, bucket in self._writers.items() if who in seated}
        return self._writers.setdefault(writer, Bucket(rate=1.0, most=2.0)).take(now)

    def gives_way(self, signed: Signed, chair: bytes, now: float) -> bool:
        """Whether the chair, which holds settings of the mark `chair`, has had time to take over those held here, and
        still plays by these.
        """
        return settings_mark(signed) == chair != self.mark and now - self._since >= LAG

"""Settings of a room, signed by their writers, as one member knows them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from core.engine.game import Game
from lobby.room.seniority import Bench, members_on, short_id
from lobby.room.signed_records import (
    SETTINGS,
    RoomSettings,
    Signed,
    is_signed_by,
    read_settings,
    settings_mark,
    sign_settings,
)
from net.channels.rate_limit import TokenBucket
from net.crypto.primitives import Signer

CHAIR_GRACE = 2.0
"""Seconds that the chair has to adopt other settings, before its own settings prevail."""


class CurrentSettings:
    """Current settings of a room; a change by this member may be changed again until it is sent."""

    def __init__(self, room: bytes, signer: Signer, games: Mapping[str, Game], settings: RoomSettings | None) -> None:
        self.settings = settings
        self._room, self._signer, self._games = room, signer, games
        self._told: Signed | None = None
        """Current settings with their signature; None if there are none, or if they have never been sent."""
        self._since = 0.0
        self._own = TokenBucket(rate=1.0, most=2.0)
        self._writers: dict[bytes, TokenBucket] = {}

    @property
    def mark(self) -> bytes:
        """Mark by which other members recognise the settings that this member has."""
        return settings_mark(self._told) if self._told is not None else b""

    def change(self, settings: RoomSettings, now: float) -> None:
        """Change the settings, with this member as the writer."""
        before = self.settings
        assert before is not None
        if settings != before:
            number = before.number + (self._told is not None)
            self.settings = settings._replace(number=number, writer=self._signer.identity)
            self._told, self._since = None, now

    def signed_settings(self, now: float) -> Signed | None:
        """Return the signed settings, or None if they may not be sent yet.

        A change by this member may be sent at most once a second.
        """
        settings = self.settings
        if self._told is None and settings is not None and self._own.take(now):
            self._told = sign_settings(self._room, settings, self._signer)
        return self._told

    def read_new(self, signed: Signed, check: Callable[[], bool]) -> RoomSettings | None:
        """Return settings that a member has signed, or None if they are the current ones.

        `check` returns True if one more signature may be checked. Raises `BadEncodingError` if the settings are
        malformed.
        """
        if signed == self._told:
            return None
        heard = read_settings(self._room, signed[0], self._games)
        return heard if check() and is_signed_by(SETTINGS, heard.writer, signed) else None

    def adopt(self, settings: RoomSettings, signed: Signed, now: float) -> None:
        """Adopt the settings that another member has signed."""
        self.settings, self._told, self._since = settings, signed, now

    def accepts(
        self, settings: RoomSettings, bench: Bench, seated: Mapping[bytes, bool], taken: int, now: float
    ) -> bool:
        """Return True if settings that a member has written replace the current ones.

        The writer must be a person with a seat. The settings must have the next number, and must not come too often. If
        two members have written settings with the next number, the earlier member on the bench prevails. `seated`
        contains, for each seated member, True if it is a person. The number of seats must not be below the number of
        taken seats. The room must keep its name and its game.
        """
        held, writer = self.settings, short_id(settings.writer)
        assert held is not None
        rank = {who: at for at, who in enumerate(members_on(bench))}
        senior = settings.number == held.number and rank.get(writer, 0) < rank.get(short_id(held.writer), -1)
        follows = senior or settings.number == held.number + 1
        if not seated.get(writer, False) or settings.seats < taken or not follows:
            return False
        if (settings.name, settings.game) != (held.name, held.game):
            return False
        if writer not in self._writers:
            self._writers = {who: bucket for who, bucket in self._writers.items() if who in seated}
        return self._writers.setdefault(writer, TokenBucket(rate=1.0, most=2.0)).take(now)

    def yields_to(self, signed: Signed, chair: bytes, now: float) -> bool:
        """Return True if the chair's settings, with the mark `chair`, replace our different ones.

        The chair must have had time to adopt ours and must still have its own.
        """
        return settings_mark(signed) == chair != self.mark and now - self._since >= CHAIR_GRACE

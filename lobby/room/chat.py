"""Chat of a room: signed lines, of which only the latest are kept, in the same order at every member."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from lobby.room import signed_records
from lobby.room.signed_records import MAX_NUMBER_STEP, Line, Signed, clean_line, read_line
from net.channels.rate_limit import TokenBucket
from net.crypto.primitives import Signer
from net.text.normalization import to_nfc

MOST_LINES = 40
"""Maximum number of lines of chat that are kept."""
MOST_LINES_OF_ONE = 20
"""Maximum number of lines of chat that are kept from one source."""


class _Kept(NamedTuple):
    """A signed line of chat, and the source that is charged for it."""

    signed: Signed
    source: bytes


class Chat:
    """Lines of chat that one member has, including its own."""

    def __init__(self, room: bytes, signer: Signer) -> None:
        self._room, self._signer = room, signer
        self._kept: dict[Line, _Kept] = {}
        self._rate = TokenBucket(rate=0.5, most=4.0)
        self._news: dict[bytes, TokenBucket] = {}

    @property
    def lines(self) -> list[Line]:
        """Lines of chat in order."""
        return sorted(self._kept)

    @property
    def signed_lines(self) -> list[Signed]:
        """Lines of chat in order, as signed bytes for other members."""
        return [kept.signed for kept in self._kept.values()]

    @property
    def _newest_line_number(self) -> int:
        return max((line.number for line in self._kept), default=0)

    def sign_line(self, name: str, text: str, now: float) -> Signed | None:
        """Return a new signed line of this member, or None.

        The result is None if the line comes too soon after the last one, or if nothing is left of the text after
        cleaning.
        """
        text = clean_line(to_nfc(text))
        if not text or not self._rate.take(now):
            return None
        line = Line(self._newest_line_number + 1, self._signer.identity, name, text)
        signed = signed_records.sign_line(self._room, line, self._signer)
        self._add(line, _Kept(signed, b""))
        return signed

    def receive(self, signed: Signed, source: Callable[[bytes], bytes], check: Callable[[], bool], now: float) -> bool:
        """Process a signed line from a member; return True if it is new and is kept.

        `source` returns the source that is charged for an author's line. `check` returns True if one more signature may
        be checked. Raises `BadEncodingError` if the line is malformed.
        """
        if any(kept.signed == signed for kept in self._kept.values()):
            return False
        line = read_line(self._room, signed[0])
        late = len(self._kept) >= MOST_LINES and line < min(self._kept)
        if line in self._kept or line.number > self._newest_line_number + MAX_NUMBER_STEP or late:
            return False
        charged = source(line.identity)
        if not check() or not signed_records.is_signed_by(signed_records.LINE, line.identity, signed):
            return False
        news = self._news.setdefault(charged, TokenBucket(rate=1.0, most=MOST_LINES_OF_ONE))
        while len(self._news) > MOST_LINES:
            del self._news[next(iter(self._news))]
        return news.take(now) and self._add(line, _Kept(signed, charged))

    def _add(self, line: Line, kept: _Kept) -> bool:
        self._kept[line] = kept
        of_one = sorted(one for one, other in self._kept.items() if other.source == kept.source)
        for old in of_one[:-MOST_LINES_OF_ONE]:
            del self._kept[old]
        for old in self.lines[:-MOST_LINES]:
            del self._kept[old]
        return line in self._kept

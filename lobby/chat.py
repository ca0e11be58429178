"""The chat of a room: signed lines, in the same order at every member; the last of them are kept."""

from __future__ import annotations

from lobby import records
from lobby.records import JUMP, Line, Signed, clean_line, read_line
from net.bucket import Bucket
from net.crypto import Signer
from net.typed import normalised

MOST_LINES = 40
"""Lines of chat that are kept."""
MOST_LINES_OF_ONE = 20


class Chat:
    """The lines that one member keeps, its own among them."""

    def __init__(self, room: bytes, signer: Signer) -> None:
        self._room, self._signer = room, signer
        self._signed: dict[Line, Signed] = {}
        self._rate = Bucket(rate=0.5, most=4.0)

    @property
    def lines(self) -> list[Line]:
        """What was said, in its order."""
        return sorted(self._signed)

    @property
    def signed(self) -> list[Signed]:
        """The same as it is handed on."""
        return list(self._signed.values())

    @property
    def _newest(self) -> int:
        return max((line.number for line in self._signed), default=0)

    def say(self, name: str, text: str, now: float) -> Signed | None:
        """An own line; None if it comes too soon, or nothing is left of it."""
        text = clean_line(normalised(text))
        if not text or not self._rate.take(now):
            return None
        line = Line(self._newest + 1, self._signer.identity, name, text)
        signed = records.sign_line(self._room, line, self._signer)
        self._keep(line, signed)
        return signed

    def hear(self, signed: Signed) -> bool:
        """Whether somebody's line is kept, and was not there before; raises `BadBytes`."""
        if signed in self._signed.values():
            return False
        line = read_line(self._room, signed[0])
        late = len(self._signed) >= MOST_LINES and line < min(self._signed)
        if line in self._signed or line.number > self._newest + JUMP or late:
            return False
        return records.holds(records.LINE, line.identity, signed) and self._keep(line, signed)

    def _keep(self, line: Line, signed: Signed) -> bool:
        self._signed[line] = signed
        of_one = sorted(one for one in self._signed if one.identity == line.identity)
        for old in of_one[:-MOST_LINES_OF_ONE]:
            del self._signed[old]
        for old in self.lines[:-MOST_LINES]:
            del self._signed[old]
        return line in self._signed

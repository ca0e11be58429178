"""What a counted seat's sealed opening holds, once its key is there (PROTOCOL 4.3, 19.7)."""

from __future__ import annotations

from core.engine.codec import BadBytes, dec
from net.crypto import match_keys
from net.crypto.match_keys import NONCE
from net.match.feed_reader import Wrong
from net.match.quorum import Seal
from net.match.step import Opened


def opened(match: bytes, t: int, seat: int, seal: Seal | None, Q: bytes, asked: bool, room: int = 0) -> Opened:
    """The opening of a seat in step t, which was asked or not; never raises, whatever it is.

    `room` is the number of bytes that the question leaves for an answer (4.1).
    """
    found = match_keys.open_seal(match, t, seat, Q, seal.E) if seal is not None else None
    if found is None:
        return Opened(None, None, Wrong(seat, t, "seal", "its proven key does not open its seal"))
    if len(found) <= NONCE:
        return Opened(None, None, Wrong(seat, t, "decision", "its opening has no nonce"))
    nonce = found[:NONCE]
    try:
        decision = dec(match_keys.opened_content(found, room))
    except BadBytes as error:
        return Opened(nonce, None, Wrong(seat, t, "decision", f"its opening is {error}"))
    refused = ""
    if asked and decision is None:
        refused = "it was asked and did not decide"
    elif not asked and decision is not None:
        refused = "it decided where nobody asked it"
    return Opened(nonce, decision, Wrong(seat, t, "decision", refused) if refused else None)

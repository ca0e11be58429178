"""Sealed opening of a counted seat, once its key is known (PROTOCOL 4.3, 19.7)."""

from __future__ import annotations

from core.engine.codec import BadBytes, dec
from net.crypto import match_keys
from net.crypto.match_keys import NONCE
from net.match.feed_reader import ProtocolFault
from net.match.quorum import Seal
from net.match.step import OpenedDecision


def open_decision(
    match: bytes, t: int, seat: int, seal: Seal | None, Q: bytes, asked: bool, room: int = 0
) -> OpenedDecision:
    """Return the opening of a seat in step t, which was asked or not; never raise, whatever its bytes are.

    `room` is the number of bytes that the question leaves for an answer (4.1).
    """
    found = match_keys.open_seal(match, t, seat, Q, seal.E) if seal is not None else None
    if found is None:
        return OpenedDecision(None, None, ProtocolFault(seat, t, "seal", "its proven key does not open its seal"))
    if len(found) <= NONCE:
        return OpenedDecision(None, None, ProtocolFault(seat, t, "decision", "its opening has no nonce"))
    nonce = found[:NONCE]
    try:
        decision = dec(match_keys.opened_content(found, room))
    except BadBytes as error:
        return OpenedDecision(nonce, None, ProtocolFault(seat, t, "decision", f"its opening is {error}"))
    refused = ""
    if asked and decision is None:
        refused = "it was asked and did not decide"
    elif not asked and decision is not None:
        refused = "it decided where nobody asked it"
    return OpenedDecision(nonce, decision, ProtocolFault(seat, t, "decision", refused) if refused else None)

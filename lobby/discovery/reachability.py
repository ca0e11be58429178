"""Proof that an announcer can be reached at the announced address.

The address must answer a fresh question with the same key. A datagram of type 29 is the question: 16 random bytes,
padded to 64. A datagram of type 30 is the answer. It contains the same bytes, the id of the room or tournament, the
key, and the key's signature of the bytes and the id. The answer is less than three times as long as the question, and
shorter than any announcement.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from net.crypto.primitives import KEY, SIGNATURE_BYTES, Signer, signature_holds, valid_point

ASK, HERE = 29, 30
RANDOM = 16
ID = 32
QUESTION = 64
ANSWER = 1 + RANDOM + ID + KEY + SIGNATURE_BYTES
PURPOSE = "tether.here"


def make_question(random: bytes) -> bytes:
    """Return the datagram that asks a question with these random bytes."""
    return (bytes([ASK]) + random).ljust(QUESTION, b"\x00")


def make_answerer(signer: Signer, id: Callable[[], bytes | None]) -> Callable[[bytes], bytes | None]:
    """Return a function that returns the answer to the random bytes of a question.

    Its result is None while there is no id. It signs each answer only once.
    """

    @lru_cache(maxsize=64)
    def signed(random: bytes, id: bytes) -> bytes:
        return bytes([HERE]) + random + id + signer.identity + signer.sign(PURPOSE, random + id)

    def answer(random: bytes) -> bytes | None:
        here = id()
        return signed(random, here) if here is not None else None

    return answer


def is_valid_answer(datagram: bytes, random: bytes, id: bytes, key: bytes) -> bool:
    """Return True if a datagram answers the question with these random bytes, for this id and key."""
    said, signature = bytes([HERE]) + random + id + key, datagram[-SIGNATURE_BYTES:]
    return (
        len(datagram) == ANSWER
        and datagram[:-SIGNATURE_BYTES] == said
        and valid_point(key)
        and signature_holds(key, PURPOSE, random + id, signature)
    )

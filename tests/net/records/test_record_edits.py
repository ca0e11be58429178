"""Edited records: with a corrected file hash, an edit is still detected or changes no verdict."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.records import record
from net.records.record import BadRecord, pack, unpack
from net.records.verification import VerificationReport, verify
from tests.net.records.test_record import played
from tests.support.net.toys import TRICKS


@cache
def body() -> bytes:
    """Return the file without its hash."""
    return pack(played())[:-32]


@cache
def said() -> VerificationReport:
    return verify(played(), TRICKS)


def told(edited: bytes) -> VerificationReport | BadRecord:
    """Return the verdict of `tether verify` on a body with a corrected hash."""
    try:
        return verify(unpack(edited + record.FORM.hash(edited)), TRICKS)
    except BadRecord as bad:
        return bad


@given(st.data())
def test_a_byte_edit_with_a_corrected_hash_blames_no_seat(data: st.DataObject) -> None:
    edited = bytearray(body())
    at = data.draw(st.integers(0, len(edited) - 1))
    edited[at] ^= data.draw(st.integers(1, 255))
    found = told(bytes(edited))
    assert found.seat == 0 if isinstance(found, BadRecord) else found == said()


@given(st.data())
def test_removed_or_inserted_bytes_blame_no_seat(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(body()) - 1))
    count = data.draw(st.integers(0, 40))
    more = data.draw(st.binary(min_size=0 if count else 1, max_size=40))
    found = told(body()[:at] + more + body()[at + count :])
    assert found.seat == 0 if isinstance(found, BadRecord) else found == said()


def test_a_missing_or_foreign_signature_in_a_record_is_detected() -> None:
    made = played()
    for seat, feed in enumerate(made.feeds):
        for seq, stored in enumerate(feed):
            spoilt = (*feed[:seq], stored[:-64] + bytes(64), *feed[seq + 1 :])
            feeds = (*made.feeds[:seat], spoilt, *made.feeds[seat + 1 :])
            with pytest.raises(BadRecord, match="does not carry the signature"):
                verify(made._replace(feeds=feeds), TRICKS)

"""Ready messages: shown, withdrawn, and accepted only with a valid signature."""

from __future__ import annotations

import pytest

from core.engine.codec import enc
from net.crypto import primitives
from net.crypto.primitives import Signer
from net.match.readiness import Readiness
from net.replication.messages import Soft

MATCH, D = b"\x33" * 32, b"\x44" * 32
SIGNERS = [Signer(bytes([seat]) * 32) for seat in (1, 2)]
IDENTITIES = tuple(signer.identity for signer in SIGNERS)


def both() -> tuple[Readiness, Readiness]:
    one, two = (Readiness(MATCH, IDENTITIES, seat, SIGNERS[seat - 1]) for seat in (1, 2))
    return one, two


def test_the_latest_ready_message_of_a_seat_counts() -> None:
    one, two = both()
    yes, no = two.make_message(5, True, D), two.make_message(5, False, D)
    assert one.receive(yes) == 2
    assert one.unready_seats(5, [2]) == []
    assert one.receive(no) == 2
    assert one.unready_seats(5, [2]) == [2]
    assert one.receive(yes) == 0, "an old message that comes again counts no more"
    assert one.unready_seats(5, [1, 2]) == [1, 2]
    assert one.current_messages(5) == [no]


def test_a_ready_message_counts_only_for_its_step() -> None:
    one, two = both()
    one.receive(two.make_message(5, True, D))
    assert one.unready_seats(6, [2]) == [2]
    assert one.differing_seats(5, D, [2]) == set()
    assert one.differing_seats(5, bytes(32), [2]) == {2}
    assert one.differing_seats(5, bytes(32), [1]) == set()
    assert one.differing_seats(6, bytes(32), [2]) == set()


def test_a_forged_ready_message_is_refused() -> None:
    one, _ = both()
    data = enc([0, MATCH, 2, 5, 1, True, D])
    for forged in (SIGNERS[0].sign(primitives.SOFT, data), SIGNERS[1].sign(primitives.ENTRY, data)):
        with pytest.raises(primitives.BadSignature):
            one.receive(Soft(data, forged))
    assert one.receive(Soft(data, SIGNERS[1].sign(primitives.SOFT, data))) == 2


def test_malformed_ready_messages_are_ignored() -> None:
    one, _ = both()
    for fields in ([0, bytes(32), 2, 5, 1, True, D], [0, MATCH, 3, 5, 1, True, D], [1, MATCH, 2, 5, 1, True, D]):
        data = enc(fields)
        assert one.receive(Soft(data, SIGNERS[1].sign(primitives.SOFT, data))) == 0
    for data in (b"", enc([]), enc([0, MATCH, 2, 5, 1, 1, D]), enc("ready")):
        assert one.receive(Soft(data, SIGNERS[1].sign(primitives.SOFT, data))) == 0


def test_a_restarted_seat_continues_its_ready_numbering() -> None:
    one, two = both()
    before = [two.make_message(5, True, D) for _ in range(3)]
    one.receive(before[-1])
    _, again = both()
    assert one.receive(again.make_message(5, False, D)) == 0
    for soft in one.current_messages(5):
        again.receive(soft)
    assert one.receive(again.make_message(5, False, D)) == 2

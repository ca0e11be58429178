"""Boxes: each shows a card to one seat alone, and only the committed card (PROTOCOL 9.1)."""

from __future__ import annotations

import pytest

from core.engine.codec import H
from core.engine.game import IllegalDecision, Setup
from core.engine.hidden.cards import Seen
from core.engine.hidden.secrets import BOX_BYTES, SLOTS_PER_STEP, Secrets, foreign_slot
from tests.support.core.pile_owner import MATCH
from tests.support.games.pickpockets.game import GAME as PICKPOCKETS
from tests.support.games.pickpockets.game import LOOKS

OWNER, LOOKER, OTHER = 1, 2, 3
SLOT = SLOTS_PER_STEP


def key(a: int, b: int) -> bytes:
    """Return the shared key of two seats."""
    return H("tether.localpair", [MATCH, min(a, b), max(a, b)])


def seat(number: int) -> Secrets:
    """Return the secrets of a seat at a table of three."""
    pairs = {other: key(number, other) for other in (OWNER, LOOKER, OTHER) if other != number}
    return Secrets(MATCH, number, H("tether.localseat", [MATCH, number]), True, pairs)


def laid() -> tuple[Secrets, list[bytes]]:
    """Return the owner, who has committed two cards, and both commitments."""
    owner = seat(OWNER)
    batch = owner.draft_batch(1, [17, 23])
    return owner, [batch[:32], batch[32:]]


def test_only_the_seat_that_a_box_is_for_sees_the_card() -> None:
    owner, (first, _) = laid()
    box, looker = owner.encrypt_opening(LOOKER, SLOT), seat(LOOKER)
    assert len(box) == BOX_BYTES and looker.decrypt_opening(OWNER, SLOT, box, first)
    assert looker.foreign_openings[foreign_slot(OWNER, SLOT)][1] == 17 and looker.opening(foreign_slot(OWNER, SLOT))[
        2
    ] == owner.salt(SLOT)
    other = seat(OTHER)
    assert not other.decrypt_opening(OWNER, SLOT, box, first) and not other.foreign_openings


@pytest.mark.parametrize("at", range(0, BOX_BYTES, 5))
def test_a_modified_box_of_a_card_is_refused(at: int) -> None:
    owner, (first, _) = laid()
    spoilt = bytearray(owner.encrypt_opening(LOOKER, SLOT))
    spoilt[at] ^= 1
    looker = seat(LOOKER)
    assert not looker.decrypt_opening(OWNER, SLOT, bytes(spoilt), first) and not looker.foreign_openings


def test_the_box_of_another_card_is_refused() -> None:
    """The box of a card other than the committed one is disputed, and the card is turned up."""
    owner, (first, _) = laid()
    looker = seat(LOOKER)
    assert not looker.decrypt_opening(OWNER, SLOT, owner.encrypt_opening(LOOKER, SLOT + 1), first)
    owner.faces[SLOT] = 99
    assert (
        not looker.decrypt_opening(OWNER, SLOT, owner.encrypt_opening(LOOKER, SLOT), first)
        and not looker.foreign_openings
    )


@pytest.mark.parametrize("false", [(SLOT + 1,), (SLOT, SLOT), (SLOT, SLOT + 9), (0,)])
def test_a_seat_cannot_dispute_a_card_that_it_was_not_shown(false: tuple[int, ...]) -> None:
    state = PICKPOCKETS.new_state(Setup(3, {"rounds": 1}, MATCH))
    state.boxes = ((OWNER, LOOKER, SLOT, bytes(BOX_BYTES)), (OWNER, OTHER, SLOT + 1, bytes(BOX_BYTES)))
    LOOKS.report_question.check(state, LOOKER, Seen((SLOT,)))
    with pytest.raises(IllegalDecision, match="not been given"):
        LOOKS.report_question.check(state, LOOKER, Seen(false))

"""Committed hands: one slot for each card, and one more for a card that was taken (PROTOCOL 6.6)."""

from __future__ import annotations

import pytest

from core.engine.game import IllegalDecision, Setup
from core.engine.hidden.cards import Mix, Take
from core.engine.hidden.secrets import HASH, SLOTS_PER_STEP
from tests.support.core.pile_owner import MATCH
from tests.support.games.pickpockets.game import GAME, HANDOVERS, MIXES, Street

GIVER, TAKER, SLOT = 1, 2, 2 * SLOTS_PER_STEP


def street() -> Street:
    """Return a hand of two closed cards and an open one."""
    state = GAME.new_state(Setup(3, {"rounds": 1}, MATCH))
    state.piles.hand[TAKER], state.piles.shown[TAKER] = (SLOTS_PER_STEP, SLOTS_PER_STEP + 1), (12,)
    return state


def test_a_taken_card_is_committed_together_with_the_closed_hand() -> None:
    check = HANDOVERS.question.check
    check(street(), TAKER, Take(bytes(3 * HASH)), GIVER, SLOT)
    check(street(), TAKER, Take(b"", True), GIVER, SLOT)
    for wrong in (Take(b""), Take(bytes(2 * HASH)), Take(bytes(4 * HASH)), Take(bytes(3 * HASH), True)):
        with pytest.raises(IllegalDecision, match="fresh slots"):
            check(street(), TAKER, wrong, GIVER, SLOT)


@pytest.mark.parametrize("size", [0, 2, 4])
def test_a_mix_commits_one_slot_for_each_card_of_the_hand(size: int) -> None:
    MIXES.check(street(), TAKER, Mix(bytes(3 * HASH)))
    with pytest.raises(IllegalDecision, match="fresh slots"):
        MIXES.check(street(), TAKER, Mix(bytes(size * HASH)))


def test_open_cards_become_closed_in_a_mixed_hand() -> None:
    """No other seat can tell any more which card it was, but all know that the hand contains it."""
    state = street()
    step = GAME.step_class(state, bytes(32))
    MIXES.apply(step, TAKER, Mix(bytes(3 * HASH)))
    assert not state.piles.shown[TAKER] and len(set(state.piles.hand[TAKER])) == 3
    assert 12 in state.piles.closed[TAKER] and state.piles.batches[TAKER][-1].added == (12,)

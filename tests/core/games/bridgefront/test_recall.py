"""A seat left with just its seed recovers its cards from its own published decisions (PROTOCOL 15)."""

from __future__ import annotations

import pytest

from core.bots.registry import BOTS
from core.engine.hidden.hand import held_cards
from core.engine.hidden.secrets import Secrets
from core.engine.local_match import LocalMatch
from core.games.bridgefront.card_choices import LAY, draft_hand_batch
from core.games.bridgefront.decisions import Lay
from core.games.registry import find_game

GAME = find_game("bridgefront")


@pytest.mark.parametrize(("bot", "seats"), [("random", 2), ("random", 4), ("random", 6), ("heuristic", 3)])
def test_recall_recovers_every_face_from_the_seed_and_the_decisions(bot: str, seats: int) -> None:
    table = LocalMatch(
        GAME, {seat: BOTS[bot]("recall", seat) for seat in range(1, seats + 1)}, f"recall {seats}", sealed=True
    )
    again = {seat: Secrets(own.match, seat, own.seed) for seat, own in table.secrets.items()}
    laid = 0
    while not table.state.over:
        before = table.state.clone()
        decisions, _ = table.step()
        for seat, decision in decisions.items():
            GAME.restore_faces(before, seat, decision, again[seat])
        for seat, own in table.secrets.items():
            slots = (*table.state.piles.closed_slots(seat), *table.state.piles.dead[seat])
            assert [again[seat].faces[slot] for slot in slots] == [own.faces[slot] for slot in slots]
            laid += len(slots)
    assert laid > 1000


def test_recall_recovers_the_faces_of_a_fresh_hand_batch() -> None:
    """A hand batch, whose order the player chooses, is recognised by its published commitment."""
    table = LocalMatch(GAME, {seat: BOTS["random"]("laid", seat) for seat in (1, 2)}, "laid", sealed=True)
    while not table.state.piles.hand[1]:
        table.step()
    state, own = table.state, table.secrets[1]
    for top, _ in held_cards(state, 1, own):
        batch = draft_hand_batch(state, 1, own, top)
        wanted = dict(own.faces)
        again = Secrets(own.match, 1, own.seed)
        again.faces.update({slot: own.faces[slot] for slot in state.piles.hand[1]})
        LAY.restore_faces(state, 1, again, Lay(batch=batch), True)
        assert {slot: wanted[slot] for slot in again.faces} == again.faces

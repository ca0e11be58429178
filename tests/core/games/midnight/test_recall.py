"""After a restart, a seat's seed and log restore its own cards and those that it was shown."""

from __future__ import annotations

from typing import Any

from core.engine.hidden.secrets import FOREIGN, Secrets
from core.engine.local_match import LocalMatch
from core.games.midnight.events import CardTaken
from core.games.midnight.game import GAME
from core.games.midnight.hands import CLOSED_CARDS
from tests.support.games.midnight.conserved import Firebrand


def test_recall_recovers_played_and_captured_cards() -> None:
    taken = 0
    for seed in range(3):
        players = {seat: Firebrand(f"again {seed}", seat) for seat in (1, 2, 3)}
        table = LocalMatch(GAME, players, f"again {seed}", sealed=True)
        again = {seat: Secrets(own.match, seat, own.seed, pairs=own.pairs) for seat, own in table.secrets.items()}
        while not table.state.over:
            before = table.state.clone()
            decisions, happened = table.step()
            taken += any(isinstance(event, CardTaken) for event in happened)
            for seat, decision in decisions.items():
                GAME.restore_faces(before, seat, decision, again[seat])
            for seat in table.secrets:
                _known(table.state, seat, table.secrets[seat], again[seat])
    assert taken > 1


def _known(state: Any, seat: int, own: Secrets, again: Secrets) -> None:
    for slot in (
        *CLOSED_CARDS.closed_slots(state, seat),
        *(slot for slot in state.piles.dead[seat] if slot >= FOREIGN),
    ):
        assert again.opening(slot) == own.opening(slot)

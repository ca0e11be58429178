"""Scores and audits: no game scores closed cards before its final audit has opened them."""

from __future__ import annotations

from typing import Any

import pytest

from core.engine.local_match import LocalMatch
from tests.support.all_games import CARDS
from tests.support.core.early_audit import both_ends
from tests.support.core.trial import players
from tests.support.games.pickpockets import hasty
from tests.support.games.pickpockets.game import POCKETS

TABLES = [(name, seats) for name, game in CARDS.items() for seats in game.seat_counts]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_no_score_depends_on_the_time_of_the_final_audit(name: str, seats: int) -> None:
    game = CARDS[name]
    ends = both_ends(game, players(game, seats, "early", "random"), "early")
    assert ends.opened == ends.played


@pytest.mark.parametrize("game", [hasty.FORGETS, hasty.AUDITS_LATE, hasty.READS_SLOTS], ids=lambda game: game.name)
def test_hands_scored_before_the_final_audit_are_detected(game: Any) -> None:
    """Each of these games ends with a result and passes its audit, but its score does not depend on the hands."""
    ends = both_ends(game, players(CARDS["pickpockets"], 3, "early", "random"), "early")
    assert ends.opened != ends.played


def test_scoring_a_closed_hand_raises_an_error() -> None:
    game = CARDS["pickpockets"]
    table: Any = LocalMatch(game, players(game, 3, "early", "random"), "early", sealed=True)
    while not table.state.piles.hand[1]:
        table.step()
    with pytest.raises(LookupError, match="seat 1 is closed: an audit opens it"):
        POCKETS.open_hand(table.state, 1)
    end = table.play()
    assert len(POCKETS.open_hand(end, 1)) == end.piles.hand_size(1) > 0

"""Seats that choose secrets so that sums of others' shares cancel out, and then are lost."""

from __future__ import annotations

from typing import Any

import pytest

from core.engine.hidden.points import multiply_base, scalar_from_int
from core.engine.hidden.shared_deck.keys import DeckKeys
from net.crypto.match_keys import MatchKeys
from net.match.events import Accusation
from net.records.verification import verify
from net.seat.signer import SeatSigner
from net.session.runner import match_record
from net.transport.simulated import SimulatedNetwork
from tests.core.engine.hidden.shared_deck.test_shared_passes import chosen
from tests.support.games.magpies.game import GAME
from tests.support.net.tables import drivers
from tests.support.net.toys import POT
from tests.support.net.vanishing import MOMENTS, one_end, run_on, vanishing

LOST = 4
SEATS = 4


def choosing(made: list[bytes]) -> type[SeatSigner]:
    """Return a signer class with these secrets for its seals and the deck."""

    class Chooses(SeatSigner):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            _choose(self.keys, "_escrow", made)
            if self.secrets.deck is not None:
                _choose(self.secrets.deck, "_secrets", made)

    return Chooses


def _choose(keys: MatchKeys | DeckKeys, name: str, made: list[bytes]) -> None:
    setattr(keys, name, made)
    keys.points = type(keys.points)(map(multiply_base, made))


@pytest.mark.parametrize("at", [2, 3, 7])
@pytest.mark.parametrize(("game", "options"), [(GAME, {"rounds": 1, "kinds": 5}), (POT, {})], ids=["deck", "seals"])
@pytest.mark.parametrize(
    "made", [chosen({1: 5, 2: 5}), list(map(scalar_from_int, (6, -3, 9)))], ids=["parts", "points"]
)
def test_a_match_continues_without_a_seat_whose_key_shares_cancel_out(
    game: Any, options: dict[str, Any], made: list[bytes], at: int
) -> None:
    """The match continues without a seat whose key shares cancel out.

    With the weights 3, -3 and 1 of three seats the parts of the first two sum to zero. For seat 2 this holds for the
    first two of its points: 6 - 3 x 2.
    """
    kind = type("Chooser", (vanishing(MOMENTS["after its seal"], at),), {"signer_class": choosing(made)})
    net = SimulatedNetwork(drivers(game, SEATS, cheats={LOST: kind}, patience=1.0, **options))
    left = [seat for seat in range(1, SEATS + 1) if seat != LOST]
    run_on(net, left, until=400.0)
    one_end(net, left)
    assert not [report for seat in left for report in net.reports[seat] if isinstance(report, Accusation)]
    assert verify(match_record(net.drivers[1]), game).complete

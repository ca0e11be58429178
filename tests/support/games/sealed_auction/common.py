"""The sealed auction with one deck of coins for all, as a separate game.

All tests of every game cover it.
"""

from __future__ import annotations

from core.engine.options import Option, Options
from tests.support.games.sealed_auction.game import SealedAuction


class CommonPurse(SealedAuction):
    """Variant with the option set to its other value."""

    name = "common_purse"
    title = "Sealed Auction, one purse"
    options = Options([Option("purse", ("own", "common"), "common", "open", "whether each has coins of his own")])


GAME = CommonPurse()

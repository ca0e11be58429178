"""The sealed auction with one deck of coins for all seats, as a game of its own."""

from __future__ import annotations

from core.engine.options import Option, Options
from tests.support.games.sealed_auction.game import SealedAuction


class CommonPurse(SealedAuction):
    """The variant with a common purse."""

    name = "common_purse"
    title = "Sealed Auction, one purse"
    options = Options([Option("purse", ("own", "common"), "common", "open", "whether each has coins of his own")])


GAME = CommonPurse()

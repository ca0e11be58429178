"""The sealed auction with one deck of coins for all, as a game of its own: whatever is tested of any game is of it."""

from __future__ import annotations

from core.engine.options import Option, Options
from tests.support.games.sealed_auction.game import SealedAuction


class CommonPurse(SealedAuction):
    """The option away from its default."""

    name = "common_purse"
    title = "Sealed Auction, one purse"
    options = Options([Option("purse", ("own", "common"), "common", "open", "whether each has coins of his own")])


GAME = CommonPurse()

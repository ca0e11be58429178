"""What the heuristic plan bids in the market (rules 7.3)."""

from __future__ import annotations

from core.bots.bridgefront_worth import gain_worth, gold_worth
from core.bridgefront.catalogue import CARDS
from core.bridgefront.decisions import Bid, SealedBids
from core.bridgefront.market import BUY, PASS
from core.bridgefront.scoring import ROUNDS
from core.bridgefront.state import Bridgefront


def choose_bid(state: Bridgefront, seat: int) -> Bid:
    """The bid on the current card."""
    return bid_on(state, seat, state.row_at, state.bidders, state.gold[seat])


def choose_row_bids(state: Bridgefront, seat: int) -> SealedBids:
    """Bids on the whole row at once; who gains a card bids on no other, so each may cost all there is."""
    everybody = tuple(state.seats)
    return SealedBids(tuple(bid_on(state, seat, at, everybody, state.gold[seat]) for at in range(len(state.row))))


def bid_on(state: Bridgefront, seat: int, at: int, bidders: tuple[int, ...], gold: int) -> Bid:
    """Buys what is better than what the rest of the row would bring, at most 1 over the richest rival.

    A card worse than that is passed on: for 0 if it does no harm, for a little gold if it does.
    """
    worth = gain_worth(state, seat, state.row[at])
    rest = [gain_worth(state, seat, copy) for copy in state.row[at + 1 :]]
    instead = (max(rest) + sum(rest) // len(rest)) // 2 if rest else min(0, worth)
    surplus = worth - instead
    price = gold_worth(gold, ROUNDS - state.round)
    rivals = max((state.gold[other] for other in bidders if other != seat), default=0)
    offer = min(gold, surplus * 2 // (3 * price), rivals + 1)
    if offer > 0:
        return Bid(BUY, offer)
    refuse = state.option("refuse_card") == "on" and worth < -5
    harm = -surplus // (2 * price)
    return Bid(PASS, max(0, min(gold // 2, harm, 2)) if CARDS[state.card[state.row[at]]].vp == 0 else 0, refuse)

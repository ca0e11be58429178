"""Cards of Bridgefront whose strength can be measured."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import core.games.bridgefront.game  # noqa: F401 - all cards are declared
from core.engine.game import Decision, State
from core.engine.hidden.piles import copy_of
from core.engine.hidden.secrets import Secrets
from core.games.bridgefront.card import Card as Printed
from core.games.bridgefront.catalogue import CARDS
from core.games.bridgefront.decisions import Action, Bid, Pick, Picks, SealedBids
from core.games.bridgefront.phases.collection import own_offers
from core.games.bridgefront.state import Bridgefront
from lab.games.card_info import Card, Deck


def price(card: Printed) -> str:
    """Return the price of a card in words: its mana, and its gold if it must be bought."""
    gold = "/".join(str(number) for number in (card.gold if len(set(card.gold)) > 1 else card.gold[:1]))
    return f"{card.mana} mana" + (f", {gold} gold" if any(card.gold) else "")


def uses(state: State, seat: int, secrets: Secrets, decision: Decision) -> Iterator[int]:
    """Yield the number of the card that a decision plays, if any."""
    assert isinstance(state, Bridgefront)
    if isinstance(decision, Action) and decision.card is not None:
        yield state.card[copy_of(decision.card)]


def instead(state: State, seat: int, decision: Decision, without: Collection[int]) -> Decision:
    """Return the decision, changed so that it gains none of the cards in `without`.

    It makes no bid for such a card, and picks another card of an offer if there is one.
    """
    assert isinstance(state, Bridgefront)
    if isinstance(decision, Bid):
        return _bid(state, decision, state.row[state.row_at] if state.row_at < len(state.row) else 0, without)
    if isinstance(decision, SealedBids):
        return SealedBids(tuple(_bid(state, bid, copy, without) for bid, copy in zip(decision.bids, state.row)))
    if isinstance(decision, Pick):
        [offer, *_] = own_offers(state, seat)
        return Pick(_pick(state, offer.copies, decision.pick, without))
    if isinstance(decision, Picks):
        picks = zip(own_offers(state, seat), decision.picks)
        return Picks(
            tuple(None if pick is None else _pick(state, offer.copies, pick, without) for offer, pick in picks)
        )
    return decision


def _bid(state: Bridgefront, bid: Bid, copy: int, without: Collection[int]) -> Bid:
    return Bid("pass", 0) if bid.kind == "buy" and state.card[copy] in without else bid


def _pick(state: Bridgefront, copies: Sequence[int], pick: int, without: Collection[int]) -> int:
    """Return the pick, or the first card of the offer that is not banned if the pick is banned."""
    free = [place for place, copy in enumerate(copies) if state.card[copy] not in without]
    return pick if not free or pick in free else free[0]


DECK = Deck(tuple(Card(number, card.name, price(card)) for number, card in enumerate(CARDS)), uses, instead)

"""The heuristic plan for Bridgefront, with a rule of thumb for every question to a seat.

It plays like a person who does not think much: it marches on the Center, holds Mines and Forges, and bids for Victory
cards. It takes VP first from every offer, and gives up the weakest cards.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.bots.base import DecisionPosition, PlanOf
from core.engine.game import Decision
from core.engine.hidden.hand import HeldCard, held, name_card, pile_batch
from core.engine.hidden.piles import Card as HandCard
from core.games.bridgefront import card_choices
from core.games.bridgefront.bot.action import choose_action
from core.games.bridgefront.bot.features import View
from core.games.bridgefront.bot.weights import USUAL, Weights, copy_worth, gain_worth, gold_worth
from core.games.bridgefront.combat import battle
from core.games.bridgefront.decisions import (
    Bid,
    CapitalChoice,
    CapitalRanking,
    Collect,
    Discard,
    FactionRanking,
    Lay,
    Pick,
    Picks,
    Scry,
    SealedBids,
    StartingBridges,
)
from core.games.bridgefront.factions import CODES
from core.games.bridgefront.phases import action_choice, collection, market, reset, setup
from core.games.bridgefront.phases.collection import own_offers
from core.games.bridgefront.phases.market import BUY, PASS
from core.games.bridgefront.phases.setup import bridge_sites, slots
from core.games.bridgefront.state import Bridgefront

Ask = DecisionPosition[Bridgefront]


def _ranked_hand(asked: Ask) -> list[HeldCard]:
    """Return the seat's own hand, the least valuable card first."""
    weights = asked.weights_or(USUAL)
    state = asked.state
    return sorted(
        held(state, asked.seat, asked.secrets), key=lambda card: (copy_worth(weights, state, card[0]), card[0])
    )


def _best_of(asked: Ask, copies: Sequence[int]) -> int:
    """Return the index of the card that is most worth gaining; dice decide between equal cards."""
    weights = asked.weights_or(USUAL)
    worth = [gain_worth(weights, asked.state, asked.seat, copy) for copy in copies]
    ties = [i for i, points in enumerate(worth) if points == max(worth)]
    return ties[asked.dice.uniform(len(ties))] if len(ties) > 1 else ties[0]


# Set-up ---------------------------------------------------------------------------------------------------------------

FACTION_WINS_IN_HUNDRED = {
    2: (70, 35, 61, 31, 58, 44),
    3: (48, 20, 49, 19, 38, 25),
    4: (34, 14, 47, 13, 25, 16),
    6: (20, 8, 39, 12, 13, 8),
}
"""Number of wins in a hundred matches for each faction of `CODES`, by number of seats.

In these matches, all factions were assigned at random.
"""
STRENGTH_TOLERANCE = 16
"""Difference in strength below which two factions may swap their ranks."""


def _factions(asked: Ask) -> Decision:
    strength = FACTION_WINS_IN_HUNDRED[
        min(FACTION_WINS_IN_HUNDRED, key=lambda seats: (abs(seats - len(asked.state.seats)), seats))
    ]
    wish = [points + asked.dice.uniform(STRENGTH_TOLERANCE) for points in strength]
    return FactionRanking(tuple(sorted(range(len(CODES)), key=lambda f: (-wish[f], f))))


def _ranked_slots(asked: Ask) -> list[int]:
    """Return the Capital slots, the nearest to the Center first; the order of equal slots is arbitrary."""
    state = asked.state
    row = state.grid.distance[state.grid.center]
    places = slots(state)
    shuffled = [(row[hex_], asked.dice.uniform(1000), i) for i, hex_ in enumerate(places)]
    return [i for _, _, i in sorted(shuffled)]


def _capitals(asked: Ask) -> Decision:
    state = asked.state
    ranked = _ranked_slots(asked) if state.option("capital_draft") == "ranking" else ()
    return CapitalRanking(tuple(ranked), pile_batch(state, asked.seat, asked.secrets))


def _capital(asked: Ask) -> Decision:
    taken = asked.state.capital[1:]
    places = slots(asked.state)
    return CapitalChoice(next(slot for slot in _ranked_slots(asked) if places[slot] not in taken))


def _bridges(asked: Ask) -> Decision:
    """Return two edges on the way to the Center.

    The way leads past a Mine or a Forge if one of the shortest ways does.
    """
    state, grid = asked.state, asked.state.grid
    home, to_center = state.capital[asked.seat], grid.distance[grid.center]
    best: tuple[int, tuple[int, int]] | None = None
    for b, first in grid.steps[home]:
        for c, second in grid.steps[b]:
            if to_center[b] < to_center[home] and to_center[c] < to_center[b]:
                points = 4 * (c in state.mines) + 4 * (c in state.forges) + 2 * (b in state.mines)
                points += sum(n in state.mines or n in state.forges for n in grid.neighbours[c])
                points = 2 * points + asked.dice.uniform(2)
                if best is None or points > best[0]:
                    best = points, (first, second)
    sites = bridge_sites(state, asked.seat)
    return StartingBridges(best[1] if best is not None else (sites[0], sites[1]))


# Market ---------------------------------------------------------------------------------------------------------------


def _bid(asked: Ask) -> Decision:
    weights = asked.weights_or(USUAL)
    state = asked.state
    return bid_on(weights, state, asked.seat, state.row_at, state.bidders, state.gold[asked.seat])


def _row_bids(asked: Ask) -> Decision:
    """Return bids on all cards of the row at once.

    A seat that has gained a card bids on no other card. So each bid may use up all its gold.
    """
    weights = asked.weights_or(USUAL)
    state, seat, everybody = asked.state, asked.seat, tuple(asked.state.seats)
    return SealedBids(
        tuple(bid_on(weights, state, seat, at, everybody, state.gold[seat]) for at in range(len(state.row)))
    )


def bid_on(weights: Weights, state: Bridgefront, seat: int, at: int, bidders: tuple[int, ...], gold: int) -> Bid:
    """Return a bid for a card of the row.

    A card that is better than the rest of the row gets a bid of at most 1 more than the richest rival's gold. A worse
    card is passed on. The seat passes for 0 if the card does no harm, and for a little gold if it does.
    """
    worth = gain_worth(weights, state, seat, state.row[at])
    rest = [gain_worth(weights, state, seat, copy) for copy in state.row[at + 1 :]]
    instead = (
        (max(rest) * weights.instead + sum(rest) // len(rest) * (100 - weights.instead)) // 100
        if rest
        else min(0, worth)
    )
    surplus = worth - instead
    price = gold_worth(weights, gold, state.rules.numbers.rounds - state.round)
    rivals = max((state.gold[other] for other in bidders if other != seat), default=0)
    offer = min(gold, surplus * weights.bid // (150 * price), rivals + 1)
    if offer > 0:
        return Bid(BUY, offer)
    refuse = state.option("refuse_card") == "on" and worth < -5
    harm = -surplus // (2 * price)
    return Bid(PASS, max(0, min(gold // 2, harm, 2)) if state.cards[state.card[state.row[at]]].vp == 0 else 0, refuse)


# Cards ----------------------------------------------------------------------------------------------------------------


def _pick(asked: Ask) -> Decision:
    return Pick(_best_of(asked, own_offers(asked.state, asked.seat)[0].copies))


def _decide_study(asked: Ask) -> Decision:
    """Return the weak cards to exchange, because a drawn card is worth more on average."""
    weights = asked.weights_or(USUAL)
    weak = [card for card in _ranked_hand(asked) if copy_worth(weights, asked.state, card[0]) < weights.studied]
    return Discard(tuple(name_card(asked.secrets, card) for card in weak[: asked.detail[0]]))


def _cards(asked: Ask) -> Decision:
    """Return the weakest cards; for mana, return cards that are worth less than an average card."""
    weights = asked.weights_or(USUAL)
    least, most, fate = asked.detail
    hand = _ranked_hand(asked)
    count = least
    if fate == "mana":
        count = max(least, min(most, sum(copy_worth(weights, asked.state, card[0]) < weights.card for card in hand)))
    if fate == "burn":
        state = asked.state
        hand.sort(  # a Victory card's VP came with gaining it
            key=lambda c: (gain_worth(weights, state, asked.seat, c[0]) - 100 * state.cards[state.card[c[0]]].vp, c[0])
        )
    return Discard(tuple(name_card(asked.secrets, card) for card in hand[:count]))


def _scout(asked: Ask) -> Decision:
    weights = asked.weights_or(USUAL)
    state, faces = asked.state, asked.secrets.faces
    (slots,) = asked.detail
    best = max(slots, key=lambda slot: (copy_worth(weights, state, faces[slot]), slot))
    return card_choices.SCOUT.keeping(state, asked.seat, asked.secrets, best, slots)


def _lay(asked: Ask) -> Decision:
    """Return a good card that the seat can no longer play this round.

    If a card is required and there is no such card, return the best one.
    """
    state, hand = asked.state, _ranked_hand(asked)
    late = [card for card in hand if state.cards[state.card[card[0]]].mana > state.mana[asked.seat]]
    if not late and asked.detail[0]:
        return Lay()
    return card_choices.LAY.of_card(state, asked.seat, asked.secrets, (late or hand[:1])[-1])


def _scry(asked: Ask) -> Decision:
    """Return the order of the cards: good ones on top, the best first, and weak ones underneath."""
    weights = asked.weights_or(USUAL)
    state, faces = asked.state, asked.secrets.faces
    order = sorted(asked.detail[0], key=lambda slot: (-copy_worth(weights, state, faces[slot]), slot))
    good = tuple(slot for slot in order if copy_worth(weights, state, faces[slot]) >= weights.card // 3)
    return Scry(good, tuple(slot for slot in order if slot not in good))


# Collection -----------------------------------------------------------------------------------------------------------


def _collect(asked: Ask) -> Decision:
    """Return the choice for the Collection: gold, as long as there is a market to spend it in.

    A Forge scraps a weak card in the first Age, and drafts a card later.
    """
    weights = asked.weights_or(USUAL)
    state = asked.state
    mines, forges = asked.detail
    word = "gold" if state.round < state.rules.numbers.rounds else "look"
    junk = [
        card
        for card in _ranked_hand(asked)
        if copy_worth(weights, state, card[0]) < weights.junk and not state.cards[state.card[card[0]]].vp
    ]
    at_forge: list[tuple[str, HandCard | None]] = []
    for i in range(len(forges)):
        if junk and (state.round <= 3 or (i and state.round <= 6)):
            at_forge.append(("reforge", name_card(asked.secrets, junk.pop(0))))
        else:
            at_forge.append(("draft", None))
    return Collect((word,) * len(mines), tuple(at_forge))


def _picks(asked: Ask) -> Decision:
    """Return the card from each offer that is most worth gaining.

    A card from a Mine's offer is taken only if it has a positive worth.
    """
    weights = asked.weights_or(USUAL)
    picks: list[int | None] = []
    for offer in own_offers(asked.state, asked.seat):
        best = _best_of(asked, offer.copies)
        wanted = offer.source != "mine" or gain_worth(weights, asked.state, asked.seat, offer.copies[best]) > 0
        picks.append(best if wanted else None)
    return Picks(tuple(picks))


ANSWERS: PlanOf[Bridgefront] = {
    setup.FACTION: _factions,
    setup.CAPITALS: _capitals,
    setup.CAPITAL: _capital,
    setup.BRIDGES: _bridges,
    setup.FREE_CARD: _pick,
    reset.STUDY: _decide_study,
    market.BID: _bid,
    market.ROW_BIDS: _row_bids,
    action_choice.ACTION: lambda asked: choose_action(
        View(asked.state, asked.seat, asked.weights_or(USUAL)), asked.secrets, asked.dice, asked.banned
    ),
    card_choices.CARDS: _cards,
    card_choices.LAY: _lay,
    card_choices.SCRY: _scry,
    card_choices.SCOUT: _scout,
    card_choices.OFFER: _pick,
    battle.HITS: lambda asked: battle.HITS.stand_in(asked.state, asked.seat, asked.dice, *asked.detail),
    collection.COLLECT: _collect,
    collection.PICKS: _picks,
}

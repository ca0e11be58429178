"""The heuristic plan for Bridgefront, with a rule of thumb for every question to a seat.

It plays like a person who does not think much: it marches on the Center, holds Mines and Forges, and bids for Victory
cards. It takes VP first from every offer, and gives up the weakest cards.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.bots.base import DecisionPosition, PlanOf
from core.engine.game import Decision
from core.engine.hidden.hand import HeldCard, draft_pile_batch, held_cards, name_card
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
from core.games.bridgefront.phases.setup import bridge_sites, free_slots
from core.games.bridgefront.state import Bridgefront

Ask = DecisionPosition[Bridgefront]


def _ranked_hand(position: Ask) -> list[HeldCard]:
    """Return the seat's own hand, the least valuable card first."""
    weights = position.weights_or(USUAL)
    state = position.state
    return sorted(
        held_cards(state, position.seat, position.secrets),
        key=lambda card: (copy_worth(weights, state, card[0]), card[0]),
    )


def _best_copy(position: Ask, copies: Sequence[int]) -> int:
    """Return the index of the card that is most worth gaining; dice decide between equal cards."""
    weights = position.weights_or(USUAL)
    worth = [gain_worth(weights, position.state, position.seat, copy) for copy in copies]
    ties = [i for i, points in enumerate(worth) if points == max(worth)]
    return ties[position.dice.uniform(len(ties))] if len(ties) > 1 else ties[0]


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


def _rank_factions(position: Ask) -> Decision:
    strength = FACTION_WINS_IN_HUNDRED[
        min(FACTION_WINS_IN_HUNDRED, key=lambda seats: (abs(seats - len(position.state.seats)), seats))
    ]
    wish = [points + position.dice.uniform(STRENGTH_TOLERANCE) for points in strength]
    return FactionRanking(tuple(sorted(range(len(CODES)), key=lambda f: (-wish[f], f))))


def _ranked_slots(position: Ask) -> list[int]:
    """Return the Capital slots, the nearest to the Center first; the order of equal slots is arbitrary."""
    state = position.state
    row = state.grid.distance[state.grid.center]
    places = free_slots(state)
    shuffled = [(row[hex_], position.dice.uniform(1000), i) for i, hex_ in enumerate(places)]
    return [i for _, _, i in sorted(shuffled)]


def _rank_capitals(position: Ask) -> Decision:
    state = position.state
    ranked = _ranked_slots(position) if state.option("capital_draft") == "ranking" else ()
    return CapitalRanking(tuple(ranked), draft_pile_batch(state, position.seat, position.secrets))


def _choose_capital(position: Ask) -> Decision:
    taken = position.state.capital[1:]
    places = free_slots(position.state)
    return CapitalChoice(next(slot for slot in _ranked_slots(position) if places[slot] not in taken))


def _choose_bridges(position: Ask) -> Decision:
    """Return two edges on the way to the Center.

    The way leads past a Mine or a Forge if one of the shortest ways does.
    """
    state, grid = position.state, position.state.grid
    home, to_center = state.capital[position.seat], grid.distance[grid.center]
    best: tuple[int, tuple[int, int]] | None = None
    for b, first in grid.steps[home]:
        for c, second in grid.steps[b]:
            if to_center[b] < to_center[home] and to_center[c] < to_center[b]:
                points = 4 * (c in state.mines) + 4 * (c in state.forges) + 2 * (b in state.mines)
                points += sum(n in state.mines or n in state.forges for n in grid.neighbours[c])
                points = 2 * points + position.dice.uniform(2)
                if best is None or points > best[0]:
                    best = points, (first, second)
    sites = bridge_sites(state, position.seat)
    return StartingBridges(best[1] if best is not None else (sites[0], sites[1]))


# Market ---------------------------------------------------------------------------------------------------------------


def _choose_bid(position: Ask) -> Decision:
    weights = position.weights_or(USUAL)
    state = position.state
    return make_bid(weights, state, position.seat, state.row_at, state.bidders, state.gold[position.seat])


def _choose_row_bids(position: Ask) -> Decision:
    """Return bids on all cards of the row at once.

    A seat that has gained a card bids on no other card. So each bid may use up all its gold.
    """
    weights = position.weights_or(USUAL)
    state, seat, everybody = position.state, position.seat, tuple(position.state.seats)
    return SealedBids(
        tuple(make_bid(weights, state, seat, at, everybody, state.gold[seat]) for at in range(len(state.row)))
    )


def make_bid(weights: Weights, state: Bridgefront, seat: int, at: int, bidders: tuple[int, ...], gold: int) -> Bid:
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


def _choose_pick(position: Ask) -> Decision:
    return Pick(_best_copy(position, own_offers(position.state, position.seat)[0].copies))


def _choose_study(position: Ask) -> Decision:
    """Return the weak cards to exchange, because a drawn card is worth more on average."""
    weights = position.weights_or(USUAL)
    weak = [card for card in _ranked_hand(position) if copy_worth(weights, position.state, card[0]) < weights.studied]
    return Discard(tuple(name_card(position.secrets, card) for card in weak[: position.detail[0]]))


def _choose_discard(position: Ask) -> Decision:
    """Return the weakest cards; for mana, return cards that are worth less than an average card."""
    weights = position.weights_or(USUAL)
    least, most, fate = position.detail
    hand = _ranked_hand(position)
    count = least
    if fate == "mana":
        count = max(least, min(most, sum(copy_worth(weights, position.state, card[0]) < weights.card for card in hand)))
    if fate == "burn":
        state = position.state
        hand.sort(  # a Victory card's VP came with gaining it
            key=lambda c: (
                gain_worth(weights, state, position.seat, c[0]) - 100 * state.cards[state.card[c[0]]].vp,
                c[0],
            )
        )
    return Discard(tuple(name_card(position.secrets, card) for card in hand[:count]))


def _choose_scout(position: Ask) -> Decision:
    weights = position.weights_or(USUAL)
    state, faces = position.state, position.secrets.faces
    (slots,) = position.detail
    best = max(slots, key=lambda slot: (copy_worth(weights, state, faces[slot]), slot))
    return card_choices.SCOUT.keep_card(state, position.seat, position.secrets, best, slots)


def _choose_top_card(position: Ask) -> Decision:
    """Return a good card that the seat can no longer play this round.

    If a card is required and there is no such card, return the best one.
    """
    state, hand = position.state, _ranked_hand(position)
    late = [card for card in hand if state.cards[state.card[card[0]]].mana > state.mana[position.seat]]
    if not late and position.detail[0]:
        return Lay()
    return card_choices.LAY.lay_card(state, position.seat, position.secrets, (late or hand[:1])[-1])


def _choose_scry(position: Ask) -> Decision:
    """Return the order of the cards: good ones on top, the best first, and weak ones underneath."""
    weights = position.weights_or(USUAL)
    state, faces = position.state, position.secrets.faces
    order = sorted(position.detail[0], key=lambda slot: (-copy_worth(weights, state, faces[slot]), slot))
    good = tuple(slot for slot in order if copy_worth(weights, state, faces[slot]) >= weights.card // 3)
    return Scry(good, tuple(slot for slot in order if slot not in good))


# Collection -----------------------------------------------------------------------------------------------------------


def _choose_collect(position: Ask) -> Decision:
    """Return the choice for the Collection: gold, as long as there is a market to spend it in.

    A Forge scraps a weak card in the first Age, and drafts a card later.
    """
    weights = position.weights_or(USUAL)
    state = position.state
    mines, forges = position.detail
    word = "gold" if state.round < state.rules.numbers.rounds else "look"
    junk = [
        card
        for card in _ranked_hand(position)
        if copy_worth(weights, state, card[0]) < weights.junk and not state.cards[state.card[card[0]]].vp
    ]
    at_forge: list[tuple[str, HandCard | None]] = []
    for i in range(len(forges)):
        if junk and (state.round <= 3 or (i and state.round <= 6)):
            at_forge.append(("reforge", name_card(position.secrets, junk.pop(0))))
        else:
            at_forge.append(("draft", None))
    return Collect((word,) * len(mines), tuple(at_forge))


def _choose_picks(position: Ask) -> Decision:
    """Return the card from each offer that is most worth gaining.

    A card from a Mine's offer is taken only if it has a positive worth.
    """
    weights = position.weights_or(USUAL)
    picks: list[int | None] = []
    for offer in own_offers(position.state, position.seat):
        best = _best_copy(position, offer.copies)
        wanted = offer.source != "mine" or gain_worth(weights, position.state, position.seat, offer.copies[best]) > 0
        picks.append(best if wanted else None)
    return Picks(tuple(picks))


ANSWERS: PlanOf[Bridgefront] = {
    setup.FACTION: _rank_factions,
    setup.CAPITALS: _rank_capitals,
    setup.CAPITAL: _choose_capital,
    setup.BRIDGES: _choose_bridges,
    setup.FREE_CARD: _choose_pick,
    reset.STUDY: _choose_study,
    market.BID: _choose_bid,
    market.ROW_BIDS: _choose_row_bids,
    action_choice.ACTION: lambda asked: choose_action(
        View(asked.state, asked.seat, asked.weights_or(USUAL)), asked.secrets, asked.dice, asked.banned
    ),
    card_choices.CARDS: _choose_discard,
    card_choices.LAY: _choose_top_card,
    card_choices.SCRY: _choose_scry,
    card_choices.SCOUT: _choose_scout,
    card_choices.OFFER: _choose_pick,
    battle.HITS: lambda asked: battle.HITS.stand_in(asked.state, asked.seat, asked.dice, *asked.detail),
    collection.COLLECT: _choose_collect,
    collection.PICKS: _choose_picks,
}

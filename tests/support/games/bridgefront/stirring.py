"""Positions that are more eventful than those of normal play, since many rules need several rare events at once."""

from __future__ import annotations

from core.bots.random_bot import Dice
from core.games.bridgefront.card import CHAMPION
from core.games.bridgefront.catalogue import CARDS, DECKS
from core.games.bridgefront.phases.action_choice import ACTION
from core.games.bridgefront.state import NOBODY, Bridgefront, Champion

GOLD = 6
BRIDGES = 12
FORCES = 3
CARDS_EACH = 3


def stir(state: Bridgefront, dice: Dice) -> bool:
    """At the first choice of a round, give the seats gold, Bridges, Forces, Champions and cards.

    Return True if anything changed.
    """
    if state.phase != "action" or state.action_step != 1 or len(ACTION.asked_seats(state)) < len(state.asking):
        return False
    for _ in range(BRIDGES):
        state.bridges[dice.uniform(len(state.bridges))] = 1
    for seat in state.seats:
        state.gold[seat] += GOLD
        hex_ = dice.uniform(len(state.grid.hexes))
        if _free_for(state, seat, hex_):
            state.forces[seat][hex_] = state.forces[seat].get(hex_, 0) + FORCES
            _arrive(state, seat, hex_)
        _send_champion(state, seat, dice)
        for _ in range(CARDS_EACH):
            if state.piles.hand_size(seat) < state.rules.numbers.hand_limit:
                deck = DECKS[dice.uniform(len(DECKS))]
                state.piles.shown[seat] += (_new_copy(state, deck[dice.uniform(len(deck))]),)
    return True


def _free_for(state: Bridgefront, seat: int, hex_: int) -> bool:
    return not state.enemies_at(hex_, seat)


def _arrive(state: Bridgefront, seat: int, hex_: int) -> None:
    if state.capital_owner(hex_) != NOBODY:
        state.first_in[hex_] = seat


def _send_champion(state: Bridgefront, seat: int, dice: Dice) -> None:
    limit = state.option("champion_limit") or 4
    hex_ = dice.uniform(len(state.grid.hexes))
    if len(state.champions_of(seat)) >= limit or not _free_for(state, seat, hex_):
        return
    cards = [card for deck in DECKS for card in deck if CARDS[card].type == CHAMPION]
    copy = _new_copy(state, cards[dice.uniform(len(cards))])
    stats = CARDS[state.card[copy]].stats
    assert stats is not None
    state.arrivals += 1
    state.champions[copy] = Champion(copy, seat, hex_, stats.hp, stats.hp, state.arrivals)
    state.burnt[seat] += (copy,)
    _arrive(state, seat, hex_)


def _new_copy(state: Bridgefront, card: int) -> int:
    state.card.append(card)
    state.number.append(CARDS[card].initiative[dice_side(len(state.card))])
    return len(state.card) - 1


def dice_side(number: int) -> int:
    """Return 0 or 1 in turn, for fast copies and slow ones."""
    return number % 2

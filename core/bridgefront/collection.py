"""Collection (rules 10.1): gold, looks, Reforge, Forge Draft and Power Pick, in two simultaneous choices (D9, D10)."""

from __future__ import annotations

from typing import Any

from core.bridgefront import events, hands
from core.bridgefront.catalogue import CARDS
from core.bridgefront.decisions import Collect, Picks
from core.bridgefront.decks import market_deck, power_deck, put_back, turn_up
from core.bridgefront.factions import bonus
from core.bridgefront.reset import begin_phase
from core.bridgefront.rules import Step, agenda, answers, checks
from core.bridgefront.state import Bridgefront, Offer
from core.bridgefront.units import take_gold
from core.kernel.game import IllegalDecision

GOLD, LOOK = "gold", "look"
DRAFT, REFORGE = "draft", "reforge"
SIZES = {"center": 2, "forge": 3, "mine": 1}
"""Cards turned up for each source; Wider Choice adds to it."""

Drafts = tuple[tuple[int, str, int], ...]
"""(seat, source, hex) of offers to be turned up."""


def own_mines(state: Bridgefront, seat: int) -> tuple[int, ...]:
    """The Mines that the seat occupies, in canonical order."""
    return tuple(h for h in sorted(state.mines) if state.occupies(seat, h))


def own_forges(state: Bridgefront, seat: int) -> tuple[int, ...]:
    """The Forges that the seat occupies, in canonical order."""
    return tuple(h for h in sorted(state.forges) if state.occupies(seat, h))


def mine_gold(state: Bridgefront, seat: int, hex_: int) -> int:
    """What the Mine pays the seat: its value, and what passives and Champions standing there add (F4)."""
    abilities = (CARDS[state.card[c.copy]].ability for c in state.champions_at(hex_, seat))
    more = sum(ability.mine_gold for ability in abilities if ability is not None)
    return state.mines[hex_] + bonus(state, seat, "mine_gold") + more


# First choice ---------------------------------------------------------------------------------------------------------


@agenda("collection")
def collection(step: Step) -> None:
    """Asks the holders of Mines and Forges what they want; the Center asks nothing yet."""
    state = step.state
    begin_phase(step, "collection")
    for seat in state.seats:
        mines, forges = own_mines(state, seat), own_forges(state, seat)
        if mines or forges:
            step.ask("collect", seat, mines, forges)
    if not state.asking:
        step.later(("offers", ()))


@checks("collect")
def check_collect(state: Bridgefront, seat: int, decision: Collect, detail: tuple[Any, ...]) -> None:
    """A word for each own tile; cards to scrap are different cards of the own hand."""
    mines, forges = detail
    if len(decision.mines) != len(mines) or len(decision.forges) != len(forges):
        raise IllegalDecision(seat, f"answers for {len(mines)} Mines and {len(forges)} Forges")
    if not all(word in (GOLD, LOOK) for word in decision.mines):
        raise IllegalDecision(seat, "takes gold from a Mine or a look")
    for word, card in decision.forges:
        if word not in (DRAFT, REFORGE) or (word == DRAFT and card is not None):
            raise IllegalDecision(seat, "drafts at a Forge, or reforges a card or none")
    hands.check_cards(state, seat, (card for _, card in decision.forges if card is not None))


@answers("collect")
def answer_collect(step: Step, decisions: dict[int, Collect], details: dict[int, tuple[Any, ...]]) -> None:
    """Gold and scrapping at once; the offers asked for are turned up next."""
    drafts: Drafts = ()
    for seat in step.state.lead_order():
        if seat in decisions:
            drafts += _collect(step, seat, decisions[seat], *details[seat])
    step.later(("offers", drafts))


def _collect(step: Step, seat: int, decision: Collect, mines: tuple[int, ...], forges: tuple[int, ...]) -> Drafts:
    """What one seat takes at once; returns the offers that it wants."""
    drafts: Drafts = ()
    for hex_, (word, card) in zip(forges, decision.forges):
        step.say(events.Collected(seat, hex_, word))
        if word == DRAFT:
            drafts += ((seat, "forge", hex_),)
        elif card is not None:
            hands.burn(step, seat, hands.leave_hand(step, seat, card))
    for hex_, word in zip(mines, decision.mines):
        step.say(events.Collected(seat, hex_, word))
        if word == LOOK:
            drafts += ((seat, "mine", hex_),)
        else:
            take_gold(step, seat, mine_gold(step.state, seat, hex_), "mine")
    return drafts


# Second choice --------------------------------------------------------------------------------------------------------


@agenda("offers")
def offers(step: Step, drafts: Drafts) -> None:
    """All offers are turned up in Lead order, for each seat Center, Forges, Mines; then everybody picks."""
    state = step.state
    for seat in state.lead_order():
        if state.occupies(seat, state._grid.center):
            step.say(events.Collected(seat, state._grid.center, "power"))
            _offer(step, seat, "center", state._grid.center, power_deck(state))
        for who, source, hex_ in drafts:
            if who == seat:
                _offer(step, seat, source, hex_, market_deck(state))
    for seat in state.seats:
        if own_offers(state, seat):
            step.ask("picks", seat)


def _offer(step: Step, seat: int, source: str, hex_: int, deck: int) -> None:
    size = SIZES[source] + bonus(step.state, seat, "wider_choice")
    copies = tuple(turn_up(step, deck) for _ in range(size))
    step.state.offers += (Offer(seat, source, hex_, deck, copies),)
    step.say(events.OfferTurnedUp(seat, source, hex_, copies))


def own_offers(state: Bridgefront, seat: int) -> tuple[Offer, ...]:
    """The seat's offers in the order in which they were turned up."""
    return tuple(offer for offer in state.offers if offer.seat == seat)


@checks("picks")
def check_picks(state: Bridgefront, seat: int, decision: Picks, detail: tuple[Any, ...]) -> None:
    """One card of each own offer; only a Mine's may be declined."""
    own = own_offers(state, seat)
    if len(decision.picks) != len(own):
        raise IllegalDecision(seat, f"picks from {len(own)} offers, not {len(decision.picks)}")
    for offer, pick in zip(own, decision.picks):
        if pick is None:
            if offer.source != "mine":
                raise IllegalDecision(seat, f"takes a card from the {offer.source}")
        elif not 0 <= pick < len(offer.copies):
            raise IllegalDecision(seat, f"picks one of {len(offer.copies)} cards, not {pick}")


@answers("picks")
def answer_picks(step: Step, decisions: dict[int, Picks], details: dict[int, tuple[Any, ...]]) -> None:
    """Picked cards are gained; what nobody has taken goes back, deck by deck."""
    state = step.state
    choices = {seat: list(decision.picks) for seat, decision in decisions.items()}
    left: dict[int, list[int]] = {}
    for offer in state.offers:
        pick = choices[offer.seat].pop(0)
        if pick is not None:
            hands.gain(step, offer.seat, offer.copies[pick], offer.source)
        left.setdefault(offer.deck, []).extend(copy for i, copy in enumerate(offer.copies) if i != pick)
    for deck in sorted(left):
        put_back(step, deck, left[deck])
    state.offers = ()

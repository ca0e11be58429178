"""Choices in the middle of a resolution (rules 8.5, D8): the game stops and asks the card's player alone."""

from __future__ import annotations

from typing import Any

from core.bridgefront import decks, events, hands
from core.bridgefront.decisions import Discard, Keep, Lay, Pick, Scry
from core.bridgefront.rules import Step, agenda, answers, checks
from core.bridgefront.state import Bridgefront, Offer
from core.bridgefront.units import gain_mana
from core.kernel.game import IllegalDecision
from core.kernel.piles import without

# Cards named after drawing --------------------------------------------------------------------------------------------


@agenda("choose cards")
def choose_cards(step: Step, seat: int, least: int, most: int, fate: str) -> None:
    """Asks for cards of the hand to discard, to burn, or to give for mana; fewer if the hand holds fewer."""
    held = step.state.piles.hand_size(seat)
    if held:
        step.ask("cards", seat, min(least, held), min(most, held), fate)


@checks("cards")
def check_choose_cards(state: Bridgefront, seat: int, decision: Discard, detail: tuple[Any, ...]) -> None:
    least, most, fate = detail
    if not least <= len(decision.cards) <= most:
        raise IllegalDecision(seat, f"{fate}: {least} to {most} cards are due, not {len(decision.cards)}")
    hands.check_cards(state, seat, decision.cards)


@answers("cards")
def answer_choose_cards(step: Step, decisions: dict[int, Discard], details: dict[int, tuple[Any, ...]]) -> None:
    for seat, decision in decisions.items():
        for card in decision.cards:
            copy = hands.leave_hand(step, seat, card)
            if details[seat][2] == "burn":
                hands.burn(step, seat, copy)
            else:
                hands.discard(step, seat, copy, "effect")
        if details[seat][2] == "mana" and decision.cards:
            gain_mana(step, seat, 1)


# Laying on top --------------------------------------------------------------------------------------------------------


@agenda("lay on top")
def lay_on_top(step: Step, seat: int, optional: bool) -> None:
    if step.state.piles.hand_size(seat):
        step.ask("lay", seat, optional)


@checks("lay")
def check_lay(state: Bridgefront, seat: int, decision: Lay, detail: tuple[Any, ...]) -> None:
    """With an open card in hand the whole hand is laid afresh, else the named slot itself moves (H4)."""
    piles = state.piles
    if decision.slot is None and decision.batch is None:
        if not detail[0]:
            raise IllegalDecision(seat, "a card has to be laid on top")
        return
    if piles.shown[seat]:
        if decision.slot is not None:
            raise IllegalDecision(seat, "the hand holds an open card: all of it is laid afresh")
        piles.check_batch(seat, decision.batch, piles.hand_size(seat))
    elif decision.batch is not None or decision.slot not in piles.hand[seat]:
        raise IllegalDecision(seat, f"slot {decision.slot} does not lie in the hand", "slot")


@answers("lay")
def answer_lay(step: Step, decisions: dict[int, Lay], details: dict[int, tuple[Any, ...]]) -> None:
    piles = step.state.piles
    for seat, decision in decisions.items():
        if decision.slot is not None:
            piles.hand[seat] = without(piles.hand[seat], decision.slot)
            piles.put_back(seat, (decision.slot,), ())
        elif decision.batch is not None:
            piles.lay_hand(seat, step.state.t, decision.batch)
        else:
            continue
        step.say(events.CardLaidOnTop(seat))


# Looking --------------------------------------------------------------------------------------------------------------


@agenda("scry")
def scry(step: Step, seat: int, count: int) -> None:
    slots = step.state.piles.top[seat][:count]
    if slots:
        step.ask("scry", seat, slots)


@checks("scry")
def check_scry(state: Bridgefront, seat: int, decision: Scry, detail: tuple[Any, ...]) -> None:
    if sorted(decision.top + decision.bottom) != sorted(detail[0]):
        raise IllegalDecision(seat, f"slots {detail[0]} are to be put back, each once", "slot")


@answers("scry")
def answer_scry(step: Step, decisions: dict[int, Scry], details: dict[int, tuple[Any, ...]]) -> None:
    piles = step.state.piles
    for seat, decision in decisions.items():
        if seat in step.lost:
            continue
        piles.top[seat] = piles.top[seat][len(details[seat][0]) :]
        piles.put_back(seat, decision.top, decision.bottom)
        step.say(events.CardsSorted(seat, len(decision.top), len(decision.bottom)))


@agenda("scout")
def scout(step: Step, seat: int, count: int) -> None:
    slots = step.state.piles.top[seat][:count]
    if slots:
        step.ask("scout", seat, slots)


@checks("scout")
def check_scout(state: Bridgefront, seat: int, decision: Keep, detail: tuple[Any, ...]) -> None:
    """One slot kept, the others opened in order; the kept one too if it costs gold to draw or the hand is full."""
    (slots,) = detail
    if decision.keep not in slots:
        raise IllegalDecision(seat, f"slot {decision.keep} is not among those looked at", "slot")
    others = without(slots, decision.keep)
    if tuple(opening[0] for opening in decision.discard) != others:
        raise IllegalDecision(seat, "owes the openings of the cards that it discards", "duty")
    shown = () if decision.show is None else (decision.show,)
    if shown and shown[0][0] != decision.keep:
        raise IllegalDecision(seat, "shows another card than the one kept", "slot")
    state.piles.check_held(state._setup.match, seat, decision.discard + shown, slots, hands.denies(state))
    full = state.piles.hand_size(seat) >= hands.HAND_LIMIT
    if full and not shown:
        raise IllegalDecision(seat, "owes the opening of a card kept with a full hand", "duty")
    if shown and not full and not hands.loses_gold(state, shown[0][1]):
        raise IllegalDecision(seat, "shows a card that need not be shown")


@answers("scout")
def answer_scout(step: Step, decisions: dict[int, Keep], details: dict[int, tuple[Any, ...]]) -> None:
    state, piles = step.state, step.state.piles
    for seat, decision in decisions.items():
        if seat in step.lost:
            continue
        piles.top[seat] = piles.top[seat][len(details[seat][0]) :]
        due = hands.claims_due(state, seat, (hands.LOSES_GOLD,))
        for opening in decision.discard:
            hands.discard(step, seat, piles.open(seat, opening), "scout")
        if decision.show is not None:
            copy = piles.open(seat, decision.show)
            if piles.hand_size(seat) >= hands.HAND_LIMIT:
                hands.discard(step, seat, copy, "hand limit")
                continue
            piles.shown[seat] += (copy,)
            step.say(events.CardShown(seat, copy))
            hands.lose_gold_for_drawing(step, seat)
        else:
            piles.hand[seat] += (decision.keep,)
            for claim in due:
                piles.deny(seat, (decision.keep,), claim)
            step.say(events.CardsDrawn(seat, (decision.keep,)))


# Offers made by cards -------------------------------------------------------------------------------------------------


@agenda("offer")
def make_offer(step: Step, seat: int, deck: int, count: int) -> None:
    """Turns up cards of a shared deck for one seat to gain one of."""
    copies = tuple(decks.turn_up(step, deck) for _ in range(count))
    step.state.offers = (Offer(seat, "card", -1, deck, copies),)
    step.say(events.OfferTurnedUp(seat, "card", -1, copies))
    step.ask("offer", seat, copies)


@checks("offer")
def check_offer(state: Bridgefront, seat: int, decision: Pick, detail: tuple[Any, ...]) -> None:
    if not 0 <= decision.pick < len(detail[0]):
        raise IllegalDecision(seat, f"the offer has cards 0 to {len(detail[0]) - 1}")


@answers("offer")
def answer_offer(step: Step, decisions: dict[int, Pick], details: dict[int, tuple[Any, ...]]) -> None:
    (offer,) = step.state.offers
    step.state.offers = ()
    picked = offer.copies[decisions[offer.seat].pick]
    hands.gain(step, offer.seat, picked, "card")
    decks.put_back(step, offer.deck, (copy for copy in offer.copies if copy != picked))

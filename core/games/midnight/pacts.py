"""Pacts: standing offers that make nobody wait, and the effect of a Pact in a dispute (rules part 6).

An offer is a standing wish: (receiver, owner of the card). The acting seat names its offers in the step of its action.
All other seats name theirs too, and their clients do so automatically. Two seats that make each other the same offer
have a Pact from then on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.engine.game import IllegalDecision
from core.engine.hidden.secrets import Secrets
from core.games.midnight import events
from core.games.midnight.decisions import Offer, Offers
from core.games.midnight.rules import Duty, Step, question
from core.games.midnight.state import NOBODY, Midnight
from core.games.midnight.worth import gain_together

OFFERS_ORDER = "offers"
"""Key of the standing order for offers in a seat's secrets."""


def pact_between(state: Midnight, a: int, b: int) -> tuple[int, int, int] | None:
    """Return the Pact between two nations, or None if there is none."""
    return next((p for p in state.pacts if p[:2] == (min(a, b), max(a, b))), None)


def possible_offers(state: Midnight, seat: int) -> list[Offer]:
    """Return every offer that the seat can make now."""
    return [
        (other, owner)
        for other in state.living_seats()
        if other != seat and not pact_between(state, seat, other)
        for owner in sorted((seat, other))
        if state.pact_card[owner]
    ]


def ask_others_for_offers(step: Step, seat: int) -> None:
    """Ask the clients of the other seats for their offers (6.1).

    This happens whenever a seat is asked for an action.
    """
    state = step.state
    if state.option("pacts") == "on":
        for other in state.living_seats():
            if other != seat and (possible_offers(state, other) or state.offers[other]):
                step.ask(OFFERS, other)


def check_offers(state: Midnight, seat: int, offers: tuple[Offer, ...] | None) -> None:
    """Raise `IllegalDecision` unless all offers are possible and in ascending order."""
    if offers is None:
        return
    allowed = possible_offers(state, seat) if state.option("pacts") == "on" else []
    if list(offers) != sorted(set(offers)) or not set(offers) <= set(allowed):
        raise IllegalDecision(seat, "offers Pacts that cannot be made")


def place_offers(step: Step, seat: int, offers: tuple[Offer, ...] | None) -> None:
    """Replace the seat's offers; seats that make each other the same offer now have a Pact."""
    state = step.state
    if offers is None:
        return
    still = set(possible_offers(state, seat))
    offers = tuple(offer for offer in offers if offer in still)
    if offers != state.offers[seat]:
        state.offers[seat] = offers
        step.emit(events.PactsOffered(seat, offers))
    for other, owner in offers:
        if (seat, owner) in state.offers[other] and state.pact_card[owner] and not pact_between(state, seat, other):
            state.pact_card[owner] = 0
            state.pacts = tuple(sorted((*state.pacts, (min(seat, other), max(seat, other), owner))))
            step.emit(events.PactMade(seat, other, owner))
    for item in state.seats:
        remaining = set(possible_offers(state, item))
        state.offers[item] = tuple(offer for offer in state.offers[item] if offer in remaining)


class OffersDuty(Duty[Offers]):
    """The duty of a seat to update its offers while another seat acts; its client follows the standing order."""

    kind = "offers"
    decision = Offers
    empty_answer = Offers(())
    lists_all = False  # a player may change the order at any time

    def check(self, state: Midnight, seat: int, decision: Offers) -> None:
        """Check that the offers are possible."""
        check_offers(state, seat, decision.offers)

    def apply_all(self, step: Step, decisions: Mapping[int, Offers], details: Mapping[int, tuple[()]]) -> None:
        """Set the offers seat by seat."""
        for seat, decision in sorted(decisions.items()):
            place_offers(step, seat, decision.offers)

    def forced_answer(self, state: Midnight, seat: int, own: Secrets) -> Offers:
        return Offers(standing_offers(state, seat, own))


OFFERS = question(OffersDuty())


def order_offers(secrets: Secrets, offers: Sequence[Offer] | None) -> None:
    """Set the standing order for the Pacts that the seat offers while others act.

    Each offer is (receiver, owner of the card). None leaves the offers unchanged.
    """
    secrets.orders[OFFERS_ORDER] = None if offers is None else tuple(sorted(offers))


def standing_offers(state: Midnight, seat: int, secrets: Secrets) -> tuple[Offer, ...] | None:
    """Return the offers of the seat's standing order that are possible now, or None to leave the offers unchanged."""
    wanted = secrets.orders.get(OFFERS_ORDER)
    if wanted is None:
        return None
    may = possible_offers(state, seat)
    return tuple(offer for offer in wanted if offer in may)


def resolve_pact(step: Step, sides: dict[int, list[int]], a: int, b: int) -> int:
    """Apply the gains or the breach of a Pact in a dispute (D1, 6.2).

    Return the extra Might of both nations in this dispute.
    """
    state = step.state
    result = pact_between(state, a, b)
    if result is None:
        return 0
    marks = {seat: [state.rules.card(copy).mark for copy in copies] for seat, copies in sides.items()}
    if "red" in marks[a] + marks[b]:
        state.pacts = tuple(p for p in state.pacts if p != result)
        step.emit(events.PactBroken(a, b, tuple(s for s in (a, b) if "red" in marks[s])))
        for seat, copies in sides.items():
            for copy in [copy for copy in copies if state.rules.card(copy).mark == "green"]:
                copies.remove(copy)
                step.emit(events.CardCancelled(seat, copy, NOBODY))
        return state.rules.numbers.breach_might
    if "green" in marks[a] and "green" in marks[b]:
        each = state.rules.numbers.pact_worth
        gain_together(step, (a, b), (each * marks[a].count("green"), each * marks[b].count("green")), "pact")
    return 0

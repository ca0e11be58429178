"""Pacts (rules part 6): standing offers that make nobody wait, and what a Pact does in a dispute.

An offer is a standing wish: (to whom, whose card). Whoever is asked for an action says in the same step what it offers,
and so do all others, whose clients answer by themselves; two that offer each other the same have a Pact from then on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.engine.game import IllegalDecision
from core.engine.hidden.secrets import Secrets
from core.games.midnight import events
from core.games.midnight.cards import BREACH_MIGHT
from core.games.midnight.cards import card as printed
from core.games.midnight.decisions import Offer, Offers
from core.games.midnight.rules import Duty, Step, question
from core.games.midnight.state import NOBODY, Midnight
from core.games.midnight.worth import gain_together

ORDER = "offers"
"""The standing order: what it is called among the secrets."""


def pact(state: Midnight, a: int, b: int) -> tuple[int, int, int] | None:
    """The Pact between two nations, if there is one."""
    return next((p for p in state.pacts if p[:2] == (min(a, b), max(a, b))), None)


def possible(state: Midnight, seat: int) -> list[Offer]:
    """Every offer that the seat may have standing."""
    return [
        (other, owner)
        for other in state.alive()
        if other != seat and not pact(state, seat, other)
        for owner in sorted((seat, other))
        if state.pact_card[owner]
    ]


def ask_others(step: Step, seat: int) -> None:
    """With every action asked of one seat, the others' clients say what these offer (6.1)."""
    state = step.state
    if state.option("pacts") == "on":
        for other in state.alive():
            if other != seat and (possible(state, other) or state.offers[other]):
                step.ask(OFFERS, other)


def check_offers(state: Midnight, seat: int, offers: tuple[Offer, ...] | None) -> None:
    """Raises `IllegalDecision` unless the offers are possible ones, in ascending order."""
    if offers is None:
        return
    allowed = possible(state, seat) if state.option("pacts") == "on" else []
    if list(offers) != sorted(set(offers)) or not set(offers) <= set(allowed):
        raise IllegalDecision(seat, "offers Pacts that cannot be made")


def place_offers(step: Step, seat: int, offers: tuple[Offer, ...] | None) -> None:
    """The seat's standing offers are these from now on; what two offer each other is agreed."""
    state = step.state
    if offers is None:
        return
    still = set(possible(state, seat))
    offers = tuple(offer for offer in offers if offer in still)
    if offers != state.offers[seat]:
        state.offers[seat] = offers
        step.say(events.PactsOffered(seat, offers))
    for other, owner in offers:
        if (seat, owner) in state.offers[other] and state.pact_card[owner] and not pact(state, seat, other):
            state.pact_card[owner] = 0
            state.pacts = tuple(sorted((*state.pacts, (min(seat, other), max(seat, other), owner))))
            step.say(events.PactMade(seat, other, owner))
    for each in state.seats:
        left = set(possible(state, each))
        state.offers[each] = tuple(offer for offer in state.offers[each] if offer in left)


class StandingOffers(Duty[Offers]):
    """What a seat that is not at turn offers: its client says it by the standing order."""

    kind = "offers"
    decision = Offers
    nothing = Offers(())
    lists_all = False  # a player may change the order at any time

    def check(self, state: Midnight, seat: int, decision: Offers) -> None:
        """Possible offers."""
        check_offers(state, seat, decision.offers)

    def answer_all(self, step: Step, decisions: Mapping[int, Offers], details: Mapping[int, tuple[()]]) -> None:
        """They stand, seat by seat."""
        for seat, decision in sorted(decisions.items()):
            place_offers(step, seat, decision.offers)

    def forced(self, state: Midnight, seat: int, own: Secrets) -> Offers:
        return Offers(standing_offers(state, seat, own))


OFFERS = question(StandingOffers())


def order_offers(secrets: Secrets, offers: Sequence[Offer] | None) -> None:
    """The Pacts that the seat offers when others act: (to whom, whose card); None leaves them as they are."""
    secrets.orders[ORDER] = None if offers is None else tuple(sorted(offers))


def standing_offers(state: Midnight, seat: int, secrets: Secrets) -> tuple[Offer, ...] | None:
    """What the seat's orders offer, as far as it can be made now."""
    wanted = secrets.orders.get(ORDER)
    if wanted is None:
        return None
    may = possible(state, seat)
    return tuple(offer for offer in wanted if offer in may)


def dispute(step: Step, sides: dict[int, list[int]], a: int, b: int) -> int:
    """D1: gains or breach (6.2); returns the Might that both have more in this dispute."""
    state = step.state
    found = pact(state, a, b)
    if found is None:
        return 0
    marks = {seat: [printed(copy).mark for copy in copies] for seat, copies in sides.items()}
    if "red" in marks[a] + marks[b]:
        state.pacts = tuple(p for p in state.pacts if p != found)
        step.say(events.PactBroken(a, b, tuple(s for s in (a, b) if "red" in marks[s])))
        for seat, copies in sides.items():
            for copy in [copy for copy in copies if printed(copy).mark == "green"]:
                copies.remove(copy)
                step.say(events.CardCancelled(seat, copy, NOBODY))
        return BREACH_MIGHT
    if "green" in marks[a] and "green" in marks[b]:
        gain_together(step, (a, b), (marks[a].count("green"), marks[b].count("green")), "pact")
    return 0

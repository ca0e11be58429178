"""Discards: by the whole team, by one seat, and over the hand limit (rules 2.4, 4 and 5.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import zip_longest

from core.engine.game import IllegalDecision, RandomSource, shuffled
from core.engine.hidden.secrets import Secrets
from core.games.cabinet import cards, events
from core.games.cabinet.decisions import Discard, Offer
from core.games.cabinet.options import BRISK
from core.games.cabinet.rules import UPKEEP, Question, Step, agenda, check_named, match_decided, question
from core.games.cabinet.state import Cabinet

PENALTY, LIMIT = "penalty", "limit"
"""Reasons for discards, in addition to `UPKEEP`."""


def discard_cards(step: Step, seat: int, copies: tuple[int, ...], why: str) -> None:
    """Put cards of a hand on their discard piles, face up."""
    if copies:
        step.state.take_cards(seat, copies)
        step.state.spend_cards(copies)
        step.emit(events.CardsDiscarded(seat, copies, why))


# Joint discards (5.1) -------------------------------------------------------------------------------------------------


@agenda("joint")
def ask_for_joint_discard(step: Step, count: int, why: str) -> None:
    """Discard `count` cards of the team by asking each seat that has any.

    If the team has no more than `count` cards, all are discarded and nobody is asked (B29).
    """
    state = step.state
    held = sum(map(len, state.hand))
    if not count:
        return
    if held <= count:
        for seat in state.clockwise(state.current):
            discard_cards(step, seat, state.hand[seat], why)
        if held < count and why == UPKEEP:
            raise match_decided(UPKEEP)
        return
    if state.pace == BRISK:
        for seat, due in _fullest_hands(state, count).items():
            ask_for_loss(step, seat, due, why)
        return
    for seat in state.seats:
        if state.hand[seat]:
            step.ask(OFFER, seat, count, why)


def _fullest_hands(state: Cabinet, count: int) -> dict[int, int]:
    """Return the number of cards that each seat gives if the fullest hand gives as many as it has (B38)."""
    due: dict[int, int] = {}
    for seat in sorted(state.clockwise(state.current), key=lambda seat: -len(state.hand[seat])):
        due[seat] = min(count, len(state.hand[seat]))
        count -= due[seat]
    return {seat: cards_due for seat, cards_due in due.items() if cards_due}


class JointOffer(Question[Offer, int, str]):
    """Question to each seat: the cards that it would give for a joint discard (D1)."""

    kind = "offer"
    decision = Offer

    def check(self, state: Cabinet, seat: int, decision: Offer, count: int, why: str) -> None:
        """Check that the cards are in the seat's hand and are no more than the number due."""
        if len(decision.cards) > count:
            raise IllegalDecision(seat, f"{count} cards are due, {len(decision.cards)} are offered")
        check_named(seat, decision.cards, state.hand[seat])

    def apply_all(self, step: Step, decisions: Mapping[int, Offer], details: Mapping[int, tuple[int, str]]) -> None:
        """Take the offered cards one at a time, clockwise from P (D2).

        If too few were offered, the seats with the most cards choose the rest (D3).
        """
        state = step.state
        count, why = next(iter(details.values()))
        offers = {seat: decisions[seat].cards for seat in state.clockwise(state.current) if seat in decisions}
        for seat, copies in offers.items():
            if copies:
                step.emit(events.CardsOffered(seat, copies))
        rounds = zip_longest(*([(seat, copy) for copy in copies] for seat, copies in offers.items()))
        taken = [item for element in rounds for item in element if item is not None][:count]
        for seat in offers:
            discard_cards(step, seat, tuple(copy for other_seat, copy in taken if other_seat == seat), why)
        step.schedule(("short", count - len(taken), why))

    def options(self, state: Cabinet, seat: int, own: Secrets, count: int, why: str) -> Iterator[Offer]:
        """Yield offers from no cards upwards, each with one card more.

        Offers with the same printed cards count once.
        """

        def orders(left: tuple[int, ...], length: int) -> Iterator[tuple[int, ...]]:
            if not length:
                yield ()
                return
            for group in cards.group_by_face(left).values():
                rest = tuple(copy for copy in left if copy != group[0])
                yield from ((group[0], *after) for after in orders(rest, length - 1))

        for length in range(min(count, len(state.hand[seat])) + 1):
            yield from map(Offer, orders(state.hand[seat], length))

    def sample(self, state: Cabinet, seat: int, own: Secrets, chance: RandomSource, count: int, why: str) -> Offer:
        return Offer(tuple(shuffled(state.hand[seat], chance)[: chance.uniform(count + 1)]))

    def stand_in(self, state: Cabinet, seat: int, chance: RandomSource, count: int, why: str) -> Offer:
        """Return an offer of the number of cards due, chosen at random (B19)."""
        return Offer(tuple(shuffled(state.hand[seat], chance)[:count]))


OFFER = question(JointOffer())


@agenda("short")
def ask_shortfall(step: Step, count: int, why: str) -> None:
    """Ask the seat with the most cards to choose one, and repeat this for each missing card (D3).

    This happens if too few cards were offered.
    """
    state = step.state
    if count:
        step.schedule(("short", count - 1, why))
        step.ask(LOSE, state.richest_hand_size(), 1, why)


# Discards of one seat -------------------------------------------------------------------------------------------------


def ask_for_loss(step: Step, seat: int, count: int, why: str) -> None:
    """Ask the seat which `count` cards it loses.

    If the hand has no more than `count` cards, the seat loses all of them (part 7).
    """
    hand = step.state.hand[seat]
    if not count:
        return
    if len(hand) <= count:
        discard_cards(step, seat, hand, why)
    else:
        step.ask(LOSE, seat, count, why)


class LossChoice(Question[Discard, int, str]):
    """Question to a seat: the cards of its hand that it loses (D3, B24)."""

    kind = "lose"
    decision = Discard

    def check(self, state: Cabinet, seat: int, decision: Discard, count: int, why: str) -> None:
        """Check that the decision names the number of cards due, all from the seat's hand."""
        if len(decision.cards) != count:
            raise IllegalDecision(seat, f"{count} cards are due, not {len(decision.cards)}")
        check_named(seat, decision.cards, state.hand[seat])

    def apply(self, step: Step, seat: int, decision: Discard, count: int, why: str) -> None:
        """Discard the cards."""
        discard_cards(step, seat, decision.cards, why)

    def options(self, state: Cabinet, seat: int, own: Secrets, count: int, why: str) -> Iterator[Discard]:
        return map(Discard, cards.card_choices(state.hand[seat], count))

    def sample(self, state: Cabinet, seat: int, own: Secrets, chance: RandomSource, count: int, why: str) -> Discard:
        return self.stand_in(state, seat, chance, count, why)

    def default_answer(
        self, state: Cabinet, seat: int, own: Secrets, chance: RandomSource, count: int, why: str
    ) -> Discard:
        return self.stand_in(state, seat, chance, count, why)

    def stand_in(self, state: Cabinet, seat: int, chance: RandomSource, count: int, why: str) -> Discard:
        """Return a discard of random cards."""
        return Discard(tuple(shuffled(state.hand[seat], chance)[:count]))


class TrimChoice(LossChoice):
    """Question to a seat: the cards over the hand limit that it discards (phase 5)."""

    kind = "trim"


LOSE, TRIM = question(LossChoice()), question(TrimChoice())

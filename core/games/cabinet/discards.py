"""Discards (rules 2.4, 4 and 5.1): jointly by the team, by one seat, over the hand limit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import zip_longest

from core.engine.game import Chooser, IllegalDecision, shuffled
from core.engine.hidden.secrets import Secrets
from core.games.cabinet import cards, events
from core.games.cabinet.decisions import Discard, Offer
from core.games.cabinet.rules import UPKEEP, Question, Step, agenda, check_named, decided, question
from core.games.cabinet.state import Cabinet

PENALTY, LIMIT = "penalty", "limit"
"""Why cards go, beside `UPKEEP`."""


def discard(step: Step, seat: int, copies: tuple[int, ...], why: str) -> None:
    """Cards of a hand go to their discard piles, face up."""
    if copies:
        step.state.take(seat, copies)
        step.state.spend(copies)
        step.say(events.CardsDiscarded(seat, copies, why))


# Jointly (5.1) --------------------------------------------------------------------------------------------------------


@agenda("joint")
def joint(step: Step, count: int, why: str) -> None:
    """The team discards so many cards; who has any is asked. Where that takes all there are, nobody is (B29)."""
    state = step.state
    held = sum(map(len, state.hand))
    if held <= count:
        for seat in state.clockwise(state.current):
            discard(step, seat, state.hand[seat], why)
        if held < count and why == UPKEEP:
            raise decided(UPKEEP)
        return
    for seat in state.seats:
        if state.hand[seat]:
            step.ask(OFFER, seat, count, why)


class JointOffer(Question[Offer, int, str]):
    """Which cards the seat would give for a joint discard of so many (D1)."""

    kind = "offer"
    decision = Offer

    def check(self, state: Cabinet, seat: int, decision: Offer, count: int, why: str) -> None:
        """Cards of the own hand, at most as many as are due."""
        if len(decision.cards) > count:
            raise IllegalDecision(seat, f"{count} cards are due, {len(decision.cards)} are offered")
        check_named(seat, decision.cards, state.hand[seat])

    def answer_all(self, step: Step, decisions: Mapping[int, Offer], details: Mapping[int, tuple[int, str]]) -> None:
        """One at a time, clockwise from P (D2); the rest is chosen by those with the most cards (D3)."""
        state = step.state
        count, why = next(iter(details.values()))
        offers = {seat: decisions[seat].cards for seat in state.clockwise(state.current) if seat in decisions}
        for seat, copies in offers.items():
            if copies:
                step.say(events.CardsOffered(seat, copies))
        rounds = zip_longest(*([(seat, copy) for copy in copies] for seat, copies in offers.items()))
        taken = [one for each in rounds for one in each if one is not None][:count]
        for seat in offers:
            discard(step, seat, tuple(copy for who, copy in taken if who == seat), why)
        step.later(("short", count - len(taken), why))

    def options(self, state: Cabinet, seat: int, own: Secrets, count: int, why: str) -> Iterator[Offer]:
        """None, then one card more at a time; of cards with the same print one is as good as the other."""

        def orders(left: tuple[int, ...], length: int) -> Iterator[tuple[int, ...]]:
            if not length:
                yield ()
                return
            for group in cards.by_face(left).values():
                rest = tuple(copy for copy in left if copy != group[0])
                yield from ((group[0], *after) for after in orders(rest, length - 1))

        for length in range(min(count, len(state.hand[seat])) + 1):
            yield from map(Offer, orders(state.hand[seat], length))

    def sample(self, state: Cabinet, seat: int, own: Secrets, chance: Chooser, count: int, why: str) -> Offer:
        return Offer(tuple(shuffled(state.hand[seat], chance)[: chance.uniform(count + 1)]))

    def stand_in(self, state: Cabinet, seat: int, chance: Chooser, count: int, why: str) -> Offer:
        """As many as are due (B19)."""
        return Offer(tuple(shuffled(state.hand[seat], chance)[:count]))


OFFER = question(JointOffer())


@agenda("short")
def short(step: Step, count: int, why: str) -> None:
    """Too few were offered: whoever has the most cards must choose one, over and over (D3)."""
    state = step.state
    if count:
        step.later(("short", count - 1, why))
        step.ask(LOSE, state.richest(), 1, why)


# By one seat ----------------------------------------------------------------------------------------------------------


def lose(step: Step, seat: int, count: int, why: str) -> None:
    """The seat chooses so many cards that it loses; of a hand that has no more, all go (part 7)."""
    hand = step.state.hand[seat]
    if len(hand) <= count:
        discard(step, seat, hand, why)
    else:
        step.ask(LOSE, seat, count, why)


class Lose(Question[Discard, int, str]):
    """Which cards of its hand the seat loses (D3, B24)."""

    kind = "lose"
    decision = Discard

    def check(self, state: Cabinet, seat: int, decision: Discard, count: int, why: str) -> None:
        """As many cards of the own hand as are due."""
        if len(decision.cards) != count:
            raise IllegalDecision(seat, f"{count} cards are due, not {len(decision.cards)}")
        check_named(seat, decision.cards, state.hand[seat])

    def answer(self, step: Step, seat: int, decision: Discard, count: int, why: str) -> None:
        """They are discarded."""
        discard(step, seat, decision.cards, why)

    def options(self, state: Cabinet, seat: int, own: Secrets, count: int, why: str) -> Iterator[Discard]:
        return map(Discard, cards.handfuls(state.hand[seat], count))

    def sample(self, state: Cabinet, seat: int, own: Secrets, chance: Chooser, count: int, why: str) -> Discard:
        return self.stand_in(state, seat, chance, count, why)

    def default(self, state: Cabinet, seat: int, own: Secrets, chance: Chooser, count: int, why: str) -> Discard:
        return self.stand_in(state, seat, chance, count, why)

    def stand_in(self, state: Cabinet, seat: int, chance: Chooser, count: int, why: str) -> Discard:
        """At random."""
        return Discard(tuple(shuffled(state.hand[seat], chance)[:count]))


class Trim(Lose):
    """Which cards over the hand limit the seat discards (phase 5)."""

    kind = "trim"


LOSE, TRIM = question(Lose()), question(Trim())

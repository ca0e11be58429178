"""Actions of the Ministries and the questions that they ask (rules 2.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, permutations

from core.engine.game import IllegalDecision, RandomSource, shuffled
from core.engine.hidden.piles import EMPTY
from core.engine.hidden.secrets import Secrets
from core.engine.question import Item
from core.games.cabinet import cards, events
from core.games.cabinet.cards import (
    CHALLENGE,
    FINANCE,
    FOREIGN,
    INFORMATION,
    JUSTICE,
    MILESTONE,
    PUBLIC_WORKS,
    RESOURCE,
    SCIENCE,
)
from core.games.cabinet.decisions import Accept, Arrange, Guests, Swap, Take
from core.games.cabinet.decks import DECKS, draw
from core.games.cabinet.options import BRISK
from core.games.cabinet.rules import OneOf, Question, Step, agenda, check_named, question
from core.games.cabinet.ruleset import Numbers
from core.games.cabinet.state import Cabinet


def _numbers_of(step: Step) -> Numbers:
    return step.state.rules.numbers


def _others_played(step: Step) -> tuple[int, ...]:
    """Return the discarded Ministries without Foreign Affairs, which cannot take one of its own kind."""
    return tuple(copy for copy in step.state.spent_ministries if not cards.is_ministry(copy, FOREIGN))


def _after(step: Step, seat: int) -> Item:
    """Return the draws after the action of Science, Information or Foreign Affairs."""
    return ("resources", (seat,), _numbers_of(step).after_draws)


ACTIONS: dict[int, Callable[[Step, int], None]] = {
    FINANCE: lambda step, seat: step.schedule(("finance", seat, _numbers_of(step).finance_draws)),
    SCIENCE: lambda step, seat: step.schedule(("look", MILESTONE, _numbers_of(step).science_looks), _after(step, seat)),
    PUBLIC_WORKS: lambda step, seat: step.schedule(("guests", seat)),
    INFORMATION: lambda step, seat: step.schedule(
        ("look", CHALLENGE, _numbers_of(step).information_looks), _after(step, seat)
    ),
    FOREIGN: lambda step, seat: step.schedule(
        ("swap", seat), ("take", seat, _numbers_of(step).foreign_takes, _others_played(step)), _after(step, seat)
    ),
    JUSTICE: lambda step, seat: step.schedule(
        ("take", seat, _numbers_of(step).justice_takes, step.state.spent_resources)
    ),
}
"""Functions that carry out the actions of Ministries, by Ministry.

Interior and the Cabinet Office are actions of their own. Defence and Health are placed in front of the team.
"""

# Finance --------------------------------------------------------------------------------------------------------------


@agenda("finance")
def draw_for_team(step: Step, seat: int, count: int) -> None:
    """Draw Resource cards into the emptiest hands one by one, or all into the hand of P (B42)."""
    state = step.state
    for _ in range(count):
        to = min(state.clockwise(seat), key=lambda each: len(state.hand[each]))
        draw(step, to if state.rules.numbers.finance_spreads else seat, RESOURCE)


# Looks: Science and Information ---------------------------------------------------------------------------------------


@agenda("look")
def look_at_cards(step: Step, deck: int, count: int) -> None:
    """Turn up the top `count` cards of a deck for all to see (B21).

    P chooses the order in which they go back. A single card goes back unchanged (B33).
    """
    state = step.state
    state.aside = tuple(copy for copy in (DECKS.turn_up(step, deck) for _ in range(count)) if copy != EMPTY)
    step.emit(events.CardsLookedAt(state.current, state.aside))
    if len(state.aside) > 1:
        step.ask(ARRANGE, state.current, deck)
    else:
        put_back(step, deck, state.aside)


def put_back(step: Step, deck: int, on_top: tuple[int, ...], under: tuple[int, ...] = ()) -> None:
    """Put the cards in `on_top` back on top of the deck in that order, and the rest under it."""
    step.state.aside = ()
    for copy in reversed(on_top):
        DECKS.put_on_top(step, deck, (copy,))
    DECKS.put_under(step, deck, under)
    step.emit(events.CardsPutBack(step.state.current, on_top, sum(under)))


class ArrangeChoice(OneOf[Arrange, int]):
    """Question: the order in which the cards go back on the deck.

    If they are Challenges, the last one goes under the deck.
    """

    kind = "arrange"
    decision = Arrange
    refusal_reason = "these are not the cards that were looked at"

    def legal_answers(self, state: Cabinet, seat: int, deck: int) -> Iterator[Arrange]:
        return map(Arrange, permutations(state.aside))

    def apply(self, step: Step, seat: int, decision: Arrange, deck: int) -> None:
        """Put the cards back."""
        last = len(decision.cards) - (deck == CHALLENGE)
        put_back(step, deck, decision.cards[:last], decision.cards[last:])


ARRANGE = question(ArrangeChoice())

# Public Works ---------------------------------------------------------------------------------------------------------


@agenda("guests")
def ask_for_guests(step: Step, seat: int) -> None:
    """Ask P which other seats also draw; at a brisk pace all draw if all may (B38)."""
    others = tuple(step.state.others(seat))
    if step.state.pace == BRISK and len(others) <= step.state.rules.numbers.works_guests:
        _draw_with_guests(step, seat, others)
    else:
        step.ask(GUESTS, seat)


def _draw_with_guests(step: Step, seat: int, guests: tuple[int, ...]) -> None:
    """Let P draw first, then the chosen seats, clockwise."""
    step.schedule(("resources", (seat,), step.state.rules.numbers.works_draws), ("resources", guests, 1))


class GuestChoice(OneOf[Guests]):
    """Question to P: the other seats that also draw, at most as many as the rules say."""

    kind = "guests"
    decision = Guests
    refusal_reason = "that is no choice of other players, or of too many"

    def legal_answers(self, state: Cabinet, seat: int) -> Iterator[Guests]:
        others = state.others(seat)
        for count in range(min(state.rules.numbers.works_guests, len(others)), -1, -1):
            yield from map(Guests, combinations(others, count))

    def apply(self, step: Step, seat: int, decision: Guests) -> None:
        """Let P and the chosen seats draw."""
        _draw_with_guests(step, seat, decision.seats)


GUESTS = question(GuestChoice())

# Foreign Affairs ------------------------------------------------------------------------------------------------------


@agenda("swap")
def ask_for_swap(step: Step, seat: int) -> None:
    """Ask for a swap proposal, if the rules have any swaps."""
    if step.state.rules.numbers.max_swapped:
        step.ask(SWAP, seat)


class SwapProposal(Question[Swap]):
    """Question: a swap with another seat, up to three cards from each side, or no swap (B31)."""

    kind = "swap"
    decision = Swap

    def check(self, state: Cabinet, seat: int, decision: Swap) -> None:
        """Check that the named cards are in the two hands."""
        to, mine, theirs = decision
        if bool(to) != bool(mine or theirs) or (to and to not in state.others(seat)):
            raise IllegalDecision(seat, "a swap is of cards with another player")
        if max(len(mine), len(theirs)) > state.rules.numbers.max_swapped:
            raise IllegalDecision(seat, f"at most {state.rules.numbers.max_swapped} cards of each side")
        check_named(seat, mine, state.hand[seat])
        check_named(seat, theirs, state.hand[to])

    def apply(self, step: Step, seat: int, decision: Swap) -> None:
        """Ask the other seat if it accepts."""
        if decision.to:
            step.emit(events.SwapProposed(seat, *decision))
            step.ask(ACCEPT, decision.to, seat, decision.mine, decision.theirs)

    def options(self, state: Cabinet, seat: int, own: Secrets) -> Iterator[Swap]:
        """Yield the decision not to swap, then swaps from few cards to many."""
        yield Swap()
        most = state.rules.numbers.max_swapped
        for total in range(1, 2 * most + 1):
            for mine in range(
                max(0, total - state.rules.numbers.max_swapped), min(total, state.rules.numbers.max_swapped) + 1
            ):
                for other in state.others(seat):
                    for given in cards.card_choices(state.hand[seat], mine):
                        yield from (
                            Swap(other, given, asked) for asked in cards.card_choices(state.hand[other], total - mine)
                        )

    def sample(self, state: Cabinet, seat: int, own: Secrets, chance: RandomSource) -> Swap:
        others = state.others(seat)
        other = others[chance.uniform(len(others))]
        mine, theirs = (
            tuple(shuffled(state.hand[other_seat], chance)[: chance.uniform(state.rules.numbers.max_swapped + 1)])
            for other_seat in (seat, other)
        )
        return Swap(other, mine, theirs) if mine or theirs else Swap()

    def default_answer(self, state: Cabinet, seat: int, own: Secrets, chance: RandomSource) -> Swap:
        return Swap()

    def stand_in(self, state: Cabinet, seat: int, chance: RandomSource) -> Swap:
        return Swap()


class SwapAnswer(OneOf[Accept, int, tuple[int, ...], tuple[int, ...]]):
    """Question to the other seat: its answer to a swap proposal.

    The details are the proposing seat, that seat's cards, and the answering seat's cards.
    """

    kind = "accept"
    decision = Accept
    refusal_reason = "yes or no"

    def legal_answers(
        self, state: Cabinet, seat: int, proposer: int, theirs: tuple[int, ...], mine: tuple[int, ...]
    ) -> Iterator[Accept]:
        """Return the answers no and yes, no first because it is the usual answer (B31)."""
        return map(Accept, (False, True))

    def apply(
        self, step: Step, seat: int, decision: Accept, proposer: int, theirs: tuple[int, ...], mine: tuple[int, ...]
    ) -> None:
        """Exchange the cards if the answer is yes."""
        state = step.state
        if decision.yes:
            state.take_cards(seat, mine)
            state.take_cards(proposer, theirs)
            state.give_cards(seat, theirs)
            state.give_cards(proposer, mine)
        step.emit(events.SwapAnswered(proposer, seat, int(decision.yes)))

    def stand_in(
        self,
        state: Cabinet,
        seat: int,
        chance: RandomSource,
        proposer: int,
        theirs: tuple[int, ...],
        mine: tuple[int, ...],
    ) -> Accept:
        """Return the answer yes, so that the team gets the cards that the absent seat held (B35)."""
        return Accept(True)


SWAP, ACCEPT = question(SwapProposal()), question(SwapAnswer())

# Justice --------------------------------------------------------------------------------------------------------------


@agenda("take")
def take_discards(step: Step, seat: int, count: int, among: tuple[int, ...]) -> None:
    """Move `count` of the discarded cards in `among` to the hand, or all of them if there are no more."""
    if not count:
        return
    if len(among) > count:
        step.ask(TAKE, seat, count, among)
    else:
        move_to_hand(step, seat, among)


def move_to_hand(step: Step, seat: int, copies: tuple[int, ...]) -> None:
    """Move cards of the discard piles to a hand."""
    state = step.state
    state.spent_resources = tuple(copy for copy in state.spent_resources if copy not in copies)
    state.spent_ministries = tuple(copy for copy in state.spent_ministries if copy not in copies)
    state.give_cards(seat, copies)
    step.emit(events.CardsTaken(seat, copies))


class TakeChoice(Question[Take, int, tuple[int, ...]]):
    """The question to a seat for `count` discarded cards that it takes."""

    kind = "take"
    decision = Take

    def check(self, state: Cabinet, seat: int, decision: Take, count: int, among: tuple[int, ...]) -> None:
        """Check that the decision names the number of cards due, all from `among`."""
        if len(decision.cards) != count:
            raise IllegalDecision(seat, f"{count} cards are taken, not {len(decision.cards)}")
        check_named(seat, decision.cards, among)

    def apply(self, step: Step, seat: int, decision: Take, count: int, among: tuple[int, ...]) -> None:
        """Move the cards to the hand."""
        move_to_hand(step, seat, decision.cards)

    def options(self, state: Cabinet, seat: int, own: Secrets, count: int, among: tuple[int, ...]) -> Iterator[Take]:
        return map(Take, cards.card_choices(among, count))

    def stand_in(self, state: Cabinet, seat: int, chance: RandomSource, count: int, among: tuple[int, ...]) -> Take:
        """Return the cards with the highest numbers; Goodwill comes first."""
        return Take(tuple(sorted(among)[-count:]))


TAKE = question(TakeChoice())

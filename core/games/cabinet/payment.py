"""Joint payments: by a decision of the player in office, or in two rounds of secret pledges (rules part 6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from core.engine.game import IllegalDecision, RandomSource
from core.engine.hidden.secrets import Secrets
from core.games.cabinet import cards, events, standing
from core.games.cabinet.cards import GOODWILL, JUSTICE, MILESTONE, Cost
from core.games.cabinet.decisions import Pledge, Settle
from core.games.cabinet.options import BRISK
from core.games.cabinet.rules import OneOf, Question, Step, agenda, check_named, question
from core.games.cabinet.state import Cabinet

Pledges = Sequence[tuple[int, tuple[int, ...]]]
"""Pledges as pairs (seat, copies), clockwise from the current player."""


class FilledCost(NamedTuple):
    """Result of filling a cost: the cards taken from each seat, the use of the Assist, and the open places."""

    cards_taken: tuple[tuple[int, tuple[int, ...]], ...]
    is_assisted: bool
    missing: Cost


def fill_cost(cost: Cost, pledges: Pledges, assist: Cost = ()) -> FilledCost:
    """Fill a cost from the pledges, taking only cards that are needed (P2).

    A named Assist is used first, then exact cards, then a wild Assist, then Goodwill.

    >>> fill_cost((0, 0, 1), [(1, (1, 56)), (2, (2, 3))])
    FilledCost(cards_taken=((1, (1, 56)), (2, (2,))), is_assisted=False, missing=())
    """
    need = [cost.count(kind) for kind in range(GOODWILL)]
    assisted = False
    for kind in assist:
        if kind != GOODWILL and need[kind]:
            need[kind] -= 1
            assisted = True
    taken: dict[int, list[int]] = {seat: [] for seat, _ in pledges}
    wild: list[tuple[int, int]] = []
    for seat, copies in pledges:
        for copy in copies:
            kind = cards.kind_of(copy)
            if kind == GOODWILL:
                wild.append((seat, copy))
            elif need[kind]:
                need[kind] -= 1
                taken[seat].append(copy)
    missing = [kind for kind, places in enumerate(need) for _ in range(places)]
    for _ in range(assist.count(GOODWILL)):
        if missing:
            missing.pop(0)
            assisted = True
    for seat, copy in wild[: len(missing)]:
        missing.pop(0)
        taken[seat].append(copy)
    return FilledCost(
        tuple((seat, tuple(copies)) for seat, copies in taken.items() if copies), assisted, tuple(missing)
    )


def usable_cards(cost: Cost, copies: Iterable[int]) -> tuple[int, ...]:
    """Return the copies that can fill places of the cost, but of each kind no more than it has places."""
    room = {kind: cost.count(kind) for kind in range(GOODWILL)} | {GOODWILL: len(cost)}
    results = []
    for copy in copies:
        if cards.is_resource(copy) and room[cards.kind_of(copy)]:
            room[cards.kind_of(copy)] -= 1
            results.append(copy)
    return tuple(results)


def pays_exactly(cost: Cost, copies: tuple[int, ...], less: int = 0) -> bool:
    """Return True if the copies pay exactly the cost except for `less` of its places."""
    filled = fill_cost(cost, [(0, copies)])
    return len(filled.missing) == less and sum(len(taken) for _, taken in filled.cards_taken) == len(copies)


def exact_payments(cost: Cost, copies: Iterable[int], less: int = 0) -> Iterator[tuple[int, ...]]:
    """Yield every way to pay the cost from the copies, but only one of several ways with equal cards."""
    for chosen in cards.card_choices(usable_cards(cost, copies), len(cost) - less):
        if pays_exactly(cost, chosen, less):
            yield chosen


# Rounds ---------------------------------------------------------------------------------------------------------------


def possible_assists(state: Cabinet, seat: int, copy: int = 0) -> list[int]:
    """Return the Ministries that the seat may name as Assist for a card, by default the one at stake (B6).

    Only the current player may name one, and only for a Milestone. Of equal cards only one is listed.
    """
    if seat != state.current or cards.deck_of(copy or state.at_stake) != MILESTONE or not standing.may_assist(state):
        return []
    return [group[0] for (deck, _), group in cards.group_by_face(state.hand[seat]).items() if deck == cards.MINISTRY]


def assist_places(state: Cabinet, copy: int) -> Cost:
    """Return the places that a Ministry fills as an Assist; the copy 0 fills none."""
    return state.rules.ministries[cards.kind_of(copy)].assist if copy else ()


def shortfall(state: Cabinet, copy: int) -> Cost:
    """Return the places of a Milestone or Challenge that all hands and the best Assist of P cannot fill now."""
    cost = standing.cost(state, copy)
    hands = [(seat, usable_cards(cost, state.hand[seat])) for seat in state.clockwise(state.current)]
    helpers = (0, *possible_assists(state, state.current, copy))
    return min((fill_cost(cost, hands, assist_places(state, helper)).missing for helper in helpers), key=len)


def begin_payment(step: Step, copy: int, then: str) -> None:
    """Begin the joint payment of a Milestone or Challenge.

    Afterwards the agenda item `then` receives the outcome.
    """
    state = step.state
    state.at_stake = copy
    missing = shortfall(state, copy)
    if missing:  # B26
        step.emit(events.PaymentShort(copy, missing, 1))
        _finish_payment(step, then, False)
    elif state.pace == BRISK:
        step.schedule(("settle", then))
    else:
        step.schedule(("pledge", 1, then))


# Payments that the player in office decides (B38) ---------------------------------------------------------------------


@agenda("settle")
def ask_for_settlement(step: Step, then: str) -> None:
    """Ask the player in office for the payment, unless a chosen Milestone can be paid in only one way."""
    state = step.state
    ways = settlements(state)
    if cards.deck_of(state.at_stake) == MILESTONE and len(ways) == 1:
        _settle(step, ways[0], then)
    else:
        step.ask(SETTLE, state.current, then)


def settlements(state: Cabinet) -> list[Settle]:
    """Return the ways to pay the card at stake: without an Assist, and with each Assist that helps."""
    ways = []
    for assist in (0, *possible_assists(state, state.current)):
        filled = fullest_filling(state, assist)
        if not filled.missing and bool(assist) == filled.is_assisted:
            ways.append(Settle(True, assist))
    return ways


def fullest_filling(state: Cabinet, assist: int) -> FilledCost:
    """Return the payment of the card at stake in which all seats give what fits, the fullest hands first."""
    cost = standing.cost(state, state.at_stake)
    hands = [(seat, usable_cards(cost, state.hand[seat])) for seat in giving_order(state)]
    return fill_cost(cost, hands, assist_places(state, assist))


def giving_order(state: Cabinet) -> list[int]:
    """Return the seats in the order in which their cards are taken for a payment (P2, B38)."""
    if state.pace == BRISK:
        return sorted(state.clockwise(state.current), key=lambda seat: -len(state.hand[seat]))
    return state.clockwise(state.current)


def _settle(step: Step, decision: Settle, then: str) -> None:
    if decision.pays:
        _take_payment(step, fullest_filling(step.state, decision.assist), decision.assist)
    _finish_payment(step, then, decision.pays)


class SettleChoice(OneOf[Settle, str]):
    """Question to the player in office: how the team pays the card at stake, or not at all (B38)."""

    kind = "settle"
    decision = Settle
    refusal_reason = "the team cannot pay like that"

    def legal_answers(self, state: Cabinet, seat: int, then: str) -> Iterator[Settle]:
        """Yield the ways to pay, then not to pay."""
        yield from settlements(state)
        yield Settle(False)

    def apply(self, step: Step, seat: int, decision: Settle, then: str) -> None:
        """Take the cards of the payment, or none."""
        _settle(step, decision, then)


SETTLE = question(SettleChoice())

# Rounds of pledges ----------------------------------------------------------------------------------------------------


@agenda("pledge")
def ask_for_pledges(step: Step, number: int, then: str) -> None:
    """Ask all seats that can contribute for their pledges, in round 1 or 2 (B27)."""
    state = step.state
    for seat in state.seats:
        if usable_cards(standing.cost(state, state.at_stake), state.hand[seat]) or possible_assists(state, seat):
            step.ask(PLEDGE, seat, number, then)


def _finish_payment(step: Step, then: str, paid: bool) -> None:
    state = step.state
    copy, state.at_stake, state.assist = state.at_stake, 0, 0
    state.pledges = [()] * len(state.pledges)
    step.schedule((then, copy, int(paid)))


def _take_payment(step: Step, filled: FilledCost, assist: int) -> None:
    """Discard the cards of a payment, and its Assist if it was needed (B28)."""
    state = step.state
    for seat, copies in filled.cards_taken:
        state.take_cards(seat, copies)
        state.spend_cards(copies)
        step.emit(events.CardsPaid(seat, copies))
    if filled.is_assisted:
        state.take_cards(state.current, (assist,))
        state.spend_cards((assist,))
        step.emit(events.AssistUsed(state.current, assist))
        if cards.kind_of(assist) == JUSTICE:
            step.schedule(("take", state.current, 1, tuple(c for _, copies in filled.cards_taken for c in copies)))


def proposed_pledge(state: Cabinet, seat: int, assist: int = 0) -> tuple[int, ...]:
    """Return the seat's part of a payment in which every seat gives the cards that fit.

    Exact cards are used before Goodwill. The client proposes this pledge to its player.
    """
    hands = [
        (other, usable_cards(standing.cost(state, state.at_stake), state.hand[other]))
        for other in state.clockwise(state.current)
    ]
    return dict(fill_cost(standing.cost(state, state.at_stake), hands, assist_places(state, assist)).cards_taken).get(
        seat, ()
    )


class JointPledge(Question[Pledge, int, str]):
    """Question to a seat: its contribution to a joint payment, in round 1 or 2 (P1, P3)."""

    kind = "pledge"
    decision = Pledge

    def check(self, state: Cabinet, seat: int, decision: Pledge, number: int, then: str) -> None:
        """Check that the pledge names Resource cards of the seat's hand that can fill a place.

        An Assist must be one that the seat may name.
        """
        check_named(seat, decision.cards, state.hand[seat])
        cost = standing.cost(state, state.at_stake)
        if len(usable_cards(cost, decision.cards)) != len(decision.cards):
            raise IllegalDecision(seat, "not all of these cards can fill a place of the cost")
        if decision.assist:
            check_named(seat, (decision.assist,), state.hand[seat])
            if not possible_assists(state, seat) or not cards.is_ministry(decision.assist):
                raise IllegalDecision(seat, "that card cannot assist")

    def apply_all(self, step: Step, decisions: Mapping[int, Pledge], details: Mapping[int, tuple[int, str]]) -> None:
        """Reveal all pledges at once.

        Then the payment is completed, a second round is asked, or the payment fails.
        """
        state = step.state
        number, then = next(iter(details.values()))
        giving = [seat for seat in state.clockwise(state.current) if seat in decisions]
        for seat in giving:
            state.pledges[seat] = decisions[seat].cards
            step.emit(events.CardsPledged(seat, *decisions[seat]))
        copy = state.at_stake
        assist = state.assist = decisions[state.current].assist if state.current in decisions else 0
        given = [(seat, decisions[seat].cards) for seat in giving]
        filled = fill_cost(standing.cost(state, copy), given, assist_places(state, assist))
        if filled.missing:
            step.emit(events.PaymentShort(copy, filled.missing, int(number == 2)))
            if number == 2:
                _finish_payment(step, then, False)
            else:
                step.schedule(("pledge", 2, then))
            return
        _take_payment(step, filled, assist)
        _finish_payment(step, then, True)

    def options(self, state: Cabinet, seat: int, own: Secrets, number: int, then: str) -> Iterator[Pledge]:
        """Yield pledges from all cards that fit down to none."""
        groups = list(
            cards.group_by_face(usable_cards(standing.cost(state, state.at_stake), state.hand[seat])).values()
        )
        for assist in (0, *possible_assists(state, seat)):
            for counts in product(*(range(len(group), -1, -1) for group in groups)):
                chosen = (copy for group, count in zip(groups, counts) for copy in group[:count])
                yield Pledge(tuple(chosen), assist)

    def sample(self, state: Cabinet, seat: int, own: Secrets, chance: RandomSource, number: int, then: str) -> Pledge:
        fits = usable_cards(standing.cost(state, state.at_stake), state.hand[seat])
        chosen = tuple(copy for copy in fits if chance.uniform(3))
        named = (0, *possible_assists(state, seat))
        return Pledge(chosen, named[chance.uniform(len(named))])

    def default_answer(
        self, state: Cabinet, seat: int, own: Secrets, chance: RandomSource, number: int, then: str
    ) -> Pledge:
        """Return an empty pledge (P1)."""
        return Pledge(())

    def stand_in(self, state: Cabinet, seat: int, chance: RandomSource, number: int, then: str) -> Pledge:
        """Return a pledge of all that fits (B19)."""
        return Pledge(usable_cards(standing.cost(state, state.at_stake), state.hand[seat]))


PLEDGE = question(JointPledge())

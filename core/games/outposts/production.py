"""Production: boards, Deals and Locations give their goods at once (rules part 4).

Only owners of Crossroads Fairs are asked a question.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from core.games.outposts import cards
from core.games.outposts.board import CENTRAL_DIRECTIONS, HORIZONTAL, VERTICAL
from core.games.outposts.decisions import Favour
from core.games.outposts.gains import FAIR, give_gains, production_gain
from core.games.outposts.goods import Gain, multiply_gain, sum_gains
from core.games.outposts.rules import OneOf, Step, agenda, question
from core.games.outposts.state import Outposts

_FAIR = next(number for number, card in enumerate(cards.CARDS) if card.name == FAIR)


def production_income(state: Outposts, seat: int) -> Gain:
    """Return the seat's gain from a Production phase, not counting its Crossroads Fairs."""
    board = state.rules.leagues[state.league[seat]].produces
    deals = (state.rules.card(copy).deal for copy in state.deals[seat])
    return sum_gains(board, *deals, *(production_gain(state, seat, copy) for copy in state.hold[seat]))


def fair_gain(state: Outposts, seat: int, way: int) -> Gain:
    """Return the gain of a Crossroads Fair in this Central direction."""
    effect = state.rules.cards[_FAIR].effect
    return multiply_gain(effect.gives, min(effect.most, state.in_direction(seat, way)))


@agenda("production")
def run_production(step: Step) -> None:
    """Give every seat that is present its gain from Production."""
    state = step.state
    state.phase = "production"
    there = [seat for seat in state.clockwise(state.first) if seat not in step.lost]
    step.schedule(("fairs", tuple(seat for seat in there for _ in range(state.has_location(seat, FAIR)))))
    give_gains(step, *((seat, production_income(state, seat)) for seat in there))


@agenda("fairs")
def run_fairs(step: Step, holders: tuple[int, ...]) -> None:
    """Give the gains of the Crossroads Fairs.

    A seat is asked for the direction only if the two directions give different gains. `holders` lists a seat once for
    each Fair that it has.
    """
    state = step.state
    for seat in dict.fromkeys(holders):
        if seat in step.lost:
            continue
        if fair_gain(state, seat, VERTICAL) == fair_gain(state, seat, HORIZONTAL):
            give_gains(step, (seat, multiply_gain(fair_gain(state, seat, VERTICAL), holders.count(seat))))
        else:
            step.ask(FAVOUR, seat, holders.count(seat))


class FavourChoice(OneOf[Favour, int]):
    """Question to a seat: the Central direction of each Crossroads Fair, in each Production (C16)."""

    kind = "fair"
    decision = Favour
    refusal_reason = "each Crossroads Fair takes one of the two Central directions"

    def legal_answers(self, state: Outposts, seat: int, fairs: int) -> Iterator[Favour]:
        """Return the choices of directions, the best one first."""
        best = sorted(CENTRAL_DIRECTIONS, key=lambda way: (-state.in_direction(seat, way), way))
        return (Favour(tuple(sorted(ways))) for ways in combinations_with_replacement(best, fairs))

    def apply(self, step: Step, seat: int, decision: Favour, fairs: int) -> None:
        give_gains(step, *((seat, fair_gain(step.state, seat, way)) for way in decision.ways))


FAVOUR = question(FavourChoice())

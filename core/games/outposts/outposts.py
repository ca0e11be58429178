"""The map: building, upgrading, activating and razing Outposts (rules part 6)."""

from __future__ import annotations

from core.games.outposts import board, events
from core.games.outposts.gains import BUILT, LOST, RAZED, RAZED_OUTPOST, UPGRADED, feature_gains, give_gains, level_gain
from core.games.outposts.goods import VP, multiply_gain
from core.games.outposts.rules import Step
from core.games.outposts.state import WARDEN, Outposts

MAX_LEVEL = 3
STOCKADE_NAME = "Watch Stockade"
WARDENS_LEVEL = 2


def outpost_defence(state: Outposts, place: int) -> int:
    """Return the cost of razing the Outpost (6.5)."""
    owner = state.owner[place]
    stockades = 0 if owner == WARDEN else state.has_location(owner, STOCKADE_NAME)
    return state.rules.level_defence[state.level[place]] + state.guarded[place] + stockades


def can_pay_for(state: Outposts, copy: int, place: int, level: int) -> bool:
    """Return True if discarding the card pays for an Outpost of this level on this Territory (6.10, C2, C25)."""
    card = state.rules.card(copy)
    if level == 1:
        return card.dist == 1
    if level == MAX_LEVEL:
        return card.dist >= 2
    return state.rules.territory(place).type in ("", *card.types)


def raze_targets(state: Outposts, seat: int) -> list[int]:
    """Return the places of the other owners' Outposts that the seat may raze (6.4).

    They are next to an Outpost of the seat, and their owners have not passed.
    """
    rivals = state.rivals(seat)
    return [place for place in board.PLACES if state.owner[place] in rivals and state.is_adjoining(seat, place)]


def remove_outpost(state: Outposts, place: int) -> None:
    """Remove an Outpost and any Wall on it; the token goes back to its owner (C9)."""
    state.owner[place] = state.level[place] = state.guarded[place] = 0


def place_outpost(step: Step, seat: int, place: int, away: int, happened: tuple[str, ...] = (BUILT,)) -> None:
    """Place an Outpost of level 1, and give the seat the effect of that level (6.2).

    If `away` is not 0, that Outpost is removed first.
    """
    state = step.state
    if away:
        remove_outpost(state, away)
        step.emit(events.OutpostTakenAway(seat, away))
    state.owner[place], state.level[place] = seat, 1
    step.emit(events.OutpostBuilt(seat, place, 1))
    give_gains(step, (seat, feature_gains(step, seat, *happened)), (seat, level_gain(state, place, 1)))


def raise_outpost(step: Step, seat: int, place: int, level: int) -> None:
    """Raise an Outpost by one level and give its owner the effect of `level` (6.3, C5)."""
    state = step.state
    state.level[place] += 1
    step.emit(events.OutpostUpgraded(seat, place, state.level[place]))
    activate_outpost(step, seat, place, level, UPGRADED)


def activate_outpost(step: Step, seat: int, place: int, level: int, *happened: str) -> None:
    """Give the seat the effect of that level of its Outpost (6.7)."""
    step.emit(events.OutpostActivated(seat, place, level))
    give_gains(step, (seat, feature_gains(step, seat, *happened)), (seat, level_gain(step.state, place, level)))


def raze_by_seat(step: Step, seat: int, place: int, level: int) -> None:
    """Raze an Outpost that the seat has paid for, and give the seat the effect of `level` (6.4, C15)."""
    state = step.state
    owner, stood = state.owner[place], state.level[place]
    remove_outpost(state, place)
    step.emit(events.OutpostRazed(seat, owner, place, stood))
    lost = () if owner == WARDEN else ((owner, feature_gains(step, owner, LOST)),)
    give_gains(step, (seat, multiply_gain(((VP, 1),), state.rules.numbers.raze_vp)), *lost)
    activate_outpost(step, seat, place, level, RAZED, RAZED_OUTPOST)

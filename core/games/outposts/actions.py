"""The actions of a turn: when they are legal, and what they do (rules part 5).

The actions A6 and A12-A14 are in maps.py. The functions that list legal actions name all cards by their copies, even
closed ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from core.games.outposts import cards, events
from core.games.outposts.decisions import Act
from core.games.outposts.gains import (
    CLAIMED,
    CREW_1,
    CREW_2,
    DEALT,
    FAIR,
    LOST,
    RAZED,
    VISITED,
    WALLED,
    build_events,
    can_pay,
    can_pay_marks,
    feature_gains,
    give_gains,
    pay,
    pay_marks,
    production_gain,
)
from core.games.outposts.goods import PARLEY, RAID, SURVEY, TIMBER, VP, WALL, Gain
from core.games.outposts.hidden_cards import RUINS, discard_copies, open_ruins
from core.games.outposts.rules import Step
from core.games.outposts.state import WARDEN, Outposts

Copies = tuple[int, ...]
Legal = Callable[[Outposts, int, Copies, Copies], Iterator[Act]]
"""Function from (state, seat, copies in hand, copies of Ruins) to the legal actions."""


class ActionKind(NamedTuple):
    """A kind of action: a function that yields its legal actions, and one that carries out an action."""

    legal_acts: Legal
    carry_out: Callable[[Step, int, Act], None]


ACTION_KINDS: dict[str, ActionKind] = {}
"""Kinds of action by name, in the order in which they are offered."""
RAZE_KINDS = ("raze card", "raze location", "raze outpost")
"""Kinds of action that are not allowed as the second action of a brisk turn (C29)."""
SIGNALS, SALVAGE, STORE = "Signal Fires", "Salvage Rights", "Bonded Store"
DEVELOP_PRICE: Gain = ((TIMBER, 1),)
LABOUR_MARKS = (SURVEY, RAID, PARLEY)


def declare_action(
    kind: str, legal: Legal
) -> Callable[[Callable[[Step, int, Act], None]], Callable[[Step, int, Act], None]]:
    """Return a decorator that registers a function as the effect of this kind of action.

    `legal` yields the legal actions of the kind.
    """

    def declare(do: Callable[[Step, int, Act], None]) -> Callable[[Step, int, Act], None]:
        ACTION_KINDS[kind] = ActionKind(legal, do)
        return do

    return declare


def location_defence(state: Outposts, owner: int, copy: int) -> int:
    """Return the cost of razing a Location (part 5)."""
    printed = state.rules.defence[state.rules.card(copy).kind]
    if owner == WARDEN:
        return printed
    fires = sum(state.rules.card(other).name == SIGNALS and other != copy for other in state.hold[owner])
    return printed + state.walls.get(copy, 0) + fires


def leave_hold(state: Outposts, seat: int, copy: int) -> None:
    """Remove a Location from the hold, with its Walls and the counts of its uses."""
    state.hold[seat] = tuple(other for other in state.hold[seat] if other != copy)
    state.walls.pop(copy, None)
    state.used.pop(copy, None)
    state.visited = tuple(other for other in state.visited if other != copy)


def make_ruins(step: Step, owner: int, copy: int) -> None:
    """Turn a razed Location face down; its owner gains its Deal good (A5)."""
    leave_hold(step.state, owner, copy)
    RUINS.add(step.state, owner, -copy)


def place_location(step: Step, seat: int, copy: int, over: int, more: Gain = ()) -> None:
    """Place a card of the hand as a Location (A1, C11)."""
    state, card = step.state, step.state.rules.card(copy)
    state.hold[seat] += (copy,)
    step.emit(events.LocationBuilt(seat, copy, over))
    if card.name == FAIR:
        step.schedule(("fairs", (seat,)))
    seen = feature_gains(step, seat, *build_events(card.types), besides=copy)
    give_gains(step, (seat, more), (seat, card.bonus), (seat, production_gain(state, seat, copy)), (seat, seen))


# Cards of the hand ----------------------------------------------------------------------------------------------------


def _build_actions(state: Outposts, seat: int, hand: Copies, ruins: Copies) -> Iterator[Act]:
    return (Act("build", copy) for copy in hand if can_pay_marks(state, seat, SURVEY, state.rules.card(copy).dist))


@declare_action("build", _build_actions)
def build_location(step: Step, seat: int, act: Act) -> None:
    """Build a Location with a card of the hand (A1)."""
    copy = step.state.piles.leave_hand(seat, act.card)
    pay_marks(step, seat, SURVEY, step.state.rules.card(copy).dist)
    place_location(step, seat, copy, 0)


def _develop_actions(state: Outposts, seat: int, hand: Copies, ruins: Copies) -> Iterator[Act]:
    timber = can_pay(state, seat, DEVELOP_PRICE)
    for copy in hand:
        if timber:
            yield from (Act("develop", copy, over=old) for old in state.hold[seat] if cards.share_type(copy, old))
        if timber or state.has_location(seat, SALVAGE):
            yield from (Act("develop", copy, ruin=ruin) for ruin in ruins)


@declare_action("develop", _develop_actions)
def develop_location(step: Step, seat: int, act: Act) -> None:
    """Replace a Location or a Ruins by a new Location (A2, C12, C19)."""
    state = step.state
    copy = state.piles.leave_hand(seat, act.card)
    if not act.ruin or not state.has_location(seat, SALVAGE):
        pay(step, seat, DEVELOP_PRICE)
    old = open_ruins(step, seat, act.ruin) if act.ruin else act.over
    if act.over:
        leave_hold(state, seat, old)
    discard_copies(step, old)
    place_location(step, seat, copy, old, ((VP, 1),))


def _deal_actions(state: Outposts, seat: int, hand: Copies, ruins: Copies) -> Iterator[Act]:
    return (Act("deal", copy) for copy in hand if can_pay_marks(state, seat, PARLEY, state.rules.card(copy).dist))


@declare_action("deal", _deal_actions)
def make_deal(step: Step, seat: int, act: Act) -> None:
    """Make a Deal with a card of the hand (A3)."""
    copy = step.state.piles.leave_hand(seat, act.card)
    card = step.state.rules.card(copy)
    pay_marks(step, seat, PARLEY, card.dist)
    step.state.deals[seat] += (copy,)
    step.emit(events.DealMade(seat, copy))
    give_gains(step, (seat, card.deal), (seat, feature_gains(step, seat, DEALT)))


def _raze_card_actions(state: Outposts, seat: int, hand: Copies, ruins: Copies) -> Iterator[Act]:
    return (Act("raze card", copy) for copy in hand if can_pay_marks(state, seat, RAID, state.rules.card(copy).dist))


@declare_action("raze card", _raze_card_actions)
def raze_card(step: Step, seat: int, act: Act) -> None:
    """Raze a card of the hand for its spoils (A4)."""
    copy = step.state.piles.leave_hand(seat, act.card)
    card = step.state.rules.card(copy)
    pay_marks(step, seat, RAID, card.dist)
    discard_copies(step, copy)
    step.emit(events.HandCardRazed(seat, copy))
    give_gains(step, (seat, card.spoils), (seat, feature_gains(step, seat, RAZED)))


# Locations of others --------------------------------------------------------------------------------------------------


def owner_of(state: Outposts, seat: int, copy: int) -> int:
    """Return the owner of a Location that the seat may raze or visit, or 0 if it may not."""
    return next((other for other in state.exposed_holds(seat) if copy in state.held_by(other)), 0)


def _raze_location_actions(state: Outposts, seat: int, hand: Copies, ruins: Copies) -> Iterator[Act]:
    for other in state.exposed_holds(seat):
        for copy in state.held_by(other):
            if can_pay_marks(state, seat, RAID, location_defence(state, other, copy)):
                yield Act("raze location", at=copy)


@declare_action("raze location", _raze_location_actions)
def raze_location(step: Step, seat: int, act: Act) -> None:
    """Raze a Location (A5); a Location of the Warden is discarded (part 7)."""
    state, copy = step.state, act.at
    owner, card = owner_of(state, seat, copy), state.rules.card(copy)
    pay_marks(step, seat, RAID, location_defence(state, owner, copy))
    compensated = []
    if owner == WARDEN:
        state.warden_hold = tuple(other for other in state.warden_hold if other != copy)
        discard_copies(step, copy)
    else:
        make_ruins(step, owner, copy)
        compensated += [(owner, card.deal), (owner, feature_gains(step, owner, LOST))]
    step.emit(events.LocationRazed(seat, owner, copy))
    give_gains(step, (seat, card.spoils), (seat, feature_gains(step, seat, RAZED)), *compensated)


def _visit_actions(state: Outposts, seat: int, hand: Copies, ruins: Copies) -> Iterator[Act]:
    if can_pay(state, seat, CREW_1):
        for other in state.exposed_holds(seat):
            for copy in state.held_by(other) if other != WARDEN else ():
                if state.rules.card(copy).effect.opens and copy not in state.visited:
                    yield Act("visit", at=copy)


@declare_action("visit", _visit_actions)
def visit_location(step: Step, seat: int, act: Act) -> None:
    """Visit a Location of another owner (A8)."""
    state = step.state
    owner = owner_of(state, seat, act.at)
    pay(step, seat, CREW_1, owner)
    state.visited += (act.at,)
    step.emit(events.LocationVisited(seat, owner, act.at))
    give_gains(step, (seat, state.rules.card(act.at).effect.gives), (owner, feature_gains(step, owner, VISITED)))


# Board, Connections, labour, Walls ------------------------------------------------------------------------------------


def _board_actions(state: Outposts, seat: int, hand: Copies, ruins: Copies) -> Iterator[Act]:
    if not state.boarded[seat] and can_pay(state, seat, state.rules.leagues[state.league[seat]].pays):
        yield Act("board")


@declare_action("board", _board_actions)
def use_board(step: Step, seat: int, act: Act) -> None:
    """Use the action of the seat's board (A7)."""
    league = step.state.rules.leagues[step.state.league[seat]]
    pay(step, seat, league.pays)
    step.state.boarded[seat] = 1
    step.emit(events.BoardUsed(seat))
    give_gains(step, (seat, league.gives))


def _claim_actions(state: Outposts, seat: int, hand: Copies, ruins: Copies) -> Iterator[Act]:
    if can_pay(state, seat, CREW_1):
        yield from (Act("claim", at=copy) for copy in state.connections)


@declare_action("claim", _claim_actions)
def claim_connection(step: Step, seat: int, act: Act) -> None:
    """Claim a Connection for the seat (A9)."""
    pay(step, seat, CREW_1)
    take_connection(step.state, act.at)
    step.emit(events.ConnectionClaimed(seat, act.at))
    give_gains(step, (seat, step.state.rules.connection(act.at).gain), (seat, feature_gains(step, seat, CLAIMED)))


def take_connection(state: Outposts, copy: int) -> None:
    """Mark the Connection as claimed; at the end of the round it goes under its pile."""
    state.connections = tuple(other for other in state.connections if other != copy)
    state.claimed += (copy,)


def _labour_actions(state: Outposts, seat: int, hand: Copies, ruins: Copies) -> Iterator[Act]:
    if not state.laboured[seat] and can_pay(state, seat, CREW_2):
        yield from (Act("labour", at=mark) for mark in LABOUR_MARKS)


@declare_action("labour", _labour_actions)
def resolve_labour(step: Step, seat: int, act: Act) -> None:
    """Exchange two crew for a mark (A10)."""
    pay(step, seat, CREW_2)
    step.state.laboured[seat] = 1
    step.emit(events.Laboured(seat))
    give_gains(step, (seat, ((act.at, 1),)))


def wall_places(state: Outposts, seat: int) -> Iterator[int]:
    """Yield the places for Walls of the seat; a place is repeated for each Wall that fits there."""
    yield from (-place for place in state.outposts_of(seat) if not state.guarded[place])
    for copy in state.hold[seat]:
        yield from [copy] * max(0, state.rules.numbers.location_walls - state.walls.get(copy, 0))


def can_fortify(state: Outposts, seat: int, walls: tuple[int, ...]) -> bool:
    """Return True if the seat has these Walls and there is room for each of them (A11)."""
    room = Counter(wall_places(state, seat))
    return 0 < len(walls) <= state.goods[seat][WALL] and Counter(walls) <= room


def _fortify_actions(state: Outposts, seat: int, hand: Copies, ruins: Copies) -> Iterator[Act]:
    """Yield actions that place Walls: one Wall at each possible place, and as many Walls as possible.

    Other distributions are legal too, but are not listed.
    """
    room, had = list(wall_places(state, seat)), state.goods[seat][WALL]
    if had:
        yield from (Act("fortify", walls=(where,)) for where in dict.fromkeys(room))
        if had > 1 and len(room) > 1:
            yield Act("fortify", walls=tuple(room[:had]))


@declare_action("fortify", _fortify_actions)
def place_walls(step: Step, seat: int, act: Act) -> None:
    """Place the seat's Walls (A11)."""
    state = step.state
    pay(step, seat, ((WALL, len(act.walls)),))
    for where in act.walls:
        if where < 0:
            state.guarded[-where] = 1
        else:
            state.walls[where] = state.walls.get(where, 0) + 1
    step.emit(events.WallsPlaced(seat, act.walls))
    give_gains(step, (seat, feature_gains(step, seat, WALLED)))

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
    RAZED,
    affords,
    affords_marks,
    build_events,
    feature_gains,
    gain,
    pay,
    pay_marks,
    produced,
)
from core.games.outposts.goods import PARLEY, RAID, SURVEY, TIMBER, VP, WALL, Gain
from core.games.outposts.hidden_cards import RUINS, discard, open_ruins
from core.games.outposts.rules import Step
from core.games.outposts.state import WARDEN, Outposts

Copies = tuple[int, ...]
Legal = Callable[[Outposts, int, Copies, Copies], Iterator[Act]]
"""Function from (state, seat, copies in hand, copies of Ruins) to the legal actions."""


class ActionKind(NamedTuple):
    """A kind of action: a function that yields its legal actions, and one that carries out an action."""

    legal: Legal
    do: Callable[[Step, int, Act], None]


ACTION_KINDS: dict[str, ActionKind] = {}
"""Kinds of action by name, in the order in which they are offered."""
RAZE_KINDS = ("raze card", "raze location", "raze outpost")
"""Kinds of action that are not allowed as the second action of a brisk turn (C29)."""
SIGNALS, SALVAGE, STORE = "Signal Fires", "Salvage Rights", "Bonded Store"
PRICE_OF_DEVELOPING: Gain = ((TIMBER, 1),)
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


def defence(state: Outposts, owner: int, copy: int) -> int:
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
    RUINS.lay(step.state, owner, -copy)


def place_location(step: Step, seat: int, copy: int, over: int, more: Gain = ()) -> None:
    """Place a card of the hand as a Location (A1, C11)."""
    state, card = step.state, step.state.rules.card(copy)
    state.hold[seat] += (copy,)
    step.say(events.LocationBuilt(seat, copy, over))
    if card.name == FAIR:
        step.later(("fairs", (seat,)))
    seen = feature_gains(step, seat, *build_events(card.types), besides=copy)
    gain(step, (seat, more), (seat, card.bonus), (seat, produced(state, seat, copy)), (seat, seen))


# Cards of the hand ----------------------------------------------------------------------------------------------------


def _buildable(state: Outposts, seat: int, hand: Copies, ruins: Copies) -> Iterator[Act]:
    return (Act("build", copy) for copy in hand if affords_marks(state, seat, SURVEY, state.rules.card(copy).dist))


@declare_action("build", _buildable)
def build(step: Step, seat: int, act: Act) -> None:
    """Build a Location with a card of the hand (A1)."""
    copy = step.state.piles.leave_hand(seat, act.card)
    pay_marks(step, seat, SURVEY, step.state.rules.card(copy).dist)
    place_location(step, seat, copy, 0)


def _develop_actions(state: Outposts, seat: int, hand: Copies, ruins: Copies) -> Iterator[Act]:
    timber = affords(state, seat, PRICE_OF_DEVELOPING)
    for copy in hand:
        if timber:
            yield from (Act("develop", copy, over=old) for old in state.hold[seat] if cards.share_type(copy, old))
        if timber or state.has(seat, SALVAGE):
            yield from (Act("develop", copy, ruin=ruin) for ruin in ruins)


@declare_action("develop", _develop_actions)
def develop(step: Step, seat: int, act: Act) -> None:
    """Replace a Location or a Ruins by a new Location (A2, C12, C19)."""
    state = step.state
    copy = state.piles.leave_hand(seat, act.card)
    if not act.ruin or not state.has(seat, SALVAGE):
        pay(step, seat, PRICE_OF_DEVELOPING)
    old = open_ruins(step, seat, act.ruin) if act.ruin else act.over
    if act.over:
        leave_hold(state, seat, old)
    discard(step, old)
    place_location(step, seat, copy, old, ((VP, 1),))


def _deal_actions(state: Outposts, seat: int, hand: Copies, ruins: Copies) -> Iterator[Act]:
    return (Act("deal", copy) for copy in hand if affords_marks(state, seat, PARLEY, state.rules.card(copy).dist))


@declare_action("deal", _deal_actions)
def make_deal(step: Step, seat: int, act: Act) -> None:
    """Make a Deal with a card of the hand (A3)."""
    copy = step.state.piles.leave_hand(seat, act.card)
    card = step.state.rules.card(copy)
    pay_marks(step, seat, PARLEY, card.dist)
    step.state.deals[seat] += (copy,)
    step.say(events.DealMade(seat, copy))
    gain(step, (seat, card.deal), (seat, feature_gains(step, seat, DEALT)))


def _razable_cards(state: Outposts, seat: int, hand: Copies, ruins: Copies) -> Iterator[Act]:
    return (Act("raze card", copy) for copy in hand if affords_marks(state, seat, RAID, state.rules.card(copy).dist))


@declare_action("raze card", _razable_cards)
def raze_card(step: Step, seat: int, act: Act) -> None:
    """Raze a card of the hand for its spoils (A4)."""
    copy = step.state.piles.leave_hand(seat, act.card)
    card = step.state.rules.card(copy)
    pay_marks(step, seat, RAID, card.dist)
    discard(step, copy)
    step.say(events.HandCardRazed(seat, copy))
    gain(step, (seat, card.spoils), (seat, feature_gains(step, seat, RAZED)))


# Locations of others --------------------------------------------------------------------------------------------------


def owner_of(state: Outposts, seat: int, copy: int) -> int:
    """Return the owner of a Location that the seat may raze or visit, or 0 if it may not."""
    return next((other for other in state.rivals(seat) if copy in state.held_by(other)), 0)


def _razable_locations(state: Outposts, seat: int, hand: Copies, ruins: Copies) -> Iterator[Act]:
    for other in state.rivals(seat):
        for copy in state.held_by(other):
            if affords_marks(state, seat, RAID, defence(state, other, copy)):
                yield Act("raze location", at=copy)


@declare_action("raze location", _razable_locations)
def raze_location(step: Step, seat: int, act: Act) -> None:
    """Raze a Location (A5); a Location of the Warden is discarded (part 7)."""
    state, copy = step.state, act.at
    owner, card = owner_of(state, seat, copy), state.rules.card(copy)
    pay_marks(step, seat, RAID, defence(state, owner, copy))
    compensated = []
    if owner == WARDEN:
        state.warden_hold = tuple(other for other in state.warden_hold if other != copy)
        discard(step, copy)
    else:
        make_ruins(step, owner, copy)
        compensated.append((owner, card.deal))
    step.say(events.LocationRazed(seat, owner, copy))
    gain(step, (seat, card.spoils), (seat, feature_gains(step, seat, RAZED)), *compensated)


def _visit_actions(state: Outposts, seat: int, hand: Copies, ruins: Copies) -> Iterator[Act]:
    if affords(state, seat, CREW_1):
        for other in state.rivals(seat):
            for copy in state.held_by(other) if other != WARDEN else ():
                if state.rules.card(copy).effect.opens and copy not in state.visited:
                    yield Act("visit", at=copy)


@declare_action("visit", _visit_actions)
def visit(step: Step, seat: int, act: Act) -> None:
    """Visit a Location of another owner (A8)."""
    state = step.state
    owner = owner_of(state, seat, act.at)
    pay(step, seat, CREW_1, owner)
    state.visited += (act.at,)
    step.say(events.LocationVisited(seat, owner, act.at))
    gain(step, (seat, state.rules.card(act.at).effect.gives))


# Board, Connections, labour, Walls ------------------------------------------------------------------------------------


def _board(state: Outposts, seat: int, hand: Copies, ruins: Copies) -> Iterator[Act]:
    if not state.boarded[seat] and affords(state, seat, state.rules.leagues[state.league[seat]].pays):
        yield Act("board")


@declare_action("board", _board)
def use_board(step: Step, seat: int, act: Act) -> None:
    """Use the action of the seat's board (A7)."""
    league = step.state.rules.leagues[step.state.league[seat]]
    pay(step, seat, league.pays)
    step.state.boarded[seat] = 1
    step.say(events.BoardUsed(seat))
    gain(step, (seat, league.gives))


def _claim_actions(state: Outposts, seat: int, hand: Copies, ruins: Copies) -> Iterator[Act]:
    if affords(state, seat, CREW_1):
        yield from (Act("claim", at=copy) for copy in state.connections)


@declare_action("claim", _claim_actions)
def claim(step: Step, seat: int, act: Act) -> None:
    """Claim a Connection for the seat (A9)."""
    pay(step, seat, CREW_1)
    take_connection(step.state, act.at)
    step.say(events.ConnectionClaimed(seat, act.at))
    gain(step, (seat, step.state.rules.connection(act.at).gain), (seat, feature_gains(step, seat, CLAIMED)))


def take_connection(state: Outposts, copy: int) -> None:
    """Mark the Connection as claimed; at the end of the round it goes under its pile."""
    state.connections = tuple(other for other in state.connections if other != copy)
    state.claimed += (copy,)


def _labour_actions(state: Outposts, seat: int, hand: Copies, ruins: Copies) -> Iterator[Act]:
    if not state.laboured[seat] and affords(state, seat, CREW_2):
        yield from (Act("labour", at=mark) for mark in LABOUR_MARKS)


@declare_action("labour", _labour_actions)
def labour(step: Step, seat: int, act: Act) -> None:
    """Exchange two crew for a mark (A10)."""
    pay(step, seat, CREW_2)
    step.state.laboured[seat] = 1
    step.say(events.Laboured(seat))
    gain(step, (seat, ((act.at, 1),)))


def room_for_walls(state: Outposts, seat: int) -> Iterator[int]:
    """Yield the places for Walls of the seat; a place is repeated for each Wall that fits there."""
    yield from (-place for place in state.outposts(seat) if not state.guarded[place])
    for copy in state.hold[seat]:
        yield from [copy] * max(0, state.rules.numbers.location_walls - state.walls.get(copy, 0))


def may_fortify(state: Outposts, seat: int, walls: tuple[int, ...]) -> bool:
    """Return True if the seat has these Walls and there is room for each of them (A11)."""
    room = Counter(room_for_walls(state, seat))
    return 0 < len(walls) <= state.goods[seat][WALL] and Counter(walls) <= room


def _fortify_actions(state: Outposts, seat: int, hand: Copies, ruins: Copies) -> Iterator[Act]:
    """Yield actions that place Walls: one Wall at each possible place, and as many Walls as possible.

    Other distributions are legal too, but are not listed.
    """
    room, had = list(room_for_walls(state, seat)), state.goods[seat][WALL]
    if had:
        yield from (Act("fortify", walls=(where,)) for where in dict.fromkeys(room))
        if had > 1 and len(room) > 1:
            yield Act("fortify", walls=tuple(room[:had]))


@declare_action("fortify", _fortify_actions)
def fortify(step: Step, seat: int, act: Act) -> None:
    """Place the seat's Walls (A11)."""
    state = step.state
    pay(step, seat, ((WALL, len(act.walls)),))
    for where in act.walls:
        if where < 0:
            state.guarded[-where] = 1
        else:
            state.walls[where] = state.walls.get(where, 0) + 1
    step.say(events.WallsPlaced(seat, act.walls))

"""The Warden, the opponent in a solo match, who is controlled by the rules and the beacon (part 7)."""

from __future__ import annotations

from core.engine.hidden.piles import EMPTY, without
from core.games.outposts import board, cards, events, outposts
from core.games.outposts.actions import make_ruins, take_connection
from core.games.outposts.board import OUTPOSTS_PER_PLAYER, PLACES, mirror_territory
from core.games.outposts.cards import DECK
from core.games.outposts.gains import LOST, feature_gains, give_gains
from core.games.outposts.hidden_cards import DECKS, discard_copies
from core.games.outposts.options import GRIM, HARD
from core.games.outposts.outposts import WARDENS_LEVEL
from core.games.outposts.rules import Step, agenda
from core.games.outposts.state import WARDEN, Outposts


def attack_bonus(state: Outposts) -> int:
    """Return the bonus to the card's distance when the Warden attacks an Outpost, by the option `warden` (C27)."""
    numbers = state.rules.numbers
    return numbers.warden_grim if state.option("warden") == GRIM else numbers.warden_mild


def connection_vp(state: Outposts) -> int:
    """Return the number of VP that the Warden gains from a Connection, by the option `level`."""
    numbers = state.rules.numbers
    return numbers.connection_vp_hard if state.option("level") == HARD else numbers.connection_vp_normal


# Lookout --------------------------------------------------------------------------------------------------------------


def take_from_row(step: Step, selection: int) -> None:
    """Give the Warden one of the remaining cards of the row at random.

    After the second selection it also takes the top card of the deck. From round 2 on it then builds an Outpost.
    """
    state = step.state
    if state.row:
        copy = step.chance.numbered_stream("warden").pick(state.row)
        state.row = without(state.row, copy)
        _give_warden_card(step, copy)
    if selection == 1:
        return
    if (copy := DECKS.turn_up(step, DECK)) != EMPTY:
        _give_warden_card(step, copy)
    if state.round > 1:
        _build_if_possible(step)


def _give_warden_card(step: Step, copy: int) -> None:
    step.state.warden_hold += (copy,)
    step.emit(events.WardenGained(copy))


def place_first_outpost(step: Step, corner: int) -> None:
    """Build the Warden's first Outpost, opposite the seat's first one across the middle row (C21, C22)."""
    _build_warden_outpost(step, mirror_territory(corner))


# Map ------------------------------------------------------------------------------------------------------------------


def _possible_sites(state: Outposts) -> list[int]:
    """Return the Territories on which the Warden may build (C23)."""
    own = state.outposts_of(WARDEN)
    if len(own) == OUTPOSTS_PER_PLAYER:
        return []
    return [place for place in PLACES if not state.owner[place] and state.is_adjoining(WARDEN, place)]


def _build_if_possible(step: Step) -> None:
    """Build the Warden's Outpost on the site that is next to most of the seat's Outposts, if any.

    If several sites are equal, the first in reading order is chosen.
    """
    state = step.state
    if sites := _possible_sites(state):
        _build_warden_outpost(step, max(sites, key=lambda place: (_count_threatened_outposts(state, place), -place)))


def _count_threatened_outposts(state: Outposts, place: int) -> int:
    return sum(board.is_adjacent(place, other) for other in state.outposts_of(1))


def _build_warden_outpost(step: Step, place: int) -> None:
    state = step.state
    state.owner[place], state.level[place] = WARDEN, WARDENS_LEVEL
    step.emit(events.OutpostBuilt(WARDEN, place, WARDENS_LEVEL))


# Turn -----------------------------------------------------------------------------------------------------------------


def _attackable_outposts(state: Outposts) -> list[int]:
    """Return the seat's Outposts that are next to the Warden's, the lowest level first (W4)."""
    near = [place for place in state.outposts_of(1) if state.is_adjoining(WARDEN, place)]
    return sorted(near, key=lambda place: (state.level[place], place))


@agenda("warden")
def take_turn(step: Step) -> None:
    """Take the first of the moves W1-W5 that is possible; passing protects the seat's Outposts (6.4)."""
    state = step.state
    if state.warden_passed:
        return
    numbers, has_passed = state.rules.numbers, bool(state.passed[1])
    open_hold = not (has_passed and numbers.pass_guards_hold)
    if state.connections:
        _take_connection(step)
    elif not state.warden_built and _possible_sites(state):
        state.warden_built = 1
        _build_if_possible(step)
    elif open_hold and state.warden_attacks < numbers.warden_attempts and state.warden_hits < numbers.warden_hits:
        _attack_location(step)
    elif (
        not has_passed
        and state.warden_raids < numbers.warden_attempts
        and state.warden_razed < numbers.warden_razes
        and _attackable_outposts(state)
    ):
        _attack_outpost(step, _attackable_outposts(state)[0])
    else:
        state.warden_passed = 1
        step.emit(events.Passed(WARDEN))


def _take_connection(step: Step) -> None:
    """Take a Connection at random (W1)."""
    state = step.state
    copy = step.chance.numbered_stream("warden").pick(state.connections)
    take_connection(state, copy)
    points = connection_vp(state)
    state.warden_points += points
    step.emit(events.WardenTook(copy, points))


def _flip_card(step: Step, place: int) -> int:
    """Flip and discard the top card of the deck, and return it, or 0 if there is none (C10)."""
    copy = DECKS.turn_up(step, DECK)
    if copy != EMPTY:
        discard_copies(step, copy)
    step.emit(events.WardenFlipped(copy, place))
    return copy


def _attack_location(step: Step) -> None:
    """Flip a card and attack the Location with the lowest distance that shares a type with it (W3).

    If several have that distance, the oldest of them is attacked.
    """
    state = step.state
    state.warden_attacks += 1
    flipped = _flip_card(step, 0)
    hit = [copy for copy in state.hold[1] if flipped and cards.share_type(copy, flipped)]
    if not hit:
        step.emit(events.WardenFailed(0))
        return
    copy = min(hit, key=lambda item: state.rules.card(item).dist)
    if walls := state.walls.pop(copy, 0):
        if walls > 1:
            state.walls[copy] = walls - 1
        step.emit(events.WallLost(1, copy))
        return
    make_ruins(step, 1, copy)
    state.warden_hits += 1
    state.warden_points += 1
    step.emit(events.WardenRazed(copy, 0))
    give_gains(step, (1, state.rules.card(copy).deal), (1, feature_gains(step, 1, LOST)))


def _attack_outpost(step: Step, place: int) -> None:
    """Flip a card and attack an Outpost; it is razed if the card's distance plus a bonus reaches its Defence.

    The bonus is 1, or 2 for a grim Warden (W4, C27).
    """
    state = step.state
    state.warden_raids += 1
    flipped = _flip_card(step, place)
    blow = state.rules.card(flipped).dist + attack_bonus(state) if flipped else 0
    if blow < outposts.outpost_defence(state, place):
        step.emit(events.WardenFailed(place))
        return
    outposts.remove_outpost(state, place)
    state.warden_razed += 1
    state.warden_points += 1
    step.emit(events.WardenRazed(0, place))
    give_gains(step, (1, feature_gains(step, 1, LOST)))
    if len(state.outposts_of(WARDEN)) < OUTPOSTS_PER_PLAYER:
        _build_warden_outpost(step, place)

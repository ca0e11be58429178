"""Actions on the map (rules A12-A14), and uses of Action Locations (A6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from core.engine.hidden.cards import open_copies
from core.games.outposts import cards, events
from core.games.outposts.actions import ACTION_KINDS as ACTION_KINDS
from core.games.outposts.actions import Copies, declare_action
from core.games.outposts.board import CORNERS, OUTPOSTS_PER_PLAYER
from core.games.outposts.cards import ACTION, Card
from core.games.outposts.decisions import Act
from core.games.outposts.gains import can_pay, can_pay_marks, effect_gain, give_gains, pay, pay_marks
from core.games.outposts.goods import HAND, IRON, RAID, TIMBER, VP, amount_of
from core.games.outposts.hidden_cards import RUINS, discard_copies, leave_ruins, open_ruins
from core.games.outposts.outposts import (
    MAX_LEVEL,
    activate_outpost,
    can_pay_for,
    outpost_defence,
    place_outpost,
    raise_outpost,
    raze_by_seat,
    raze_targets,
)
from core.games.outposts.rules import Step, agenda
from core.games.outposts.state import Outposts


def spend_card(step: Step, seat: int, act: Act) -> None:
    """Discard the hand card that an action costs, if any, face up."""
    if act.card:
        copy = step.state.piles.leave_hand(seat, act.card)
        discard_copies(step, copy)
        step.emit(events.HandCardDiscarded(seat, copy))


def _sites_after_raze(state: Outposts, seat: int, place: int, hand: Copies) -> Iterator[tuple[int, int]]:
    """Yield the ways to build on a razed Territory, as (card, away); (0, 0) means not to build (6.4, C6).

    `card` pays for the Outpost. `away` is an Outpost that is removed for it, or 0.
    """
    yield 0, 0
    own = state.outposts_of(seat)
    for copy in hand:
        if can_pay_for(state, copy, place, 1):
            for away in own if len(own) == OUTPOSTS_PER_PLAYER else (0,):
                if state.is_adjoining(seat, place, away):
                    yield copy, away


def _raze_options(state: Outposts, seat: int, place: int, act: Act, hand: Copies) -> Iterator[Act]:
    for level in range(1, state.level[place] + 1):
        for copy, away in _sites_after_raze(state, seat, place, hand):
            yield act._replace(card=copy, place=place, away=away, level=level)


def _raze_outpost(step: Step, seat: int, act: Act) -> None:
    """Raze the Outpost; if the action names a card, the seat builds there at once."""
    if act.card:
        step.schedule(("build there", seat, act.place, act.away))
    raze_by_seat(step, seat, act.place, act.level)
    spend_card(step, seat, act)


@agenda("build there")
def build_there(step: Step, seat: int, place: int, away: int) -> None:
    """Build an Outpost on a Territory after a raze (6.4)."""
    place_outpost(step, seat, place, away)


# A12-A14 --------------------------------------------------------------------------------------------------------------


def _buildable(state: Outposts, seat: int, hand: Copies, ruins: Copies) -> Iterator[Act]:
    paying = [copy for copy in hand if state.rules.card(copy).dist == 1]
    for place, away in state.possible_sites(seat) if paying else ():
        yield from (Act("outpost", copy, place=place, away=away) for copy in paying)


@declare_action("outpost", _buildable)
def build_outpost(step: Step, seat: int, act: Act) -> None:
    """Build an Outpost (A12)."""
    spend_card(step, seat, act)
    place_outpost(step, seat, act.place, act.away)


def _upgrade_actions(state: Outposts, seat: int, hand: Copies, ruins: Copies) -> Iterator[Act]:
    for place in state.outposts_of(seat):
        level = state.level[place] + 1
        for copy in hand if level <= MAX_LEVEL else ():
            if can_pay_for(state, copy, place, level):
                yield from (Act("upgrade", copy, place=place, level=item) for item in range(level, 0, -1))


@declare_action("upgrade", _upgrade_actions)
def upgrade_outpost(step: Step, seat: int, act: Act) -> None:
    """Upgrade an Outpost (A13)."""
    spend_card(step, seat, act)
    raise_outpost(step, seat, act.place, act.level)


def _raze_actions(state: Outposts, seat: int, hand: Copies, ruins: Copies) -> Iterator[Act]:
    for place in raze_targets(state, seat):
        if can_pay_marks(state, seat, RAID, outpost_defence(state, place)):
            yield from _raze_options(state, seat, place, Act("raze outpost"), hand)


@declare_action("raze outpost", _raze_actions)
def raze_outpost(step: Step, seat: int, act: Act) -> None:
    """Raze an Outpost (A14)."""
    pay_marks(step, seat, RAID, outpost_defence(step.state, act.place))
    _raze_outpost(step, seat, act)


# Action Locations (A6) ------------------------------------------------------------------------------------------------


class ActionUse(NamedTuple):
    """A use of an Action Location that does more than give a gain: its legal uses, and its effect."""

    legal_uses: Callable[[Outposts, int, Act, Copies, Copies], Iterator[Act]]
    carry_out: Callable[[Step, int, Act], None]


def _activation_actions(state: Outposts, seat: int, act: Act, hand: Copies, ruins: Copies) -> Iterator[Act]:
    for place in state.outposts_of(seat):
        yield from (act._replace(place=place, level=level) for level in range(1, state.level[place] + 1))


def _site_actions(state: Outposts, seat: int, act: Act, hand: Copies, ruins: Copies) -> Iterator[Act]:
    return (act._replace(place=place, away=away) for place, away in state.possible_sites(seat))


def _corner_actions(state: Outposts, seat: int, act: Act, hand: Copies, ruins: Copies) -> Iterator[Act]:
    sites = state.possible_sites(seat, CORNERS)
    return (act._replace(place=place, away=away) for place, away in sites if place in CORNERS)


def _upgrade_uses(state: Outposts, seat: int, act: Act, hand: Copies, ruins: Copies) -> Iterator[Act]:
    for place in state.outposts_of(seat):
        level = state.level[place] + 1
        if level <= MAX_LEVEL:
            yield from (act._replace(place=place, level=item) for item in range(level, 0, -1))


def _sapper_razes(state: Outposts, seat: int, act: Act, hand: Copies, ruins: Copies) -> Iterator[Act]:
    """Yield the possible razes of the Sapper; the Stockade does not count against it, but Walls do (C18)."""
    for place in raze_targets(state, seat):
        if state.level[place] < MAX_LEVEL and _affords_walls(state, seat, act, state.guarded[place]):
            yield from _raze_options(state, seat, place, act, hand)


def _affords_walls(state: Outposts, seat: int, act: Act, walls: int) -> bool:
    """Return True if the seat can pay a raid mark for each Wall in addition to the price of crew and iron."""
    return can_pay_marks(state, seat, RAID, walls + amount_of(state.rules.card(act.at).effect.pays, IRON))


def _picking_actions(state: Outposts, seat: int, act: Act, hand: Copies, ruins: Copies) -> Iterator[Act]:
    yield from (act._replace(ruin=copy) for copy in ruins)
    yield from (act._replace(take=entry) for entry in RUINS.entries(state, seat))


def _activate_outpost(step: Step, seat: int, act: Act) -> None:
    activate_outpost(step, seat, act.place, act.level)


def _build_outpost(step: Step, seat: int, act: Act) -> None:
    place_outpost(step, seat, act.place, act.away)


def _upgrade_outpost(step: Step, seat: int, act: Act) -> None:
    raise_outpost(step, seat, act.place, act.level)


def _resolve_sap(step: Step, seat: int, act: Act) -> None:
    pay_marks(step, seat, RAID, step.state.guarded[act.place])
    _raze_outpost(step, seat, act)


def _pick_ruins(step: Step, seat: int, act: Act) -> None:
    """Discard the card of a Ruins for a gain, or take it into the hand, face up or face down as it is."""
    piles = step.state.piles
    if act.ruin:
        copy = open_ruins(step, seat, act.ruin)
        discard_copies(step, copy)
        step.emit(events.RuinsDiscarded(seat, copy))
        give_gains(step, (seat, ((TIMBER, 1), (VP, 1))))
        return
    leave_ruins(step, seat, act.take)
    if act.take > 0:
        piles.hand[seat] += (act.take,)
    else:
        piles.shown[seat] += open_copies((act.take,))
    step.emit(events.RuinsTaken(seat, act.take))


USES: dict[str, ActionUse] = {
    "activate one of your Outposts.": ActionUse(_activation_actions, _activate_outpost),
    "build an Outpost (no discard; adjacency as usual).": ActionUse(_site_actions, _build_outpost),
    "upgrade one of your Outposts by one level (no discard).": ActionUse(_upgrade_uses, _upgrade_outpost),
    "raze an adjacent enemy Outpost on level 1 or 2 without raid marks; "
    "each Wall on it still costs 1 raid mark.": ActionUse(_sapper_razes, _resolve_sap),
    "build an Outpost on any unoccupied corner Territory; no discard, no adjacency.": ActionUse(
        _corner_actions, _build_outpost
    ),
    "Discard one of your Ruins: 1 VP, 1 timber; or take the card under one of your Ruins into hand "
    "(that Ruins is gone).": ActionUse(_picking_actions, _pick_ruins),
}
"""Uses of Action Locations that do more than give a gain, by their printed text."""
assert set(USES) == {card.effect.does for card in cards.CARDS if card.kind == ACTION} - {""}


def _use_actions(state: Outposts, seat: int, hand: Copies, ruins: Copies) -> Iterator[Act]:
    for copy in state.hold[seat]:
        card = state.rules.card(copy)
        if card.kind != ACTION or state.used.get(copy, 0) >= card.effect.uses:
            continue
        if can_pay(state, seat, card.effect.pays):
            yield from _card_uses(state, seat, card, Act("use", at=copy), hand, ruins)


def _card_uses(state: Outposts, seat: int, card: Card, act: Act, hand: Copies, ruins: Copies) -> Iterator[Act]:
    effect = card.effect
    if effect.does:
        yield from USES[effect.does].legal_uses(state, seat, act, hand, ruins)
    elif amount_of(effect.pays, HAND):
        yield from (act._replace(card=copy) for copy in hand)
    else:
        yield act


@declare_action("use", _use_actions)
def use_location(step: Step, seat: int, act: Act) -> None:
    """Use an Action Location (A6)."""
    state, effect = step.state, step.state.rules.card(act.at).effect
    step.emit(events.LocationUsed(seat, act.at))
    state.used[act.at] = state.used.get(act.at, 0) + 1
    pay(step, seat, effect.pays)
    if effect.does:
        USES[effect.does].carry_out(step, seat, act)
    else:
        spend_card(step, seat, act)
        give_gains(step, (seat, effect_gain(state, seat, act.at)))

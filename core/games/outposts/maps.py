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
from core.games.outposts.gains import affords, affords_marks, effect_gain, gain, pay, pay_marks
from core.games.outposts.goods import HAND, IRON, RAID, TIMBER, VP, amount
from core.games.outposts.hidden_cards import RUINS, discard, leave_ruins, open_ruins
from core.games.outposts.outposts import MOST_LEVEL, activate, build, defence, pays_for, raze, targets, upgrade
from core.games.outposts.rules import Step, agenda
from core.games.outposts.state import Outposts


def spend(step: Step, seat: int, act: Act) -> None:
    """Discard the hand card that an action costs, if any, face up."""
    if act.card:
        copy = step.state.piles.leave_hand(seat, act.card)
        discard(step, copy)
        step.say(events.HandCardDiscarded(seat, copy))


def _sites_after_raze(state: Outposts, seat: int, place: int, hand: Copies) -> Iterator[tuple[int, int]]:
    """Yield the ways to build on a razed Territory, as (card, away); (0, 0) means not to build (6.4, C6).

    `card` pays for the Outpost. `away` is an Outpost that is removed for it, or 0.
    """
    yield 0, 0
    own = state.outposts(seat)
    for copy in hand:
        if pays_for(state, copy, place, 1):
            for away in own if len(own) == OUTPOSTS_PER_PLAYER else (0,):
                if state.adjoins(seat, place, away):
                    yield copy, away


def _raze_options(state: Outposts, seat: int, place: int, act: Act, hand: Copies) -> Iterator[Act]:
    for level in range(1, state.level[place] + 1):
        for copy, away in _sites_after_raze(state, seat, place, hand):
            yield act._replace(card=copy, place=place, away=away, level=level)


def _raze(step: Step, seat: int, act: Act) -> None:
    """Raze the Outpost; if the action names a card, the seat builds there at once."""
    if act.card:
        step.later(("build there", seat, act.place, act.away))
    raze(step, seat, act.place, act.level)
    spend(step, seat, act)


@agenda("build there")
def build_there(step: Step, seat: int, place: int, away: int) -> None:
    """Build an Outpost on a Territory after a raze (6.4)."""
    build(step, seat, place, away)


# A12-A14 --------------------------------------------------------------------------------------------------------------


def _buildable(state: Outposts, seat: int, hand: Copies, ruins: Copies) -> Iterator[Act]:
    paying = [copy for copy in hand if state.rules.card(copy).dist == 1]
    for place, away in state.sites(seat) if paying else ():
        yield from (Act("outpost", copy, place=place, away=away) for copy in paying)


@declare_action("outpost", _buildable)
def build_outpost(step: Step, seat: int, act: Act) -> None:
    """Build an Outpost (A12)."""
    spend(step, seat, act)
    build(step, seat, act.place, act.away)


def _upgrade_actions(state: Outposts, seat: int, hand: Copies, ruins: Copies) -> Iterator[Act]:
    for place in state.outposts(seat):
        level = state.level[place] + 1
        for copy in hand if level <= MOST_LEVEL else ():
            if pays_for(state, copy, place, level):
                yield from (Act("upgrade", copy, place=place, level=item) for item in range(level, 0, -1))


@declare_action("upgrade", _upgrade_actions)
def upgrade_outpost(step: Step, seat: int, act: Act) -> None:
    """Upgrade an Outpost (A13)."""
    spend(step, seat, act)
    upgrade(step, seat, act.place, act.level)


def _raze_actions(state: Outposts, seat: int, hand: Copies, ruins: Copies) -> Iterator[Act]:
    for place in targets(state, seat):
        if affords_marks(state, seat, RAID, defence(state, place)):
            yield from _raze_options(state, seat, place, Act("raze outpost"), hand)


@declare_action("raze outpost", _raze_actions)
def raze_outpost(step: Step, seat: int, act: Act) -> None:
    """Raze an Outpost (A14)."""
    pay_marks(step, seat, RAID, defence(step.state, act.place))
    _raze(step, seat, act)


# Action Locations (A6) ------------------------------------------------------------------------------------------------


class ActionUse(NamedTuple):
    """A use of an Action Location that does more than give a gain: its legal uses, and its effect."""

    legal: Callable[[Outposts, int, Act, Copies, Copies], Iterator[Act]]
    do: Callable[[Step, int, Act], None]


def _activation_actions(state: Outposts, seat: int, act: Act, hand: Copies, ruins: Copies) -> Iterator[Act]:
    for place in state.outposts(seat):
        yield from (act._replace(place=place, level=level) for level in range(1, state.level[place] + 1))


def _sites(state: Outposts, seat: int, act: Act, hand: Copies, ruins: Copies) -> Iterator[Act]:
    return (act._replace(place=place, away=away) for place, away in state.sites(seat))


def _corners(state: Outposts, seat: int, act: Act, hand: Copies, ruins: Copies) -> Iterator[Act]:
    sites = state.sites(seat, CORNERS)
    return (act._replace(place=place, away=away) for place, away in sites if place in CORNERS)


def _upgrades(state: Outposts, seat: int, act: Act, hand: Copies, ruins: Copies) -> Iterator[Act]:
    for place in state.outposts(seat):
        level = state.level[place] + 1
        if level <= MOST_LEVEL:
            yield from (act._replace(place=place, level=item) for item in range(level, 0, -1))


def _sapper_razes(state: Outposts, seat: int, act: Act, hand: Copies, ruins: Copies) -> Iterator[Act]:
    """Yield the possible razes of the Sapper; the Stockade does not count against it, but Walls do (C18)."""
    for place in targets(state, seat):
        if state.level[place] < MOST_LEVEL and _affords_walls(state, seat, act, state.guarded[place]):
            yield from _raze_options(state, seat, place, act, hand)


def _affords_walls(state: Outposts, seat: int, act: Act, walls: int) -> bool:
    """Return True if the seat can pay a raid mark for each Wall in addition to the price of crew and iron."""
    return affords_marks(state, seat, RAID, walls + amount(state.rules.card(act.at).effect.pays, IRON))


def _picking_actions(state: Outposts, seat: int, act: Act, hand: Copies, ruins: Copies) -> Iterator[Act]:
    yield from (act._replace(ruin=copy) for copy in ruins)
    yield from (act._replace(take=entry) for entry in RUINS.of(state, seat))


def _activate(step: Step, seat: int, act: Act) -> None:
    activate(step, seat, act.place, act.level)


def _build(step: Step, seat: int, act: Act) -> None:
    build(step, seat, act.place, act.away)


def _upgrade(step: Step, seat: int, act: Act) -> None:
    upgrade(step, seat, act.place, act.level)


def _resolve_sap(step: Step, seat: int, act: Act) -> None:
    pay_marks(step, seat, RAID, step.state.guarded[act.place])
    _raze(step, seat, act)


def _pick(step: Step, seat: int, act: Act) -> None:
    """Discard the card of a Ruins for a gain, or take it into the hand, face up or face down as it is."""
    piles = step.state.piles
    if act.ruin:
        copy = open_ruins(step, seat, act.ruin)
        discard(step, copy)
        step.say(events.RuinsDiscarded(seat, copy))
        gain(step, (seat, ((TIMBER, 1), (VP, 1))))
        return
    leave_ruins(step, seat, act.take)
    if act.take > 0:
        piles.hand[seat] += (act.take,)
    else:
        piles.shown[seat] += open_copies((act.take,))
    step.say(events.RuinsTaken(seat, act.take))


USES: dict[str, ActionUse] = {
    "activate one of your Outposts.": ActionUse(_activation_actions, _activate),
    "build an Outpost (no discard; adjacency as usual).": ActionUse(_sites, _build),
    "upgrade one of your Outposts by one level (no discard).": ActionUse(_upgrades, _upgrade),
    "raze an adjacent enemy Outpost on level 1 or 2 without raid marks; "
    "each Wall on it still costs 1 raid mark.": ActionUse(_sapper_razes, _resolve_sap),
    "build an Outpost on any unoccupied corner Territory; no discard, no adjacency.": ActionUse(_corners, _build),
    "Discard one of your Ruins: 1 VP, 1 timber; or take the card under one of your Ruins into hand "
    "(that Ruins is gone).": ActionUse(_picking_actions, _pick),
}
"""Uses of Action Locations that do more than give a gain, by their printed text."""
assert set(USES) == {card.effect.does for card in cards.CARDS if card.kind == ACTION} - {""}


def _use_actions(state: Outposts, seat: int, hand: Copies, ruins: Copies) -> Iterator[Act]:
    for copy in state.hold[seat]:
        card = state.rules.card(copy)
        if card.kind != ACTION or state.used.get(copy, 0) >= card.effect.uses:
            continue
        if affords(state, seat, card.effect.pays):
            yield from _ways(state, seat, card, Act("use", at=copy), hand, ruins)


def _ways(state: Outposts, seat: int, card: Card, act: Act, hand: Copies, ruins: Copies) -> Iterator[Act]:
    effect = card.effect
    if effect.does:
        yield from USES[effect.does].legal(state, seat, act, hand, ruins)
    elif amount(effect.pays, HAND):
        yield from (act._replace(card=copy) for copy in hand)
    else:
        yield act


@declare_action("use", _use_actions)
def use(step: Step, seat: int, act: Act) -> None:
    """Use an Action Location (A6)."""
    state, effect = step.state, step.state.rules.card(act.at).effect
    step.say(events.LocationUsed(seat, act.at))
    state.used[act.at] = state.used.get(act.at, 0) + 1
    pay(step, seat, effect.pays)
    if effect.does:
        USES[effect.does].do(step, seat, act)
    else:
        spend(step, seat, act)
        gain(step, (seat, effect_gain(state, seat, act.at)))

"""The units on the board (rules part 5).

The module covers deploying, arriving, leaving, and damage and healing outside battles.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.engine.game import Event
from core.games.bridgefront import events
from core.games.bridgefront.factions import passive_bonus
from core.games.bridgefront.rules import Step
from core.games.bridgefront.state import NOBODY, Bridgefront, Champion

ON_CHAMPIONS = ("marked for coin", "slow", "ward", "frenzy", "plated")
"""Kinds of marks that cards put on a Champion."""


def has_room(state: Bridgefront, seat: int, hex_: int) -> bool:
    """Return True if the seat's units may enter the hex (part 4).

    A hex may contain units of at most two players.
    """
    return len(state.enemies_at(hex_, seat)) < 2


def capital_places(state: Bridgefront, seat: int) -> list[int]:
    """Return the hexes that serve as the Capital for the seat's deployments, in ascending order (8.7).

    The Capital itself is not included.
    """
    found = set()
    for champion in state.champions.values():
        if champion.owner == seat:
            ability = state.cards[state.card[champion.copy]].ability
            if ability is not None and ability.serves_as_capital:
                found.add(champion.hex)
    center = state.grid.center
    if passive_bonus(state, seat, "center_is_capital") and state.occupies(seat, center):
        found.add(center)
    found.discard(state.capital[seat])
    return sorted(found)


# Arrivals -------------------------------------------------------------------------------------------------------------


def deploy_forces(step: Step, seat: int, hex_: int, forces: int) -> bool:
    """Deploy new Forces from the supply; return False if there is no room.

    In the seat's Capital, or a hex that serves as it, Home Guard adds its Force once for each play (C18).
    """
    state = step.state
    if forces <= 0 or not has_room(state, seat, hex_):
        return False
    more = passive_bonus(state, seat, "capital_bonus")
    if more and not state.guarded and (hex_ == state.capital[seat] or hex_ in capital_places(state, seat)):
        state.guarded = 1
        forces += more
    state.forces[seat][hex_] = state.forces[seat].get(hex_, 0) + forces
    step.emit(events.ForcesDeployed(seat, hex_, forces))
    handle_arrival(step, seat, hex_, forces)
    return True


def deploy_champion(step: Step, seat: int, copy: int, hex_: int, hp: int = 0) -> bool:
    """Put a card's Champion on the board; return False if there is no room.

    If `hp` is 0, the Champion has its maximum HP.
    """
    state = step.state
    if not has_room(state, seat, hex_):
        return False
    stats = state.cards[state.card[copy]].stats
    assert stats is not None
    state.arrivals += 1
    state.champions[copy] = Champion(copy, seat, hex_, hp or stats.hp, stats.hp, state.arrivals)
    step.emit(events.ChampionDeployed(seat, copy, hex_, hp or stats.hp))
    handle_arrival(step, seat, hex_, 0)
    return True


def handle_arrival(step: Step, seat: int, hex_: int, forces: int) -> None:
    """Handle units that have entered a hex in any way.

    This covers the first arrival, Last Stand, and the battle that follows.
    """
    state = step.state
    owner = state.capital_owner(hex_)
    others = state.enemies_at(hex_, seat)
    if owner:
        if not others:
            state.first_in[hex_] = seat
        for mark in state.marks_of_kind("last stand", owner) if owner != seat else ():  # once: for the first to enter
            state.marks.remove(mark)
            kill_forces(step, seat, hex_, min(mark.what, forces))
    elif others:
        battle = (hex_, seat)
        if all(due[0] != hex_ for due in state.pending):
            state.pending += (battle,)


# Moves ----------------------------------------------------------------------------------------------------------------


def move_stack(
    step: Step, seat: int, start: int, hex_: int, forces: int, champions: Sequence[int], told: Event | None = None
) -> None:
    """Move a stack from one hex to another, without a check that the move is legal.

    The event `told` is emitted before the consequences.
    """
    state = step.state
    if forces:
        take_forces(state, seat, start, forces)
        state.forces[seat][hex_] = state.forces[seat].get(hex_, 0) + forces
    for copy in champions:
        c = state.champions[copy]
        state.champions[copy] = Champion(copy, seat, hex_, c.hp, c.max_hp, c.arrival)
    update_first_in(state, seat, start)
    if told is not None:
        step.emit(told)
    handle_arrival(step, seat, hex_, forces)


def lift_champion(step: Step, copy: int, hex_: int) -> bool:
    """Move one Champion by a jump (part 5); return False if there is no room.

    A Champion that is already there stays.
    """
    c = step.state.champions[copy]
    if c.hex == hex_:
        return True
    if not has_room(step.state, c.owner, hex_):
        return False
    move_stack(step, c.owner, c.hex, hex_, 0, (copy,), events.ChampionLifted(c.owner, copy, c.hex, hex_))
    return True


def take_forces(state: Bridgefront, seat: int, hex_: int, forces: int) -> None:
    """Subtract Forces from a hex; the caller emits the reason."""
    left_over = state.forces[seat][hex_] - forces
    if left_over:
        state.forces[seat][hex_] = left_over
    else:
        del state.forces[seat][hex_]


def update_first_in(state: Bridgefront, seat: int, hex_: int) -> None:
    """Update the seat that arrived first in a Capital, after units of the seat left or died."""
    if state.first_in.get(hex_, NOBODY) == seat and not state.occupies(seat, hex_):
        del state.first_in[hex_]
        for other in state.players_at(hex_):
            state.first_in[hex_] = other


# Departures -----------------------------------------------------------------------------------------------------------


def kill_forces(step: Step, seat: int, hex_: int, forces: int) -> int:
    """Kill up to `forces` Forces of the seat in the hex; return the number that died."""
    state = step.state
    dead = min(forces, state.forces[seat].get(hex_, 0))
    if dead:
        take_forces(state, seat, hex_, dead)
        update_first_in(state, seat, hex_)
        step.emit(events.ForcesDied(seat, hex_, dead))
    return dead


def remove_champion(step: Step, copy: int) -> Champion:
    """Take a Champion off the board and return it; the caller emits an event for its death or removal."""
    state = step.state
    champion = state.champions.pop(copy)
    update_first_in(state, champion.owner, champion.hex)
    return champion


def remove_marks(state: Bridgefront, copy: int) -> None:
    """Remove the marks that cards have put on a Champion for the round.

    A power that was used stays used (K15).
    """
    state.marks[:] = [mark for mark in state.marks if mark.what != copy or mark.kind not in ON_CHAMPIONS]


def heal_champion(step: Step, copy: int, amount: int) -> None:
    """Heal a Champion, but never above its maximum HP."""
    state = step.state
    c = state.champions[copy]
    hp = min(c.max_hp, c.hp + amount)
    state.champions[copy] = c._replace(hp=hp)
    step.emit(events.ChampionHealed(c.owner, copy, hp - c.hp, hp))


def damage_champion(step: Step, copy: int, damage: int) -> bool:
    """Damage a Champion; return True if it has no HP left.

    Gold Plated Armor may pay off some of the damage. A Champion at 0 HP stays on the board until the caller passes it
    to `deaths.resolve_deaths`.
    """
    state = step.state
    c = state.champions[copy]
    if state.marks_of_kind("plated", what=copy):
        paid = min(damage, state.gold[c.owner] // 2)
        if paid:
            state.gold[c.owner] -= 2 * paid
            step.emit(events.DamagePaidOff(c.owner, copy, 2 * paid))
        damage -= paid
    if damage:
        hp = max(0, c.hp - damage)
        state.champions[copy] = c._replace(hp=hp)
        step.emit(events.ChampionHurt(c.owner, copy, c.hp - hp, hp))
    return state.champions[copy].hp == 0


# Gold and mana --------------------------------------------------------------------------------------------------------


def take_gold(step: Step, seat: int, amount: int, why: str) -> None:
    """Give the seat gold from the bank."""
    if amount:
        step.state.gold[seat] += amount
        step.emit(events.GoldTaken(seat, amount, why))


def pay_gold(step: Step, seat: int, amount: int, why: str) -> None:
    """Make the seat pay gold to the bank; the caller has checked that it has enough."""
    if amount:
        step.state.gold[seat] -= amount
        step.emit(events.GoldPaid(seat, amount, why))


def hand_gold(step: Step, giver: int, receiver: int, amount: int, why: str) -> int:
    """Pass up to `amount` gold from one seat to another; return the amount passed."""
    state = step.state
    given = min(amount, state.gold[giver])
    if given:
        state.gold[giver] -= given
        state.gold[receiver] += given
        step.emit(events.GoldHanded(giver, receiver, given, why))
    return given


def gain_mana(step: Step, seat: int, amount: int) -> None:
    """Give the seat mana for this round; the total may exceed the round's starting mana."""
    step.state.mana[seat] += amount
    step.emit(events.ManaGained(seat, amount))

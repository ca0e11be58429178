"""The effects on combat: healing, damage, marks for later battles, and fire on whole hexes."""

from __future__ import annotations

from core.engine.text.words import format_count
from core.games.bridgefront import events, units
from core.games.bridgefront.choices import AnyChoice, ChampionChoice, HexChoice, WordChoice
from core.games.bridgefront.combat import deaths
from core.games.bridgefront.combat.volley import TARGET_ORDERS
from core.games.bridgefront.effects.base import Effect, EffectContext, InstantEffect, Outcome, TargetedEffect
from core.games.bridgefront.places import (
    ANY_CHAMPION,
    ANY_HEX,
    NEAR_YOUR_FORCE,
    WITH_ENEMIES,
    YOUR_CHAMPION,
    Place,
    Target,
)
from core.games.bridgefront.state import Locked

MORE_THAN_ANY = 10**6
"""Number of Forces greater than the number that any hex ever contains."""


MARK_TEXTS = {
    "marked for coin": (
        "Mark an enemy Champion at most 2 hexes away from a Champion of yours. Should it die later this "
        "round, you receive 4 gold."
    ),
    "slow": "One Champion of anybody rolls just 1 die in the next battle it fights this round.",
    "ward": "One of your Champions cannot be chosen as target by cards of other players for the rest of the round.",
    "frenzy": (
        "One of your Champions takes 2 damage at once and rolls 2 dice more in every combat round of this round."
    ),
    "plated": (
        "One of your Champions is plated for the rest of the round: each single damage it would take "
        "costs you 2 gold and is prevented."
    ),
    "battle cry": (
        "In the first battle you fight from now on this round, each of your Champions in it rolls 1 die "
        "more in combat round 1."
    ),
    "smoke screen": (
        "In the first battle you fight from now on this round, enemy Forces hit only on 1 in combat round 1."
    ),
    "skirmish": (
        "Name a hex. Whenever a battle would start there this round with your units in it, no battle is "
        "fought: they all go together to a random neighbouring hex without units; if there is none they "
        "die."
    ),
    "pulling strings": "For the rest of the round every battle in which you are on neither side earns you 1 gold.",
    "shock drill": "Your next battle of this round: in its combat round 1 your Forces hit on anything but a 6.",
    "immunity": (
        "For the rest of the round none of your Champions can be chosen as target by Spells of other players."
    ),
    "last stand": (
        "The first time this round that units of another player enter your Capital, 3 of the entering "
        "Forces die on arrival."
    ),
    "hold the line": (
        "Name a hex you occupy: defending there this round, your Forces hit on 1-3 in all combat rounds."
    ),
}
"""The text on the card for each kind of mark."""


class ChampionEffect(TargetedEffect):
    """A base class of effects that name one Champion."""

    kind: Target = ANY_CHAMPION
    optional: bool = False

    @property
    def choice(self) -> AnyChoice:
        return ChampionChoice(self.kind, self.optional)


class Heal(ChampionEffect):
    """The effect that heals a Champion, by more HP if it is in its Capital."""

    amount: int = 1
    at_home: int = 0

    def affect(self, context: EffectContext, target: int) -> bool:
        in_capital = context.state.champions[target].hex == context.state.capital[context.seat]
        units.heal_champion(context.step, target, self.at_home if self.at_home and in_capital else self.amount)
        return True

    def text(self) -> str:
        who = self.kind.words[0].upper() + self.kind.words[1:]
        words = f"{who} recovers {self.amount} HP"
        return f"{words}, or {self.at_home} in your Capital." if self.at_home else f"{words}."


def heal(amount: int, at_home: int = 0) -> Heal:
    """Return a `Heal` effect for one of the player's own Champions."""
    return Heal(YOUR_CHAMPION, amount=amount, at_home=at_home)


class HealAll(InstantEffect):
    amount: int
    words = "Each of your Champions recovers {amount} HP."

    def act(self, context: EffectContext) -> None:
        for champion in context.state.champions_of(context.seat):
            units.heal_champion(context.step, champion.copy, self.amount)


class Damage(ChampionEffect):
    amount: int = 1
    words = "{amount} damage to {kind.words}."

    def affect(self, context: EffectContext, target: int) -> bool:
        deaths.damage_champions(context.step, [(target, self.amount)], context.seat)
        return True


class MarkChampion(ChampionEffect):
    """The effect that puts a mark on one Champion until Cleanup; its `damage` applies at once."""

    mark: str = ""
    amount: int = 0
    damage: int = 0

    def affect(self, context: EffectContext, target: int) -> bool:
        context.add_mark(self.mark, target, self.amount)
        if self.damage:
            deaths.damage_champions(context.step, [(target, self.damage)], context.seat)
        return True

    def text(self) -> str:
        return MARK_TEXTS[self.mark]


class MarkHex(TargetedEffect):
    """The effect that puts a mark of the player on a hex until Cleanup."""

    mark: str
    place: Place = ANY_HEX

    @property
    def choice(self) -> AnyChoice:
        return HexChoice(self.place)

    def affect(self, context: EffectContext, target: int) -> bool:
        context.add_mark(self.mark, target)
        return True

    def text(self) -> str:
        return MARK_TEXTS[self.mark]


class MarkSelf(InstantEffect):
    """The effect that gives the player a mark until Cleanup.

    `amount` is the size of the mark if it has one.
    """

    mark: str
    amount: int = 0

    def act(self, context: EffectContext) -> None:
        context.add_mark(self.mark, self.amount)

    def text(self) -> str:
        return MARK_TEXTS[self.mark]


class FocusFire(Effect):
    words = (
        "In the first battle you fight from now on this round, your hits go where you want: weakest Champion "
        "first, strongest Champion first, or Forces first."
    )
    choices = (WordChoice(TARGET_ORDERS),)

    def resolve(self, context: EffectContext, values: Locked) -> Outcome:
        context.add_mark("focus fire", TARGET_ORDERS.index(values[0]))
        return True


class DoubleLoneChampion(InstantEffect):
    words = "If you control exactly one Champion, its current HP is doubled; its maximum rises to that value if lower."

    def act(self, context: EffectContext) -> None:
        mine = context.state.champions_of(context.seat)
        if len(mine) != 1:
            context.step.emit(events.NothingHappened(context.seat, "not exactly one Champion"))
            return
        c = mine[0]
        context.state.champions[c.copy] = c._replace(hp=2 * c.hp, max_hp=max(c.max_hp, 2 * c.hp))
        context.step.emit(events.ChampionHealed(context.seat, c.copy, c.hp, 2 * c.hp))


# Fire on a hex --------------------------------------------------------------------------------------------------------


def strike(context: EffectContext, hex_: int, forces: int, damage: int, enemies_only: bool) -> None:
    """Kill up to `forces` Forces in the hex, then damage every Champion there.

    If two players have Forces there, those that die are drawn at random among all (K6).
    """
    state, seat = context.state, context.seat
    hit = [s for s in state.players_at(hex_) if s != seat or not enemies_only]
    there = [s for s in hit for _ in range(state.forces[s].get(hex_, 0))]
    if len(there) > forces:
        there = (
            there[:forces]
            if len(set(there)) == 1
            else context.step.chance.numbered_stream("strike", hex_).sample(there, forces)
        )
    copies = [c.copy for s in hit for c in state.champions_at(hex_, s)]
    for s in hit:
        units.kill_forces(context.step, s, hex_, there.count(s))
    if damage:
        deaths.damage_champions(context.step, [(copy, damage) for copy in copies], seat)


class Strike(TargetedEffect):
    """The effect that strikes a hex of which the player occupies enough neighbours.

    Forces there die, and Champions take damage.
    """

    place: Place
    forces: int
    damage: int = 0
    enemies_only: bool = True
    neighbours: int = 0

    @property
    def choice(self) -> AnyChoice:
        return HexChoice(self.place)

    def affect(self, context: EffectContext, target: int) -> bool:
        state = context.state
        if sum(state.occupies(context.seat, b) for b in state.grid.neighbours[target]) < self.neighbours:
            context.step.emit(events.NothingHappened(context.seat, "too few neighbours occupied"))
        else:
            strike(context, target, self.forces, self.damage, self.enemies_only)
        return True

    def text(self) -> str:
        whose = "enemy " if self.enemies_only else ""
        some = f"every {whose}Force" if self.forces >= MORE_THAN_ANY else f"up to {self.forces} {whose}Forces"
        words = f"Name {self.place.words}."
        if self.neighbours:
            number = {3: "three", 4: "four"}[self.neighbours]
            words += f" If you occupy {number} or more of its neighbours when this resolves:"
        words += f" {some[0].upper()}{some[1:]} there {'dies' if self.forces >= MORE_THAN_ANY else 'die'}."
        if self.damage:
            words += f" Every {whose}Champion there takes {self.damage} damage."
        return words


def encircle(forces: int, damage: int, neighbours: int, enemies_only: bool) -> Strike:
    """Return a `Strike` effect on a hex with enemy units.

    The player must occupy the given number of neighbouring hexes.
    """
    return Strike(WITH_ENEMIES, forces, damage, enemies_only, neighbours)


class Mortar(TargetedEffect):
    """The effect that fires a shot at a hex.

    The shot hits its target hex with a chance of 1 in 2, else a random neighbour. It hits the units of all players
    there.
    """

    forces: int
    damage: int
    choice = HexChoice(NEAR_YOUR_FORCE)

    def affect(self, context: EffectContext, target: int) -> bool:
        chance = context.step.chance.stream("shot", context.index)
        hex_ = target if chance.uniform(2) == 0 else chance.pick(context.state.grid.neighbours[target])
        context.step.emit(events.ShotLanded(context.seat, target, hex_))
        strike(context, hex_, self.forces, self.damage, enemies_only=False)
        return True

    def text(self) -> str:
        return (
            f"Aim at {NEAR_YOUR_FORCE.words}. With 1 chance in 2 it lands there, otherwise on one of the neighbours. "
            f"Where it lands, {format_count(self.forces, 'Force')} die and every Champion takes {self.damage} damage."
        )

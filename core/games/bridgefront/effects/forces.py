"""The effects that deploy Forces into the Capital or another hex, and Champions where they may appear."""

from __future__ import annotations

from core.games.bridgefront import decks, events, hands, units
from core.games.bridgefront.abilities import Ability
from core.games.bridgefront.card import CHAMPION
from core.games.bridgefront.choices import AnyChoice, BridgeChoice, ChampionChoice, HexChoice
from core.games.bridgefront.combat import deaths
from core.games.bridgefront.effects.base import Effect, EffectContext, InstantEffect, Outcome, TargetedEffect
from core.games.bridgefront.effects.bridges import destroy
from core.games.bridgefront.places import DEPLOYMENT_OR_EMPTY, DEPLOYMENT_PLACE, YOUR_CHAMPION, Place
from core.games.bridgefront.ruleset import Rules
from core.games.bridgefront.state import Bridgefront, Locked


def deploy_home(context: EffectContext, forces: int) -> Outcome:
    """Deploy Forces into the Capital or the place that was named instead."""
    hex_ = context.home()
    return hex_ is not None and units.deploy_forces(context.step, context.seat, hex_, forces)


class Deploy(Effect):
    forces: int
    needs_home = True
    words = "Put {forces:Force} into your Capital."

    def resolve(self, context: EffectContext, values: Locked) -> Outcome:
        return deploy_home(context, self.forces)


class DeployTo(TargetedEffect):
    forces: int
    place: Place
    words = "Put {forces:Force} into {place.words}."

    @property
    def choice(self) -> AnyChoice:
        return HexChoice(self.place)

    def affect(self, context: EffectContext, target: int) -> bool:
        return units.deploy_forces(context.step, context.seat, target, self.forces)


class DeployBy(TargetedEffect):
    """The effect that deploys Forces into the hex of a Champion, wherever the Champion is by then."""

    forces: int
    words = "Put {forces:Force} into the hex of one of your Champions."
    choice = ChampionChoice(YOUR_CHAMPION)

    def affect(self, context: EffectContext, target: int) -> bool:
        return units.deploy_forces(context.step, context.seat, context.state.champions[target].hex, self.forces)


class DeployOnMines(InstantEffect):
    forces: int
    words = "Put {forces:Force} onto every Mine you occupy."

    def act(self, context: EffectContext) -> None:
        for hex_ in sorted(context.state.mines):
            if context.state.occupies(context.seat, hex_):
                units.deploy_forces(context.step, context.seat, hex_, self.forces)


class DeployPerCard(Effect):
    """The effect that deploys 1 Force into the player's Capital for each of certain cards.

    These are the cards in the player's hand, or the cards that the player has played this round.
    """

    played: bool = False
    needs_home = True

    def resolve(self, context: EffectContext, values: Locked) -> Outcome:
        state = context.state
        cards = state.played[context.seat] if self.played else state.piles.hand_size(context.seat)
        return deploy_home(context, cards) if cards else True

    def text(self) -> str:
        what = "you have played this round, this one included" if self.played else "in your hand"
        return f"Put 1 Force into your Capital for each card {what}."


class DeployCounter(Effect):
    needs_home = True
    words = "Put as many Forces as its counter into your Capital."

    def resolve(self, context: EffectContext, values: Locked) -> Outcome:
        forces = hands.counter_of(context.state, context.play.copy)
        return deploy_home(context, forces) if forces else True


# Champions ------------------------------------------------------------------------------------------------------------


class DeployChampion(Effect):
    """The effect that deploys the card's Champion, with its arrival ability.

    The Champion arrives in the player's Capital or in a hex that the player occupies.
    """

    ability: Ability | None
    words = ""

    @property
    def choices(self) -> tuple[AnyChoice, ...]:
        hex_ = HexChoice(self._place)
        return (hex_, BridgeChoice()) if self.ability is not None and self.ability.destroys_bridge else (hex_,)

    @property
    def _place(self) -> Place:
        anywhere = self.ability is not None and self.ability.deploys_anywhere_empty
        return DEPLOYMENT_OR_EMPTY if anywhere else DEPLOYMENT_PLACE

    @property
    def _sacrifice_count(self) -> int:
        return self.ability.sacrifices if self.ability is not None else 0

    def why_unplayable(self, state: Bridgefront, seat: int) -> str:
        mine = sum(1 for c in state.champions.values() if c.owner == seat)
        if self._sacrifice_count:
            if mine < self._sacrifice_count:
                return f"needs {self._sacrifice_count} Champions on the board"
        elif 0 < state.option("champion_limit") <= mine:
            return f"the limit is {state.option('champion_limit')} Champions"
        return "" if self._place.hexes(state, seat) else "there is no hex for the Champion"

    def resolve(self, context: EffectContext, values: Locked) -> Outcome:
        state, hex_ = context.state, values[0]
        if not context.is_still_legal(HexChoice(self._place), hex_):
            return False
        if self._sacrifice_count and not self._sacrifice_champions(context):
            return False
        if not units.deploy_champion(context.step, context.seat, context.play.copy, hex_):
            return False
        hands.burn_copy(context.step, context.seat, context.play.copy)
        if context.play.copy in state.champions:
            deploy_champion_at(context, context.play.copy, self.ability, values[1] if len(values) > 1 else None)
        return True

    def _sacrifice_champions(self, context: EffectContext) -> bool:
        """Kill all Champions of the seat before the deployment; nobody earns anything for them."""
        mine = context.state.champions_of(context.seat)
        if len(mine) < self._sacrifice_count:
            return False
        deaths.kill_champions(context.step, [c.copy for c in mine])
        return True


def deploy_champion_at(context: EffectContext, copy: int, ability: Ability | None, edge: int | None) -> None:
    """Apply the effects of a Champion's arrival."""
    if ability is None:
        return
    ability.on_deployed(context.step, context.state.champions[copy])
    if ability.destroys_bridge and edge is not None and context.state.bridges[edge]:
        destroy(context.step, context.seat, edge)


class RandomChampion(Effect):
    """The effect that deploys a random Champion of a certain mana cost free of charge.

    The choices that it makes on arrival are random too (K9).
    """

    mana: int
    needs_home = True
    words = "A random Champion among all that cost {mana} mana is deployed into your Capital free of charge."

    def resolve(self, context: EffectContext, values: Locked) -> Outcome:
        state, seat = context.state, context.seat
        limit = state.option("champion_limit")
        if 0 < limit <= len(state.champions_of(seat)):
            return False
        hex_ = context.home()
        if hex_ is None:
            return False
        chance = context.step.chance.stream("hero", context.index)
        card = chance.pick(pool_of_champions(state.rules, self.mana))
        copy = decks.add_copy(context.step, card)
        state.burnt[seat] += (copy,)
        units.deploy_champion(context.step, seat, copy, hex_)
        ability = state.cards[card].ability
        edges = [e for e in state.grid.edges_at[hex_] if state.bridges[e]]
        edge = chance.pick(edges) if edges and ability is not None and ability.destroys_bridge else None
        if copy in state.champions:
            deploy_champion_at(context, copy, ability, edge)
        return True


def pool_of_champions(rules: Rules, mana: int) -> list[int]:
    """Return the faction and market Champions with the given mana cost, in order of their card numbers."""
    pool = {i for pair in rules.faction_cards for i in pair} | {i for deck in rules.decks[: decks.POWER] for i in deck}
    return [i for i in sorted(pool) if rules.cards[i].type == CHAMPION and rules.cards[i].mana == mana]


class LoseRandomChampion(InstantEffect):
    words = "One of your Champions, picked at random, leaves the board."

    def act(self, context: EffectContext) -> None:
        mine = context.state.champions_of(context.seat)
        if not mine:
            context.step.emit(events.NothingHappened(context.seat, "no Champion"))
            return
        champion = context.step.chance.stream("lost champion", context.index).pick(mine)
        units.remove_champion(context.step, champion.copy)
        context.step.emit(events.ChampionLeft(context.seat, champion.copy, "removed"))


class Recall(TargetedEffect):
    """The effect that removes one of the player's Champions from the board.

    The Champion's card comes back to the hand.
    """

    words = "One of your Champions leaves the board and its card goes from your Burn pile into your hand."
    choice = ChampionChoice(YOUR_CHAMPION)

    def affect(self, context: EffectContext, target: int) -> bool:
        burnt = context.state.burnt
        units.remove_champion(context.step, target)
        units.remove_marks(context.state, target)
        context.step.emit(events.ChampionLeft(context.seat, target, "recalled"))
        burnt[context.seat] = tuple(copy for copy in burnt[context.seat] if copy != target)
        hands.put_into_hand(context.step, context.seat, target, "recall")
        return True

"""The effects of walks and lifts: Move, Lift and their consequences."""

from __future__ import annotations

from core.games.bridgefront import units
from core.games.bridgefront import walks as walking
from core.games.bridgefront.choices import AnyChoice, ChampionChoice, HexChoice
from core.games.bridgefront.effects.base import Effect, EffectContext, Outcome
from core.games.bridgefront.places import YOUR_CHAMPION, Place
from core.games.bridgefront.state import Locked
from core.games.bridgefront.walk_choice import WalkChoice
from core.games.bridgefront.walks import Gait


class Move(Effect):
    """The effect that lets the player walk one stack.

    A `second` move is for another, separate stack. It may be left out, like any `optional` move.
    """

    steps: int
    bridges: bool = True
    one_force: bool = False
    column: bool = False
    optional: bool = False
    second: bool = False
    after_build: bool = False

    @property
    def gait(self) -> Gait:
        """The gait of the stack."""
        return Gait(self.steps, self.bridges, self.one_force, self.column)

    @property
    def choices(self) -> tuple[AnyChoice, ...]:
        return (WalkChoice(self.gait, self.optional or self.second, self.second, self.after_build),)

    def is_possible(self, context: EffectContext, values: Locked) -> bool:
        built = context.play.locked[0] if self.after_build else ()
        return values[0] is None or walking.can_start(context.state, context.seat, self.gait, values[0], built)

    def resolve(self, context: EffectContext, values: Locked) -> Outcome:
        if values[0] is None:
            return None
        if self.second and context.state.option("two_stack_battles") == "separate" and context.state.pending:
            context.step.schedule(("battles",), ("effect", context.index, context.path))
            return None
        end = walking.walk_stack(context.step, context.seat, self.gait, values[0])
        context.store_note(end)
        return end != walking.WALK_BLOCKED

    def text(self) -> str:
        who = "One of your Forces" if self.one_force else "One stack"
        far = "1 hex" if self.steps == 1 else f"at most {self.steps} hexes"
        if self.second:
            return f"A second, separate stack may walk {far} as well."
        ways = "a Bridge" if self.steps == 1 else "Bridges"
        walks = f"Then {who.lower()} may walk" if self.optional else f"{who} walks"
        words = f"{walks} {far} " + (f"along {ways}" if self.bridges else f"without needing {ways}")
        return f"{words} and halts in the first hex that holds any unit." if self.column else f"{words}."


class Breakthrough(Effect):
    cards: int
    words = "If you win a battle where the walk ended this round, your next Reset draws up to {cards} cards more."

    def resolve(self, context: EffectContext, values: Locked) -> Outcome:
        if context.play.note >= 0:
            context.add_mark("breakthrough", context.play.note, self.cards)
        return None


class DrawOnContact(Effect):
    """The effect that draws cards if the walk started a battle or entered a besieged Capital.

    The cards are drawn after the battle.
    """

    cards: int
    words = "If that starts a battle or brings it into a besieged Capital, draw {cards}."

    def resolve(self, context: EffectContext, values: Locked) -> Outcome:
        state, hex_ = context.state, context.play.note
        if hex_ >= 0 and state.enemies_at(hex_, context.seat):
            sides = state.players_at(hex_)
            named = any(m.seat in sides for m in state.marks_of_kind("skirmish", what=hex_))
            retreat = named and not state.capital_owner(hex_)
            if not retreat:
                context.step.schedule(("battles",), ("draw", ((context.seat, self.cards),), 0, 0, ()))
        return None


class Lift(Effect):
    """The effect that moves one of the player's Champions by a jump to a hex of a certain kind.

    By default, the hex is the Capital. The Champion may also recover HP.
    """

    place: Place | None = None
    heal: int = 0

    @property
    def choices(self) -> tuple[AnyChoice, ...]:
        champion = ChampionChoice(YOUR_CHAMPION)
        return (champion,) if self.place is None else (champion, HexChoice(self.place))

    def resolve(self, context: EffectContext, values: Locked) -> Outcome:
        copy, hex_ = values if self.place is not None else (*values, context.state.capital[context.seat])
        if copy is None or hex_ is None:
            return None
        legal = all(context.is_still_legal(choice, value) for choice, value in zip(self.choices, values))
        if not legal or not units.lift_champion(context.step, copy, hex_):
            return False
        if self.heal:
            units.heal_champion(context.step, copy, self.heal)
        return True

    def text(self) -> str:
        words = f"Lift one of your Champions to {self.place.words if self.place is not None else 'your Capital'}"
        return f"{words}; it recovers {self.heal} HP." if self.heal else f"{words}."

"""The effects on Bridges and terrain: Build, Destroy, traps, lockdowns, links and Mines."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from core.engine.text.words import format_count
from core.games.bridgefront import events, units
from core.games.bridgefront.choices import AnyChoice, EdgesChoice, HexChoice, HexPairChoice, PivotChoice
from core.games.bridgefront.effects.base import Effect, EffectContext, InstantEffect, Outcome, TargetedEffect
from core.games.bridgefront.places import ANY_HEX, IN_WORMHOLE_REACH, OWN_MINE, Place
from core.games.bridgefront.rules import Step
from core.games.bridgefront.state import Locked, Mark

MINE_MAX = 7


def build(step: Step, seat: int, edge: int, temporary: bool = False) -> bool:
    """Build a Bridge on a free edge; return False if the edge already has a Bridge (B14)."""
    state = step.state
    if state.bridges[edge]:
        return False
    state.bridges[edge] = 1
    if temporary:
        state.marks.append(Mark("temporary", seat, edge))
    step.emit(events.BridgeBuilt(seat, edge, temporary))
    return True


def destroy(step: Step, seat: int, edge: int) -> None:
    """Destroy the Bridge with its trap and its temporary mark; a lockdown stays on the edge."""
    state = step.state
    state.bridges[edge] = 0
    state.marks[:] = [m for m in state.marks if not (m.what == edge and m.kind in ("trap", "temporary"))]
    step.emit(events.BridgeDestroyed(seat, edge))


class EdgeEffect(Effect):
    """A base class of effects on 1 to `most` edges.

    Each edge has an end in a hex that the player occupies, unless `anywhere` is set.
    """

    most: int = 1
    anywhere: bool = False
    bridged: ClassVar[bool]

    @property
    def choices(self) -> tuple[AnyChoice, ...]:
        return (EdgesChoice(self.bridged, most=self.most, here=not self.anywhere),)

    def resolve(self, context: EffectContext, values: Locked) -> Outcome:
        if not values[0]:
            return None
        changed = [
            context.is_still_legal(self.choices[0], (edge,)) and self.change_edge(context, edge) for edge in values[0]
        ]
        return any(changed)

    @abstractmethod
    def change_edge(self, context: EffectContext, edge: int) -> bool:
        """Apply the effect to one of the edges."""


class Build(EdgeEffect):
    """The effect that builds Bridges."""

    temporary: bool = False
    bridged = False

    def change_edge(self, context: EffectContext, edge: int) -> bool:
        return build(context.step, context.seat, edge, self.temporary)

    def text(self) -> str:
        what = "1 Bridge" if self.most == 1 else f"up to {self.most} Bridges"
        if self.temporary:
            return f"Build {what} on any free edge of the board; it vanishes in Cleanup of this round."
        if self.anywhere:
            return f"Build {what} on any free edge of the board."
        which = " that has" if self.most == 1 else ", each with"
        return f"Build {what}{which} an end in a hex you occupy."


class Destroy(EdgeEffect):
    """The effect that destroys Bridges."""

    bridged = True

    def change_edge(self, context: EffectContext, edge: int) -> bool:
        destroy(context.step, context.seat, edge)
        return True

    def text(self) -> str:
        what = "1 Bridge" if self.most == 1 else f"up to {format_count(self.most, 'Bridge')}"
        return f"Destroy {what} " + ("anywhere." if self.anywhere else "that has an end in a hex you occupy.")


class BridgeEffect(TargetedEffect):
    """The effect that puts a trap or a lockdown on a Bridge until Cleanup.

    The Bridge must have an end in a hex that the player occupies.
    """

    kind: str
    choice = EdgesChoice(bridged=True)

    def affect(self, context: EffectContext, target: tuple[int]) -> bool:
        (edge,) = target
        context.state.marks.append(Mark(self.kind, context.seat, edge))
        event = events.BridgeTrapped if self.kind == "trap" else events.BridgeClosed
        context.step.emit(event(context.seat, edge))
        return True

    def text(self) -> str:
        if self.kind == "trap":
            return (
                "Trap 1 Bridge that has an end in a hex you occupy: the first stack of another player that crosses it "
                "this round loses 1 Force before any battle."
            )
        return "Close 1 Bridge that has an end in a hex you occupy: nobody crosses it for the rest of the round."


class PivotBridge(Effect):
    """The effect that destroys 1 Bridge at any hex and builds 1 on another edge there.

    The two halves are independent of each other.
    """

    words = "Name any hex: destroy 1 Bridge that ends there and build 1 Bridge on another edge that ends there."
    choices = (HexChoice(ANY_HEX), PivotChoice())

    def resolve(self, context: EffectContext, values: Locked) -> Outcome:
        if not values[1]:
            return None
        old, new = values[1]
        done = False
        if old is not None and context.state.bridges[old]:
            destroy(context.step, context.seat, old)
            done = True
        if new is not None:
            done = build(context.step, context.seat, new) or done
        return done

    def is_possible(self, context: EffectContext, values: Locked) -> bool:
        old, new = values[1] or (None, None)
        bridges = context.state.bridges
        return (old is None or bool(bridges[old])) and (new is None or not bridges[new])


def link(context: EffectContext, a: int, b: int) -> None:
    """Link two hexes, so that they are one step apart until Cleanup (part 4, Links)."""
    context.state.marks.append(Mark("link", context.seat, a, b))
    context.step.emit(events.Linked(context.seat, a, b))


class LinkHome(InstantEffect):
    words = "Until the end of the round your Capital and the Center count as neighbours joined by a Bridge."

    def act(self, context: EffectContext) -> None:
        link(context, *sorted((context.state.capital[context.seat], context.state.grid.center)))


class Link(TargetedEffect):
    """The effect that links two hexes of a certain kind."""

    place: Place = IN_WORMHOLE_REACH

    @property
    def choice(self) -> AnyChoice:
        return HexPairChoice(self.place)

    def affect(self, context: EffectContext, target: tuple[int, int]) -> bool:
        link(context, *target)
        return True

    def text(self) -> str:
        if self.place is ANY_HEX:
            return "Link any two hexes of the board until the end of the round."
        return f"Link two hexes until the end of the round, each {self.place.words.removeprefix('a hex ')}."


class RaiseMine(TargetedEffect):
    """The effect that raises the Mine Value of a Mine that the player occupies by 1, to at most 7.

    The increase lasts for the rest of the game. After it, the player deploys Forces into the hex.
    """

    forces: int = 0
    choice = HexChoice(OWN_MINE)

    def affect(self, context: EffectContext, target: int) -> bool:
        mines = context.state.mines
        if mines[target] < MINE_MAX:
            mines[target] += 1
            context.step.emit(events.MineRaised(context.seat, target, mines[target]))
        units.deploy_forces(context.step, context.seat, target, self.forces)
        return True

    def text(self) -> str:
        words = f"One Mine you occupy gets Mine Value +1 for the rest of the game, to at most {MINE_MAX}."
        return f"{words} Then put {format_count(self.forces, 'Force')} onto it." if self.forces else words

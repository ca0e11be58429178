"""The effects on Bridges and terrain: Build, Destroy, traps, lockdowns, links and Mines."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from core.engine.text.words import count
from core.games.bridgefront import events, units
from core.games.bridgefront.choices import AnyChoice, Edges, HexChoice, HexPair, Pivot
from core.games.bridgefront.effects.base import Effect, EffectContext, Instant, Outcome, Targeted
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
    step.say(events.BridgeBuilt(seat, edge, temporary))
    return True


def destroy(step: Step, seat: int, edge: int) -> None:
    """Destroy the Bridge with its trap and its temporary mark; a lockdown stays on the edge."""
    state = step.state
    state.bridges[edge] = 0
    state.marks[:] = [m for m in state.marks if not (m.what == edge and m.kind in ("trap", "temporary"))]
    step.say(events.BridgeDestroyed(seat, edge))


class OnEdges(Effect):
    """A base class of effects on 1 to `most` edges.

    Each edge has an end in a hex that the player occupies, unless `anywhere` is set.
    """

    most: int = 1
    anywhere: bool = False
    bridged: ClassVar[bool]

    @property
    def choices(self) -> tuple[AnyChoice, ...]:
        return (Edges(self.bridged, most=self.most, here=not self.anywhere),)

    def resolve(self, now: EffectContext, values: Locked) -> Outcome:
        if not values[0]:
            return None
        changed = [now.allows(self.choices[0], (edge,)) and self.change(now, edge) for edge in values[0]]
        return any(changed)

    @abstractmethod
    def change(self, now: EffectContext, edge: int) -> bool:
        """Apply the effect to one of the edges."""


class Build(OnEdges):
    """The effect that builds Bridges."""

    temporary: bool = False
    bridged = False

    def change(self, now: EffectContext, edge: int) -> bool:
        return build(now.step, now.seat, edge, self.temporary)

    def text(self) -> str:
        what = "1 Bridge" if self.most == 1 else f"up to {self.most} Bridges"
        if self.temporary:
            return f"Build {what} on any free edge of the board; it vanishes in Cleanup of this round."
        if self.anywhere:
            return f"Build {what} on any free edge of the board."
        which = " that has" if self.most == 1 else ", each with"
        return f"Build {what}{which} an end in a hex you occupy."


class Destroy(OnEdges):
    """The effect that destroys Bridges."""

    bridged = True

    def change(self, now: EffectContext, edge: int) -> bool:
        destroy(now.step, now.seat, edge)
        return True

    def text(self) -> str:
        what = "1 Bridge" if self.most == 1 else f"up to {count(self.most, 'Bridge')}"
        return f"Destroy {what} " + ("anywhere." if self.anywhere else "that has an end in a hex you occupy.")


class OnBridge(Targeted):
    """The effect that puts a trap or a lockdown on a Bridge until Cleanup.

    The Bridge must have an end in a hex that the player occupies.
    """

    kind: str
    choice = Edges(bridged=True)

    def affect(self, now: EffectContext, target: tuple[int]) -> bool:
        (edge,) = target
        now.state.marks.append(Mark(self.kind, now.seat, edge))
        event = events.BridgeTrapped if self.kind == "trap" else events.BridgeClosed
        now.step.say(event(now.seat, edge))
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
    choices = (HexChoice(ANY_HEX), Pivot())

    def resolve(self, now: EffectContext, values: Locked) -> Outcome:
        if not values[1]:
            return None
        old, new = values[1]
        done = False
        if old is not None and now.state.bridges[old]:
            destroy(now.step, now.seat, old)
            done = True
        if new is not None:
            done = build(now.step, now.seat, new) or done
        return done

    def possible(self, now: EffectContext, values: Locked) -> bool:
        old, new = values[1] or (None, None)
        bridges = now.state.bridges
        return (old is None or bool(bridges[old])) and (new is None or not bridges[new])


def link(now: EffectContext, a: int, b: int) -> None:
    """Link two hexes, so that they are one step apart until Cleanup (part 4, Links)."""
    now.state.marks.append(Mark("link", now.seat, a, b))
    now.step.say(events.Linked(now.seat, a, b))


class LinkHome(Instant):
    words = "Until the end of the round your Capital and the Center count as neighbours joined by a Bridge."

    def act(self, now: EffectContext) -> None:
        link(now, *sorted((now.state.capital[now.seat], now.state.grid.center)))


class Link(Targeted):
    """The effect that links two hexes of a certain kind."""

    place: Place = IN_WORMHOLE_REACH

    @property
    def choice(self) -> AnyChoice:
        return HexPair(self.place)

    def affect(self, now: EffectContext, target: tuple[int, int]) -> bool:
        link(now, *target)
        return True

    def text(self) -> str:
        if self.place is ANY_HEX:
            return "Link any two hexes of the board until the end of the round."
        return f"Link two hexes until the end of the round, each {self.place.words.removeprefix('a hex ')}."


class RaiseMine(Targeted):
    """The effect that raises the Mine Value of a Mine that the player occupies by 1, to at most 7.

    The increase lasts for the rest of the game. After it, the player deploys Forces into the hex.
    """

    forces: int = 0
    choice = HexChoice(OWN_MINE)

    def affect(self, now: EffectContext, target: int) -> bool:
        mines = now.state.mines
        if mines[target] < MINE_MAX:
            mines[target] += 1
            now.step.say(events.MineRaised(now.seat, target, mines[target]))
        units.deploy(now.step, now.seat, target, self.forces)
        return True

    def text(self) -> str:
        words = f"One Mine you occupy gets Mine Value +1 for the rest of the game, to at most {MINE_MAX}."
        return f"{words} Then put {count(self.forces, 'Force')} onto it." if self.forces else words

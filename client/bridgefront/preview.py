"""What a planned walk into enemies would come to: the battle fought many times over by the rules themselves."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from client.bridgefront.names import place
from client.bridgefront.plan import Stack
from client.bridgefront.shown import Shown
from client.kit.canvas import Canvas
from client.kit.hexes import Rect
from client.kit.widget import Widget
from core.bridgefront import events as e
from core.bridgefront.battle import Battle
from core.bridgefront.rules import Step
from core.bridgefront.state import Bridgefront
from core.kernel.codec import H

TRIALS = 240


class Odds(NamedTuple):
    """How often the attacker wins, and what both sides lose on average (Cohorts and Champions)."""

    hex: int
    defender: int
    wins: float
    lost: float
    killed: float


@lru_cache(maxsize=1)
def _beacons() -> tuple[bytes, ...]:
    return tuple(H("tether.preview", [i]) for i in range(TRIALS))


def odds(state: Bridgefront, seat: int, stack: Stack, path: Sequence[int]) -> Odds | None:
    """The battle at the end of a walk, or None where nobody fights or the battle would stop to ask."""
    goal = path[-1]
    enemies = state.enemies_at(goal, seat)
    if not enemies or state.option("hit_control") == "prompt":
        return None
    start = state.clone()
    _walk(start, seat, stack, path[0], goal)
    start.asking, start.agenda = (), []
    defender = enemies[0]
    wins = lost = killed = 0
    for beacon in _beacons():
        trial = start.clone()
        step = Step(trial, beacon)
        Battle(step, goal, seat, defender).begin()
        for event in step.events:
            if isinstance(event, e.BattleEnded):
                wins += event.winner == seat
            elif isinstance(event, (e.ForcesDied, e.ChampionDied)):
                units = event.forces if isinstance(event, e.ForcesDied) else 1
                if event.seat == seat:
                    lost += units
                elif event.seat == defender:
                    killed += units
    n = len(_beacons())
    return Odds(goal, defender, wins / n, lost / n, killed / n)


def _walk(state: Bridgefront, seat: int, stack: Stack, start: int, goal: int) -> None:
    """The stack stands at its goal."""
    column = state.forces[seat]
    left = column.get(start, 0) - stack.forces
    if left > 0:
        column[start] = left
    else:
        column.pop(start, None)
    if stack.forces:
        column[goal] = column.get(goal, 0) + stack.forces
    for copy in stack.champions:
        state.champions[copy] = state.champions[copy]._replace(hex=goal)


class Preview(Widget):
    """The odds of the planned battle, in a corner of the board."""

    role = "battle preview"
    solid = True

    def __init__(self, shown: Shown) -> None:
        super().__init__("Battle preview", visible=False, tip=self.explain)
        self.shown = shown
        self.odds: Odds | None = None
        self._known: dict[tuple[object, ...], Odds | None] = {}

    def explain(self) -> str:
        """Where the numbers come from."""
        return (f"The battle as it stands now, fought {TRIALS} times by the rules of the game. What the others choose "
                "may change it.")  # fmt: skip

    def show(self, state: Bridgefront, seat: int, walks: Sequence[tuple[Stack, tuple[int, ...]]]) -> None:
        """Show the last planned walk that ends among enemies."""
        found = None
        for stack, path in walks:
            key = (state.t, stack, path)
            if key not in self._known:
                if len(self._known) > 200:
                    self._known.clear()
                self._known[key] = odds(state, seat, stack, path)
            found = self._known[key] or found
        self.odds = found
        self.visible = found is not None
        self.touch()

    def paint(self, canvas: Canvas) -> None:
        """Who against whom, the chance, the losses."""
        odds_, r = self.odds, self.rect
        if odds_ is None or self.shown.state is None:
            return
        names = self.shown.names
        canvas.box("dialog", r)
        canvas.icon("battle", Rect(r.x + 10, r.top - 26, 17, 17), "bad")
        canvas.label("Battle preview", Rect(r.x + 33, r.top - 27, r.w - 44, 19), "bad", "small", "bold", 0)
        where = f"{names.who(odds_.defender)}, {place(self.shown.table, odds_.hex, names)}"
        canvas.label(where, Rect(r.x + 11, r.top - 47, r.w - 22, 18), f"seat_{odds_.defender}", "small", "bold", 0)
        ink = "good" if odds_.wins >= 0.6 else "warn" if odds_.wins >= 0.35 else "bad"
        canvas.label(f"Win {odds_.wins:.0%}", Rect(r.x + 11, r.y + 8, 92, 42), ink, "title", "bold", 0)
        canvas.label(f"you lose {odds_.lost:.1f}", Rect(r.right - 104, r.y + 28, 94, 18), "text", "small", align=1)
        canvas.label(f"they lose {odds_.killed:.1f}", Rect(r.right - 104, r.y + 10, 94, 18), "text", "small", align=1)

    def value(self) -> str:
        """In words."""
        if self.odds is None:
            return ""
        return f"win {self.odds.wins:.0%}, you lose {self.odds.lost:.1f}, they lose {self.odds.killed:.1f}"

"""Designs: arms, each one way to play a game, on seeds that they share."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from core.engine.game import Game
from core.engine.options import Value
from core.engine.result import FREE_FOR_ALL, kind_of
from core.games.registry import GAMES
from lab.games.registry import sides_of

LOT, OWN = "lot", "own"
"""Choice of factions and leagues: by a balanced lot, or by each bot."""


class Arm(NamedTuple):
    """One way to play.

    `bots` are the players of the chairs 0, 1...; in rotation r chair c sits at seat (c + r) mod seats + 1. `changes`
    are changed numbers of the rules ("name=value", `lab.run.rule_overrides`). `bans` is the share of all cards that
    each chair may not use, in hundredths. The weights of bots are turned up or down by `turned` hundredths, for each
    chair by its own lots.
    """

    name: str
    game: str
    seats: int
    options: tuple[tuple[str, Value], ...] = ()
    bots: tuple[str, ...] = ("heuristic",)
    changes: tuple[str, ...] = ()
    bans: int = 0
    factions: str = LOT
    turned: int = 0

    @property
    def rules(self) -> Game:
        """Game of the arm."""
        return GAMES[self.game]

    @property
    def together(self) -> bool:
        """True if all chairs win or lose as one, or there is but one."""
        return kind_of(self.rules, self.seats) != FREE_FOR_ALL

    @property
    def chairs(self) -> tuple[str, ...]:
        """Bot of each chair; a shorter list repeats."""
        return tuple(self.bots[chair % len(self.bots)] for chair in range(self.seats))

    @property
    def rotations(self) -> int:
        """Number of rotations of the seats; one where all chairs are alike, a team's bans too."""
        alike = len(set(self.chairs)) == 1 and (not self.bans or self.together) and not self.turned
        alike = alike and (self.factions == OWN or not sides_of(self.game))
        return 1 if alike else self.seats

    def data(self) -> dict[str, Any]:
        """Return the arm as plain data."""
        return {**self._asdict(), "options": dict(self.options)}


class Design(NamedTuple):
    """Plan of a run: every block plays all arms on one seed, with all rotations of the seats."""

    purpose: str
    arms: tuple[Arm, ...]
    seed: str = "lab"

    @property
    def matches(self) -> int:
        """Number of matches in a block."""
        return sum(arm.rotations for arm in self.arms)

    def text(self) -> str:
        """Return the whole design as one line of JSON: equal designs have equal texts."""
        data = {"purpose": self.purpose, "seed": self.seed, "arms": [arm.data() for arm in self.arms]}
        return json.dumps(data, sort_keys=True, separators=(",", ":"))


def read_design(text: str) -> Design:
    """Return the design of such a line.

    >>> design = Design("play", (Arm("usual", "outposts", 2, (("brisk", "on"),)),))
    >>> read_design(design.text()) == design
    True
    """
    data = json.loads(text)
    return Design(data["purpose"], tuple(_arm(arm) for arm in data["arms"]), data["seed"])


def _arm(data: Mapping[str, Any]) -> Arm:
    fields = {**data, "options": tuple(data["options"].items())}
    return Arm(**fields | {name: tuple(data[name]) for name in ("bots", "changes")})

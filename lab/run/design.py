"""Designs of runs: the variants of a game that are played, called arms, and their common seed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from core.engine.game import Game
from core.engine.options import Value
from core.engine.result import FREE_FOR_ALL, kind_of
from core.games.registry import GAMES
from lab.games.registry import sides_of
from lab.run.rulesets import game_with

MAX_ARMS, MAX_SEATS, MAX_TURNED_PERCENT = 1000, 64, 10_000
"""Maximum number of arms in a design, of seats or bots in an arm, and percent by which weights are turned.

These limits protect the reader of a design from a file.
"""
LOT, OWN = "lot", "own"
"""Ways to assign factions and leagues: by a balanced random draw, or by the choice of each bot."""


class Arm(NamedTuple):
    """A variant of a game: its options, rule changes, seats and bots.

    `bots` are the players of chairs 0, 1 and so on. In rotation r, chair c plays in seat (c + r) mod seats + 1.
    `changes` are rule changes such as "name=value" (see `lab.run.rulesets`). `bans` is the percentage of cards that
    each chair may not use. `turned` is the percentage by which each weight of a bot is raised or lowered at random,
    separately for each chair.
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
        """The game with the changes of this arm; raise `BadChange` if a change is not possible."""
        return game_with(self.game, self.changes)

    @property
    def together(self) -> bool:
        """True if all chairs win or lose together, or if there is only one chair."""
        return kind_of(self.rules, self.seats) != FREE_FOR_ALL

    @property
    def chairs(self) -> tuple[str, ...]:
        """The bot of each chair; the bots repeat if there are fewer bots than seats."""
        return tuple(self.bots[chair % len(self.bots)] for chair in range(self.seats))

    @property
    def rotations(self) -> int:
        """Number of rotations of the seats; 1 if all chairs have the same bot and the same bans."""
        alike = len(set(self.chairs)) == 1 and (not self.bans or self.together) and not self.turned
        alike = alike and (self.factions == OWN or not sides_of(self.game))
        return 1 if alike else self.seats

    def data(self) -> dict[str, object]:
        """Return the arm as plain data."""
        return {**self._asdict(), "options": dict(self.options)}


class Design(NamedTuple):
    """A plan for a run.

    Every block plays all arms with the same seed, in all rotations of the seats.
    """

    purpose: str
    arms: tuple[Arm, ...]
    seed: str = "lab"

    @property
    def matches(self) -> int:
        """Number of matches in a block, over all arms and rotations."""
        return sum(arm.rotations for arm in self.arms)

    def text(self) -> str:
        """Return the design as one line of JSON; equal designs have equal texts."""
        data = {"purpose": self.purpose, "seed": self.seed, "arms": [arm.data() for arm in self.arms]}
        return json.dumps(data, sort_keys=True, separators=(",", ":"))


def read_design(text: str) -> Design:
    """Return the design in a line of JSON; raise `ValueError` for any other text.

    >>> design = Design("play", (Arm("usual", "outposts", 2, (("brisk", "on"),)),))
    >>> read_design(design.text()) == design
    True
    """
    try:
        data = json.loads(text)
        design = Design(data["purpose"], tuple(_arm(arm) for arm in data["arms"]), data["seed"])
    except (TypeError, KeyError, AttributeError, RecursionError) as bad:
        raise ValueError(f"no design of a run ({type(bad).__name__})") from None
    texts = (design.purpose, design.seed)
    if not all(type(item) is str for item in texts) or not 0 < len(design.arms) <= MAX_ARMS:
        raise ValueError("no design of a run")
    return design


def _arm(data: Mapping[str, Any]) -> Arm:
    """Return an arm from JSON data; raise `ValueError` if a value is invalid."""
    fields = {**data, "options": tuple(data["options"].items())}
    arm = Arm(**fields | {name: tuple(data[name]) for name in ("bots", "changes")})
    texts = (arm.name, arm.game, arm.factions, *arm.bots, *arm.changes)
    numbers = ((arm.seats, 1, MAX_SEATS), (arm.bans, 0, 100), (arm.turned, 0, MAX_TURNED_PERCENT))
    fits = (
        all(type(item) is str for item in texts)
        and all(type(item) is int and least <= item <= most for item, least, most in numbers)
        and all(type(value) in (int, str) for _, value in arm.options)
        and 0 < len(arm.bots) <= MAX_SEATS
        and (arm.game not in GAMES or arm.seats in GAMES[arm.game].seat_counts)
    )
    if not fits:
        raise ValueError("no way to play")
    return arm

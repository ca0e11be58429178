"""What the own seat is asked, with the decisions that it can be answered with, in words."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any, NamedTuple

from core.bots.random_bot import Dice
from core.engine.codec import H
from core.engine.game import Ask, Decision, Game, State
from core.engine.hidden.secrets import Secrets

LISTED = 200
"""So many legal decisions are listed; where there are more, some are drawn."""
READ = 1000
"""So many are read to find those that differ in words."""
DRAWN, TRIES = 30, 120


class Way(NamedTuple):
    """A legal decision, and what it is in words."""

    words: str
    decision: Decision


class Inquiry:
    """One ask: the legal decisions, or some of them where they are too many, and which is chosen.

    `secrets` is the copy that the decision is made with.
    """

    question: Any = None
    """A plain table asks all at once."""

    def __init__(self, game: Game, state: State, seat: int, secrets: Secrets, ask: Ask) -> None:
        self.game, self.state, self.seat, self.secrets = game, state, seat, secrets
        self.kind = ask.kind
        self.chosen: Way | None = None
        self._drawn = 0
        read = list(islice(game.options_of(state, seat, secrets), READ + 1))
        self.ways = self._ways(read)
        self.all = len(read) <= READ and len(self.ways) <= LISTED
        """Whether nothing is left out."""
        if not self.all:
            self.draw()

    def _ways(self, decisions: Iterable[Decision]) -> list[Way]:
        """The decisions in words, one of those that say the same."""
        found: dict[str, Way] = {}
        for decision in decisions:
            words = self.game.choice(self.state, self.seat, decision, self.secrets)
            found.setdefault(words, Way(words, decision))
        return list(found.values())

    def draw(self) -> None:
        """Other suggestions, drawn without regard to their merit; what is chosen stays among them."""
        self._drawn += 1
        dice = Dice(H("tether.suggested", [self.state.beacon, self.state.t, self.seat, self._drawn]))
        found = {self.chosen.words: self.chosen} if self.chosen is not None else {}
        first = [] if found else [self.game.default(self.state, self.seat, self.secrets)]
        for way in self._ways(first):
            found[way.words] = way
        for _ in range(TRIES):
            if len(found) >= DRAWN:
                break
            for way in self._ways([self.game.sample(self.state, self.seat, self.secrets, dice)]):
                found.setdefault(way.words, way)
        self.ways = sorted(found.values(), key=lambda way: way.words)

    # What the player has answered -------------------------------------------------------------------------------------

    @property
    def decision(self) -> Decision | None:
        """What is chosen."""
        return self.chosen.decision if self.chosen is not None else None

    @property
    def begun(self) -> bool:
        """Whether anything is chosen."""
        return self.chosen is not None

    @property
    def history(self) -> list[Way]:
        """What has been answered so far."""
        return [self.chosen] if self.chosen is not None else []

    def answer(self, way: Way) -> None:
        """Chooses one of the ways."""
        self.chosen = way

    def undo(self) -> bool:
        """Nothing is chosen; false if nothing was."""
        was, self.chosen = self.chosen, None
        return was is not None

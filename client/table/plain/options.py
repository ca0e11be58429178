"""A question to our seat, with the legal decisions in words."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import NamedTuple

from client.table.pick.script import Picks
from core.bots.random_bot import Dice
from core.engine.codec import H
from core.engine.game import Ask, Decision, Game, State
from core.engine.hidden.secrets import Secrets

MAX_LISTED = 200
"""The maximum number of legal decisions in the list.

If there are more, the list has a random selection.
"""
MAX_READ = 1000
"""The maximum number of decisions that are read to find those with different words."""
DRAWN, TRIES = 30, 120


class DecisionOption(NamedTuple):
    """A legal decision with its words."""

    words: str
    decision: Decision


class PlainPrompt:
    """A question with its legal decisions and the chosen one.

    If there are too many decisions, it has only some of them. `secrets` is the copy with which the decision is made.
    """

    question: Picks[object] | None = None
    """Always None, because a plain table asks for the whole decision at once."""

    def __init__(self, game: Game, state: State, seat: int, secrets: Secrets, ask: Ask) -> None:
        self.game, self.state, self.seat, self.secrets = game, state, seat, secrets
        self.kind = ask.kind
        self.chosen: DecisionOption | None = None
        self._drawn = 0
        read = list(islice(game.options_of(state, seat, secrets), MAX_READ + 1))
        self.ways = self._make_options(read)
        self.all = len(read) <= MAX_READ and len(self.ways) <= MAX_LISTED
        """True if the list is complete."""
        if not self.all:
            self.draw_suggestions()

    def _make_options(self, decisions: Iterable[Decision]) -> list[DecisionOption]:
        """Return the decisions with their words; of several with equal words, only the first."""
        found: dict[str, DecisionOption] = {}
        for decision in decisions:
            words = self.game.describe_decision(self.state, self.seat, decision, self.secrets)
            found.setdefault(words, DecisionOption(words, decision))
        return list(found.values())

    def draw_suggestions(self) -> None:
        """Draw other suggestions at random, regardless of their merit; keep the chosen one."""
        self._drawn += 1
        dice = Dice(H("tether.suggested", [self.state.beacon, self.state.t, self.seat, self._drawn]))
        found = {self.chosen.words: self.chosen} if self.chosen is not None else {}
        first = [] if found else [self.game.default_decision(self.state, self.seat, self.secrets)]
        for way in self._make_options(first):
            found[way.words] = way
        for _ in range(TRIES):
            if len(found) >= DRAWN:
                break
            for way in self._make_options([self.game.sample(self.state, self.seat, self.secrets, dice)]):
                found.setdefault(way.words, way)
        self.ways = sorted(found.values(), key=lambda way: way.words)

    # Answers ----------------------------------------------------------------------------------------------------------

    @property
    def decision(self) -> Decision | None:
        """The chosen decision, or None."""
        return self.chosen.decision if self.chosen is not None else None

    @property
    def has_answers(self) -> bool:
        """True if a decision is chosen."""
        return self.chosen is not None

    @property
    def history(self) -> list[DecisionOption]:
        """The answers so far."""
        return [self.chosen] if self.chosen is not None else []

    def answer(self, value: object) -> None:
        """Choose one of the decisions."""
        assert isinstance(value, DecisionOption)
        self.chosen = value

    def undo(self) -> bool:
        """Drop the choice; return False if there was none."""
        was, self.chosen = self.chosen, None
        return was is not None

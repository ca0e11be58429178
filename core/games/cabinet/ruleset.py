"""The rules of one match as a value: its numbers, targets, and the cards of its decks.

They are the printed ones, or those of a ruleset (`changes`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.engine.ruleset import number_field
from core.games.cabinet.cards import MILESTONE, Challenge, Cost, Milestone, Ministry, deck_of, kind_of


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of the rules; the defaults are the printed ones."""

    start_resources: int = number_field(3, 0, 8, "Each player starts with {new} Resource cards, not {old}.")
    start_ministries: int = number_field(1, 0, 4, "Each player starts with {new} Ministries, not {old}.")
    cards_per_draw: int = number_field(3, 1, 6, "Each turn draws {new} cards, not {old}.")
    hand_limit: int = number_field(7, 3, 15, "A hand holds at most {new} cards at the end of a turn, not {old}.")
    milestones_drawn: int = number_field(2, 1, 4, "{new} Milestones are drawn for an attempt, not {old}.")
    passing_challenges: int = number_field(2, 1, 4, "When time passes, {new} Challenges leave the deck, not {old}.")
    failed_hours: int = number_field(
        1, 0, 3, "When an attempt at a Milestone fails, {new} Challenges leave the deck, not {old}."
    )
    max_turns: int = number_field(60, 10, 90, "Without time, the match is lost after {new} turns, not {old}.")
    known_challenges: int = number_field(2, 0, 4, "The next {new} Challenges of the deck are face up, not {old}.")
    known_milestones: int = number_field(2, 0, 4, "The next {new} Milestones of the deck are face up, not {old}.")
    portfolios: int = number_field(1, 0, 1, "Players with a standing portfolio (1 yes, 0 no): {new}, not {old}.")
    science_looks: int = number_field(4, 1, 5, "Science looks at {new} Milestones, not {old}.")
    information_looks: int = number_field(3, 1, 5, "Information looks at {new} Challenges, not {old}.")
    finance_draws: int = number_field(3, 1, 6, "Finance draws {new} cards, not {old}.")
    works_guests: int = number_field(2, 0, 4, "With Public Works up to {new} others draw, not {old}.")
    finance_spreads: int = number_field(
        1, 0, 1, "With Finance the emptiest hands draw (1), or its player alone (0): {new}, not {old}."
    )
    works_draws: int = number_field(2, 1, 4, "With Public Works you draw {new} cards yourself, not {old}.")
    after_draws: int = number_field(
        2, 0, 4, "Science, Information and Foreign Affairs draw {new} Resource cards afterwards, not {old}."
    )
    health_draws: int = number_field(2, 0, 4, "Who places Health draws {new} Resource cards, not {old}.")
    foreign_takes: int = number_field(1, 0, 3, "Foreign Affairs takes {new} Ministries from the discards, not {old}.")
    max_swapped: int = number_field(0, 0, 4, "With Foreign Affairs each side gives up to {new} cards, not {old}.")
    justice_takes: int = number_field(3, 1, 5, "Justice takes {new} cards, not {old}.")


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """The rules of a match. There is one object for each ruleset, so that it may key caches."""

    numbers: Numbers
    targets: Mapping[int, tuple[int, ...]]
    """Number of points to reach, by the number of players and the level."""
    limits: Mapping[int, int]
    """Number of Challenges in play at which no more are flipped, by the number of players."""
    removed: Mapping[int, int]
    """Number of Challenges removed unseen in setup, by number of players."""
    ministries: tuple[Ministry, ...]
    milestones: tuple[Milestone, ...]
    challenges: tuple[Challenge, ...]
    counts: tuple[tuple[int, ...], ...]
    """Number of copies of each card, by deck."""
    decks: tuple[tuple[int, ...], ...]
    """Copies in each deck."""

    def milestone(self, copy: int) -> Milestone:
        """Return the Milestone of a copy."""
        return self.milestones[kind_of(copy)]

    def challenge(self, copy: int) -> Challenge:
        """Return the Challenge of a copy."""
        return self.challenges[kind_of(copy)]

    def cost(self, copy: int) -> Cost:
        """Return the cost of a Milestone or a Challenge."""
        return self.milestone(copy).cost if deck_of(copy) == MILESTONE else self.challenge(copy).cost

"""Public state of a Cabinet match: all of it, since nothing in this game is secret.

Seats are 1..P; index 0 of a column by seat belongs to nobody. A *copy* is a physical card, known by its number alone
(cards.py).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from core.engine.hidden.cards import Deck
from core.engine.hidden.piles import without
from core.engine.question import Item, OpenAsk
from core.engine.state import StateData, state
from core.games.cabinet import cards


@state
@dataclass(slots=True, kw_only=True)
class Cabinet(StateData):
    """Everything that is public; `clone`, `lower` and `digest` are generated."""

    card_fields: ClassVar[frozenset[str]] = frozenset(
        {
            *("hand", "challenges", "placed", "achieved", "solved", "lapsed", "aside", "pledges", "decks"),
            *("spent_resources", "spent_ministries", "at_stake", "assist"),
        }
    )
    t: int
    beacon: bytes
    over: bool = False
    agenda: list[Item]
    """Remaining work, last item first: tuples of a name and plain values (see the kernel's agenda.py)."""
    asking: tuple[OpenAsk, ...] = ()
    """Open asks: seat, kind, detail."""
    # progress of the match
    score: int = 0
    target: int
    turn: int = 0
    current: int = 0
    """P, the seat at turn; 0 in setup."""
    phase: str
    # columns by seat
    hand: list[tuple[int, ...]]
    """Copies, ascending."""
    pledges: list[tuple[int, ...]]
    """Cards that each seat has named for the current payment."""
    # table
    at_stake: int = 0
    """Milestone or Challenge that is to be paid, or 0."""
    assist: int = 0
    """Ministry named for it, or 0."""
    challenges: tuple[int, ...] = ()
    """Copies in play, in order of appearance."""
    limit: int
    """Challenges in play at which no more are flipped."""
    placed: tuple[int, ...] = ()
    """Ministries in front of the team."""
    aside: tuple[int, ...] = ()
    """Cards drawn or looked at, about to go elsewhere."""
    achieved: tuple[int, ...] = ()
    """Achieved Milestones."""
    # decks
    decks: list[Deck]
    """Decks by number; of the Challenges, `gone` cards of the unordered layer have left unseen."""
    spent_resources: tuple[int, ...] = ()
    """Discard pile of Resources."""
    spent_ministries: tuple[int, ...] = ()
    solved: tuple[int, ...] = ()
    """Challenges that were paid or removed."""
    gone: int = 0
    """Number of Challenges that have left unseen and are unknown."""
    lapsed: tuple[int, ...] = ()
    """Challenges that have left unseen but can be deduced."""
    clock: str
    """Option of that name."""
    courtesy: int = 0
    """1 where windows show the hands of others as backs (6.1); no rule asks for it."""
    # end
    won: int = 0
    """1 once the team has won."""
    ending: str = ""
    """Ending of the match."""

    # Queries ----------------------------------------------------------------------------------------------------------

    def option(self, name: str) -> str:
        """Return the value of an option of this match."""
        level = cards.LEVELS[cards.TARGETS[len(self.seats)].index(self.target)]
        return {"target": level, "clock": self.clock, "courtesy": "on" if self.courtesy else "off"}[name]

    @property
    def seats(self) -> range:
        """Seats 1..P."""
        return range(1, len(self.hand))

    def clockwise(self, seat: int) -> list[int]:
        """Return all seats, this one first."""
        return [*range(seat, len(self.hand)), *range(1, seat)]

    def others(self, seat: int) -> list[int]:
        """Return all other seats, clockwise."""
        return self.clockwise(seat)[1:]

    def richest(self) -> int:
        """Return the seat with the most cards in hand (2.4, D3).

        Of several it is the closest clockwise from P, P first.
        """
        return max(self.clockwise(self.current), key=lambda seat: len(self.hand[seat]))

    def spent(self, deck: int) -> tuple[int, ...]:
        """Return the discard pile of Resources or Ministries; the other decks have none."""
        return {cards.RESOURCE: self.spent_resources, cards.MINISTRY: self.spent_ministries}.get(deck, ())

    def give(self, seat: int, copies: Iterable[int]) -> None:
        """Add copies to a hand."""
        self.hand[seat] = tuple(sorted((*self.hand[seat], *copies)))

    def take(self, seat: int, copies: Iterable[int]) -> None:
        """Remove copies from a hand; they are then in no pile."""
        for copy in copies:
            self.hand[seat] = without(self.hand[seat], copy)

    def spend(self, copies: Iterable[int]) -> None:
        """Put copies that are in no pile on their discard piles."""
        listed = tuple(copies)
        self.spent_resources += tuple(copy for copy in listed if cards.is_resource(copy))
        self.spent_ministries += tuple(copy for copy in listed if not cards.is_resource(copy))

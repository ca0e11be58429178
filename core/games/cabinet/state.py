"""Public state of a Cabinet match, which is the whole state because nothing in this game is secret.

Seats are 1..P; index 0 of a column by seat belongs to nobody. A *copy* is a physical card, identified by its number
alone (cards.py).
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
    """The whole public state of a match; `clone`, `lower` and `digest` are generated."""

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
    """Agenda items that are still to run, the next one last.

    Each is a tuple of a name and plain values (see the kernel's agenda.py).
    """
    asking: tuple[OpenAsk, ...] = ()
    """Open asks, each as (seat, kind, detail)."""
    # progress of the match
    score: int = 0
    target: int
    turn: int = 0
    current: int = 0
    """Seat whose turn it is (P); 0 in setup."""
    phase: str
    # columns by seat
    hand: list[tuple[int, ...]]
    """Copies in each seat's hand, ascending."""
    pledges: list[tuple[int, ...]]
    """Cards that each seat has named for the current payment."""
    # table
    at_stake: int = 0
    """Milestone or Challenge that is to be paid, or 0."""
    assist: int = 0
    """Ministry named as Assist for the current payment, or 0."""
    challenges: tuple[int, ...] = ()
    """Copies of the Challenges in play, in order of appearance."""
    limit: int
    """Number of Challenges in play at which no more are flipped."""
    placed: tuple[int, ...] = ()
    """Ministries in front of the team."""
    aside: tuple[int, ...] = ()
    """Cards that were drawn or looked at and will soon go elsewhere."""
    achieved: tuple[int, ...] = ()
    """Milestones that the team has achieved."""
    # decks
    decks: list[Deck]
    """Decks by number; of the Challenge deck's unordered layer, `gone` cards have left unseen."""
    spent_resources: tuple[int, ...] = ()
    """Copies in the discard pile of Resources."""
    spent_ministries: tuple[int, ...] = ()
    solved: tuple[int, ...] = ()
    """Challenges that were paid or removed."""
    gone: int = 0
    """Number of Challenges that have left unseen and are unknown."""
    lapsed: tuple[int, ...] = ()
    """Challenges that have left unseen but can be deduced."""
    clock: str
    """Value of the option `clock`."""
    courtesy: int = 0
    """1 if windows show the hands of other players face down (6.1).

    No rule requires this.
    """
    # end
    won: int = 0
    """1 once the team has won."""
    ending: str = ""
    """Way in which the match ended, or "" before its end."""

    # Queries ----------------------------------------------------------------------------------------------------------

    def option(self, name: str) -> str:
        """Return the value of an option of this match."""
        level = cards.LEVELS[cards.TARGETS[len(self.seats)].index(self.target)]
        return {"target": level, "clock": self.clock, "courtesy": "on" if self.courtesy else "off"}[name]

    @property
    def seats(self) -> range:
        """The seats 1..P."""
        return range(1, len(self.hand))

    def clockwise(self, seat: int) -> list[int]:
        """Return all seats clockwise, starting with this one."""
        return [*range(seat, len(self.hand)), *range(1, seat)]

    def others(self, seat: int) -> list[int]:
        """Return all other seats clockwise from this one."""
        return self.clockwise(seat)[1:]

    def richest(self) -> int:
        """Return the seat with the most cards in hand (2.4, D3).

        If several seats have the most, P or the first of them clockwise from P is returned.
        """
        return max(self.clockwise(self.current), key=lambda seat: len(self.hand[seat]))

    def spent(self, deck: int) -> tuple[int, ...]:
        """Return the discard pile of Resources or Ministries; the pile of any other deck is empty."""
        return {cards.RESOURCE: self.spent_resources, cards.MINISTRY: self.spent_ministries}.get(deck, ())

    def give(self, seat: int, copies: Iterable[int]) -> None:
        """Add copies to a seat's hand."""
        self.hand[seat] = tuple(sorted((*self.hand[seat], *copies)))

    def take(self, seat: int, copies: Iterable[int]) -> None:
        """Remove copies from a seat's hand; afterwards they are in no pile."""
        for copy in copies:
            self.hand[seat] = without(self.hand[seat], copy)

    def spend(self, copies: Iterable[int]) -> None:
        """Put copies that are in no pile on their discard piles."""
        listed = tuple(copies)
        self.spent_resources += tuple(copy for copy in listed if cards.is_resource(copy))
        self.spent_ministries += tuple(copy for copy in listed if not cards.is_resource(copy))

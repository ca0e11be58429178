"""The state of a match of Cabinet, in which nothing is secret.

Seats are 1..P; in lists indexed by seat, index 0 belongs to nobody. A *copy* is the number of a physical card
(cards.py).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from core.engine.hidden.cards import Deck
from core.engine.hidden.piles import without
from core.engine.question import Item, OpenAsk
from core.engine.state import StateData, Static, state
from core.games.cabinet import cards
from core.games.cabinet.ruleset import Rules

NO_PORTFOLIO = -1


@state
@dataclass(slots=True, kw_only=True)
class Cabinet(StateData):
    """The public state of a match."""

    card_fields: ClassVar[frozenset[str]] = frozenset(
        {
            *("hand", "challenges", "placed", "achieved", "solved", "lapsed", "aside", "pledges", "decks"),
            *("spent_resources", "spent_ministries", "at_stake", "assist"),
        }
    )
    rules: Static[Rules]
    t: int
    beacon: bytes
    over: bool = False
    agenda: list[Item]
    """Pending agenda items, the next one last (see `core.engine.agenda`)."""
    asking: tuple[OpenAsk, ...] = ()
    """Questions that seats have not answered yet, as (seat, kind, details)."""
    # progress of the match
    score: int = 0
    target: int
    turn: int = 0
    current: int = 0
    """Seat whose turn it is; 0 in setup."""
    phase: str
    # columns by seat
    hand: list[tuple[int, ...]]
    """Copies in each seat's hand, ascending."""
    pledges: list[tuple[int, ...]]
    """Cards that each seat has named for the current payment."""
    # table
    at_stake: int = 0
    """Milestone or Challenge that is being paid, or 0."""
    assist: int = 0
    """Ministry named as Assist for the current payment, or 0."""
    challenges: tuple[int, ...] = ()
    """Copies of the Challenges in play, in order of appearance."""
    limit: int
    """Number of Challenges in play at which no more are flipped."""
    portfolio: list[int]
    """The Ministry that each seat heads, or `NO_PORTFOLIO` (2.6)."""
    placed: tuple[int, ...] = ()
    """Ministries in front of the team."""
    aside: tuple[int, ...] = ()
    """Cards that were drawn or looked at and have no place yet."""
    achieved: tuple[int, ...] = ()
    """Milestones that the team has achieved."""
    # decks
    decks: list[Deck]
    """Decks by number; `gone` cards of the Challenge deck's top layer have left unseen."""
    spent_resources: tuple[int, ...] = ()
    """Copies in the discard pile of Resources."""
    spent_ministries: tuple[int, ...] = ()
    solved: tuple[int, ...] = ()
    """Challenges that were paid, and fleeting ones that are over."""
    gone: int = 0
    """Number of Challenges that have left unseen and are not known."""
    lapsed: tuple[int, ...] = ()
    """Challenges that have left unseen, but are known by elimination."""
    clock: str
    """Value of the option `clock`."""
    pace: str
    """Value of the option `pace`."""
    courtesy: int = 0
    """1 if windows show the hands of other players face down (6.1); the rules do not require it."""
    # end
    won: int = 0
    """1 once the team has won."""
    ending: str = ""
    """Way in which the match ended, or "" before its end."""

    # Queries ----------------------------------------------------------------------------------------------------------

    def option(self, name: str) -> str:
        """Return the value of an option of this match."""
        level = cards.LEVELS[self.rules.targets[len(self.seats)].index(self.target)]
        return {"target": level, "clock": self.clock, "pace": self.pace, "courtesy": "on" if self.courtesy else "off"}[
            name
        ]

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

    def richest_hand_size(self) -> int:
        """Return the seat with the most cards in hand (2.4, D3).

        Of several such seats, the current player or the first one clockwise is returned.
        """
        return max(self.clockwise(self.current), key=lambda seat: len(self.hand[seat]))

    def spent(self, deck: int) -> tuple[int, ...]:
        """Return the discard pile of Resources or Ministries; the pile of any other deck is empty."""
        return {cards.RESOURCE: self.spent_resources, cards.MINISTRY: self.spent_ministries}.get(deck, ())

    def give_cards(self, seat: int, copies: Iterable[int]) -> None:
        """Add copies to a seat's hand."""
        self.hand[seat] = tuple(sorted((*self.hand[seat], *copies)))

    def take_cards(self, seat: int, copies: Iterable[int]) -> None:
        """Remove copies from a seat's hand; the caller decides where they go."""
        for copy in copies:
            self.hand[seat] = without(self.hand[seat], copy)

    def spend_cards(self, copies: Iterable[int]) -> None:
        """Put copies on their discard piles; they must have left their former place."""
        listed = tuple(copies)
        self.spent_resources += tuple(copy for copy in listed if cards.is_resource(copy))
        self.spent_ministries += tuple(copy for copy in listed if not cards.is_resource(copy))

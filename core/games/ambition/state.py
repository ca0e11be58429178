"""The public state of a match of Ambition.

Seats are 1..n in a ring; in lists indexed by seat, index 0 belongs to nobody. A *copy* is the number of a face-up card,
and a *slot* that of a closed card. Both determine the deck of the card (cards.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from core.engine.game import Setup
from core.engine.hidden.contracts import Paper
from core.engine.hidden.secrets import FOREIGN
from core.engine.hidden.shared_deck.state import SharedDeckState
from core.engine.question import Item, OpenAsk
from core.engine.state import StateData, Static, state
from core.games.ambition.cards import EXCHANGE, INTRIGUE_DECK, Intrigue, industrial_deck
from core.games.ambition.ruleset import Rules

LAUNCH, RESCUE, FORGE, SIGN, DOUSE = "launch", "rescue", "forge", "sign", "douse"
"""The kinds of notes in the chronicle.

LAUNCH is a strike at b by a, and RESCUE is a rescue of b by a. FORGE is an open alliance of a and b, and SIGN a signed
secret one. DOUSE is a discarded Armageddon. The signing note separates later events from earlier ones.
"""


class Note(NamedTuple):
    """A note of the chronicle: an event that alliances depend on, and its time.

    The time is the number of earlier notes in the chronicle.
    """

    what: str
    a: int
    b: int
    at: int


class Alliance(NamedTuple):
    """An open alliance: its pair of seats, its type and the stakes that the two seats have set aside.

    `extra` is the third seat or the industry. `since` is the number of notes in the chronicle when the alliance began
    to count. `turns` is the number of turns that were over at that time.
    """

    a: int
    b: int
    pact: int
    extra: int
    stakes: tuple[int, int]
    since: int
    turns: int

    @property
    def pair(self) -> tuple[int, int]:
        """The two allied seats."""
        return self.a, self.b

    def other(self, seat: int) -> int:
        """Return the ally of one of the two seats."""
        return self.a + self.b - seat


class Claim(NamedTuple):
    """An Elite that lies face down on the table, with its claimed value.

    The number of closed Elites in higher slots is stored too. If the seat is lost and all its Elites are opened, it
    identifies the claimed one.
    """

    seat: int
    entry: int
    value: int
    above: int


class Statement(NamedTuple):
    """A claim that an Intrigue card demanded: the seat and its statement (4.2).

    `to` is the seat that the claim may put at a disadvantage, if any.
    """

    seat: int
    what: str
    value: int = 0
    to: int = 0


class Strike(NamedTuple):
    """A strike in progress."""

    attacker: int
    target: int


@state
@dataclass(slots=True, kw_only=True)
class Ambition(StateData):
    """The public state of a match."""

    card_fields: ClassVar[frozenset[str]] = frozenset({"industry", "industry_spent", "elites_spent", "intrigue_spent"})
    setup: Static[Setup]
    rules: Static[Rules]
    t: int
    beacon: bytes
    over: bool = False
    agenda: list[Item]
    asking: tuple[OpenAsk, ...] = ()
    shared: SharedDeckState
    papers: tuple[Paper, ...] = ()
    # progress of the match
    phase: str = "set-up"
    turn: int = 0
    round: int = 0
    current: int = 0
    """The seat P whose turn it is, or 0 during the setup."""
    first: int = 0
    die: int = 0
    away: tuple[int, ...] = ()
    """The seats that did not decide in the previous step; they count as holding a token (part 7)."""
    # columns by seat
    purse: list[int]
    token: list[int]
    industry: list[tuple[int, ...]]
    """The Industrial cards in play, by seat."""
    convicted: list[int]
    points: list[int]
    """The points of each seat at the end of the match."""
    worth: list[int]
    """The total value of the Elites in each hand at the end of the match."""
    arms: list[int]
    """The number of Nuclear Arms in each hand at the end of the match."""
    # discard piles by owner of the deck
    elites_spent: list[tuple[int, ...]]
    """The Elites that were discarded face up.

    The other discarded Elites are face down among the discards of the shared deck.
    """
    industry_spent: list[tuple[int, ...]]
    intrigue_spent: tuple[int, ...] = ()
    # pending actions
    claim: Claim | None = None
    strike: Strike | None = None
    statements: tuple[Statement, ...] = ()
    card: int = 0
    """The Intrigue card that is being resolved."""
    used: tuple[int, ...] = ()
    """The industries that P has used this turn."""
    sworn: tuple[int, ...] = ()
    """Slots that their holders claim to hold neither Nuclear Arms nor Armageddon.

    The holder had no token when it kept these cards.
    """
    # alliances
    alliances: tuple[Alliance, ...] = ()
    chronicle: tuple[Note, ...] = ()
    industries: list[tuple[int, ...]]
    """The holder of each type of industry at the end of each turn, or 0 if the type was not in play."""
    exhausted: int = 0
    """Number of times the Intrigue deck has run out."""
    ending: str = ""

    # Queries ----------------------------------------------------------------------------------------------------------

    @property
    def seat_count(self) -> int:
        """The number of seats."""
        return len(self.purse) - 1

    @property
    def seats(self) -> range:
        """The range of seats, 1..n."""
        return range(1, len(self.purse))

    def option(self, name: str) -> str:
        """Return the value of an option of this match."""
        return str(self.setup.options[name])

    def clockwise(self, seat: int) -> list[int]:
        """Return all seats clockwise, this one first."""
        return [*range(seat, len(self.purse)), *range(1, seat)]

    def others(self, seat: int) -> list[int]:
        """Return all other seats, clockwise."""
        return self.clockwise(seat)[1:]

    def neighbours(self, seat: int) -> tuple[int, ...]:
        """Return the two adjacent seats, the clockwise one first."""
        ring = self.clockwise(seat)
        return ring[1], ring[-1]

    def has_token(self, seat: int) -> bool:
        """Return True if the seat has a token or is lost.

        A lost seat counts as one that has a token.
        """
        return bool(self.token[seat]) or seat in self.away

    # Cards ------------------------------------------------------------------------------------------------------------

    def face(self, copy: int) -> int:
        """Return the face of an open card, as an index of its deck's table."""
        return self.shared.face_of(copy)

    def intrigue(self, copy: int) -> Intrigue:
        """Return the printed data of an open Intrigue card."""
        return self.rules.intrigues[self.face(copy)]

    def hand(self, seat: int, what: str) -> tuple[int, ...]:
        """Return the entries of one type of card in the seat's hand, with the closed cards first.

        The types are "elites", "industry" and "intrigue".
        """
        shared, (first, last) = self.shared, self._decks(what)
        low, high = first * FOREIGN, (last + 1) * FOREIGN
        closed = [slot for slot in shared.hands[seat] if low <= slot < high]
        copies = shared.open[seat]
        return (*closed, *[-copy for copy in copies if first <= shared.deck_of(copy) <= last]) if copies else (*closed,)

    def _decks(self, what: str) -> tuple[int, int]:
        """Return the first and the last deck of one type of card."""
        n = len(self.purse) - 1
        if what == "intrigue":
            return INTRIGUE_DECK, INTRIGUE_DECK
        return (1, n) if what == "elites" else (industrial_deck(n, 1), industrial_deck(n, n))

    def card_sort(self, deck: int) -> str:
        """Return the type of the deck's cards: "elites", "industry" or "intrigue"."""
        return "intrigue" if deck == INTRIGUE_DECK else "elites" if deck <= self.seat_count else "industry"

    def owner(self, copy: int) -> int:
        """Return the seat whose deck an open Elite or Industrial card belongs to."""
        return (self.shared.deck_of(copy) - 1) % self.seat_count + 1

    def industrial_deck(self, seat: int) -> int:
        """Return the number of the seat's Industrial deck."""
        return industrial_deck(self.seat_count, seat)

    def holder(self, industry: int) -> int:
        """Return the seat that has this type of industry in play, or 0."""
        return next((seat for seat in self.seats if any(self.face(c) == industry for c in self.industry[seat])), 0)

    def has_industry(self, seat: int, industry: int) -> bool:
        """Return True if the seat has the effect of this type of industry (A16).

        The seat has the industry in play, or shares an ally's by an open Industrial Exchange.
        """
        holder = self.holder(industry)
        if not holder:
            return False
        return holder == seat or any(
            alliance.pact == EXCHANGE and alliance.extra == industry and alliance.other(seat) == holder
            for alliance in self.alliances_of(seat)
        )

    # Alliances --------------------------------------------------------------------------------------------------------

    def alliances_of(self, seat: int) -> tuple[Alliance, ...]:
        """Return the open alliances of a seat."""
        return tuple(alliance for alliance in self.alliances if seat in alliance.pair)

    def alliance_between(self, a: int, b: int) -> Alliance | None:
        """Return the open alliance of these two seats, or None."""
        return next((alliance for alliance in self.alliances_of(a) if b in alliance.pair), None)

    def add_note(self, what: str, a: int, b: int = 0, at: int = -1) -> None:
        """Note an event that alliances depend on.

        It is dated now, or at an earlier number of notes.
        """
        self.chronicle += (Note(what, a, b, len(self.chronicle) if at < 0 else at),)

    def sealed_paper(self, a: int, b: int) -> Paper | None:
        """Return the sealed paper of these two seats, or None."""
        return next((paper for paper in self.papers if paper.signed and {a, b} == {*paper.pair}), None)

    def are_allied(self, a: int, b: int) -> bool:
        """Return True if these two seats have an open or a secret alliance."""
        return self.alliance_between(a, b) is not None or self.sealed_paper(a, b) is not None

"""Events of a match in the order in which they are shown.

They are plain data that is sufficient for animations. Seats and copies are numbers as in the state, and the seat
`WARDEN` is the Warden. text/narration.py puts each event into words.
"""

from __future__ import annotations

from typing import NamedTuple

from core.games.outposts.goods import Gain


class LeagueChosen(NamedTuple):
    seat: int
    league: int


class CardsBuried(NamedTuple):
    """Number of cards that a seat puts under its satchel (setup)."""

    seat: int
    cards: int


class RoundBegan(NamedTuple):
    round: int
    first: int


class ConnectionsRevealed(NamedTuple):
    copies: tuple[int, ...]


class RowRevealed(NamedTuple):
    """Row of open cards from which the seats select in Lookout; `selection` is 1 or 2."""

    selection: int
    copies: tuple[int, ...]


class CardSelected(NamedTuple):
    seat: int
    copy: int


class SelectionSkipped(NamedTuple):
    seat: int


class RowDiscarded(NamedTuple):
    copies: tuple[int, ...]


class DeckRenewed(NamedTuple):
    """Renewal of the deck, with the number of discards that have joined it."""

    cards: int


class Gained(NamedTuple):
    """Goods and VP that a seat gains, and the numbers of cards and Ruins that it will draw."""

    seat: int
    gain: Gain


class Paid(NamedTuple):
    seat: int
    price: Gain
    to: int = 0


class RuinsGained(NamedTuple):
    """Ruins that a seat gains: a card from its satchel, face down."""

    seat: int
    entry: int


class LocationBuilt(NamedTuple):
    """New Location; `over` is the Location or the Ruins card that it replaces, or 0."""

    seat: int
    copy: int
    over: int


class DealMade(NamedTuple):
    seat: int
    copy: int


class HandCardRazed(NamedTuple):
    seat: int
    copy: int


class LocationRazed(NamedTuple):
    """Razed Location, which becomes a Ruins, or is discarded if it was the Warden's."""

    seat: int
    owner: int
    copy: int


class LocationUsed(NamedTuple):
    seat: int
    copy: int


class BoardUsed(NamedTuple):
    seat: int


class LocationVisited(NamedTuple):
    seat: int
    owner: int
    copy: int


class ConnectionClaimed(NamedTuple):
    seat: int
    copy: int


class Laboured(NamedTuple):
    seat: int


class WallsPlaced(NamedTuple):
    """Walls that a seat places; the places are Locations, and Territories as -place."""

    seat: int
    where: tuple[int, ...]


class HandCardDiscarded(NamedTuple):
    """Card of the hand discarded as a price."""

    seat: int
    copy: int


class RuinsDiscarded(NamedTuple):
    seat: int
    copy: int


class RuinsTaken(NamedTuple):
    """Ruins card that goes to the hand; it stays open or closed as it was."""

    seat: int
    entry: int


class OutpostTakenAway(NamedTuple):
    """Outpost that its owner takes away in order to build elsewhere."""

    seat: int
    place: int


class OutpostBuilt(NamedTuple):
    seat: int
    place: int
    level: int


class OutpostUpgraded(NamedTuple):
    seat: int
    place: int
    level: int


class OutpostActivated(NamedTuple):
    """Outpost that is activated, with the level whose effect is gained."""

    seat: int
    place: int
    level: int


class OutpostRazed(NamedTuple):
    seat: int
    owner: int
    place: int
    level: int


class Passed(NamedTuple):
    seat: int


class SecondActionLeftOut(NamedTuple):
    seat: int


class MarksKept(NamedTuple):
    seat: int
    marks: tuple[int, int, int, int]


class CardsDiscarded(NamedTuple):
    """Cards that a seat discards over the hand limit."""

    seat: int
    copies: tuple[int, ...]


class RoundEnded(NamedTuple):
    round: int


class WardenGained(NamedTuple):
    """Location gained by the Warden."""

    copy: int


class WardenTook(NamedTuple):
    """Connection that the Warden takes, with the VP that it gains."""

    copy: int
    points: int


class WardenFlipped(NamedTuple):
    """Card that the Warden flips to attack Locations, or the Outpost on `place`.

    `copy` is 0 if no card is left.
    """

    copy: int
    place: int


class WallLost(NamedTuple):
    seat: int
    copy: int


class WardenFailed(NamedTuple):
    place: int


class WardenRazed(NamedTuple):
    """Location (`copy`) or Outpost (`place`) razed by the Warden."""

    copy: int
    place: int


class MatchEnded(NamedTuple):
    """End of the match: the final VP of seats 1, 2 and so on, and of the Warden.

    The Warden's VP are -1 if it does not play.
    """

    points: tuple[int, ...]
    warden: int


EVENTS = (
    *(LeagueChosen, CardsBuried, RoundBegan, ConnectionsRevealed, RowRevealed, CardSelected, SelectionSkipped),
    *(RowDiscarded, DeckRenewed, Gained, Paid, RuinsGained, LocationBuilt, DealMade, HandCardRazed, LocationRazed),
    *(LocationUsed, BoardUsed, LocationVisited, ConnectionClaimed, Laboured, WallsPlaced, HandCardDiscarded),
    *(RuinsDiscarded, RuinsTaken, OutpostTakenAway, OutpostBuilt, OutpostUpgraded, OutpostActivated, OutpostRazed),
    *(Passed, SecondActionLeftOut, MarksKept, CardsDiscarded, RoundEnded, WardenGained, WardenTook, WardenFlipped),
    *(WallLost, WardenFailed, WardenRazed, MatchEnded),
)

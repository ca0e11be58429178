"""Events of a match of Outposts, in the order in which they are shown.

Events are plain data. Seats and copies are the numbers that the state uses; the seat `WARDEN` is the Warden.
text/narration.py turns each event into a sentence.
"""

from __future__ import annotations

from typing import NamedTuple

from core.games.outposts.goods import Gain


class LeagueChosen(NamedTuple):
    seat: int
    league: int


class CardsBuried(NamedTuple):
    """Event: a seat put this number of cards under its satchel in setup."""

    seat: int
    cards: int


class RoundBegan(NamedTuple):
    round: int
    first: int


class ConnectionsRevealed(NamedTuple):
    copies: tuple[int, ...]


class RowRevealed(NamedTuple):
    """Event: a row of cards was turned up for the selection 1 or 2 in Lookout."""

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
    """Event: this number of discards was shuffled into the deck."""

    cards: int


class Gained(NamedTuple):
    """Event: a seat gained goods and victory points, and will draw these numbers of cards and Ruins."""

    seat: int
    gain: Gain


class Paid(NamedTuple):
    seat: int
    price: Gain
    to: int = 0


class RuinsGained(NamedTuple):
    """Event: a seat gained a Ruins, a card of its satchel placed face down."""

    seat: int
    entry: int


class LocationBuilt(NamedTuple):
    """Event: a Location was built; `over` is the Location or Ruins card that it replaced, or 0."""

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
    """Event: a Location was razed and became a Ruins; one of the Warden was discarded."""

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
    """Event: a seat placed Walls on Locations, or on Territories, which have negative numbers."""

    seat: int
    where: tuple[int, ...]


class HandCardDiscarded(NamedTuple):
    """Event: a card of the hand was discarded as a price."""

    seat: int
    copy: int


class RuinsDiscarded(NamedTuple):
    seat: int
    copy: int


class RuinsTaken(NamedTuple):
    """Event: a seat took the card of a Ruins into its hand, face up or face down as it was."""

    seat: int
    entry: int


class OutpostTakenAway(NamedTuple):
    """Event: a seat removed an Outpost in order to build elsewhere."""

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
    """Event: an Outpost was activated, and its owner gained the effect of this level."""

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
    """Event: a seat discarded cards over the hand limit."""

    seat: int
    copies: tuple[int, ...]


class RoundEnded(NamedTuple):
    round: int


class WardenGained(NamedTuple):
    """Event: the Warden gained a Location."""

    copy: int


class WardenTook(NamedTuple):
    """Event: the Warden took a Connection, and gained victory points."""

    copy: int
    points: int


class WardenFlipped(NamedTuple):
    """Event: the Warden flipped a card to attack Locations, or the Outpost on `place`.

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
    """Event: the Warden razed a Location (`copy`) or an Outpost (`place`)."""

    copy: int
    place: int


class MatchEnded(NamedTuple):
    """Event: the match ended with these victory points of the seats and of the Warden.

    The Warden's points are -1 if it does not play.
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

"""What can happen, in the order in which it is shown and told. Plain data: enough to animate from.

Seats and copies are numbers as in the state; telling/narrate.py turns each into a sentence.
"""

from __future__ import annotations

from typing import NamedTuple

# Setup and turns ------------------------------------------------------------------------------------------------------


class ChallengesRemoved(NamedTuple):
    """Setup: so many Challenges leave the deck unseen."""

    cards: int


class MilestoneShown(NamedTuple):
    """Setup: the seat's lot for the first turn."""

    seat: int
    copy: int


class FirstPlayer(NamedTuple):
    seat: int


class TurnBegan(NamedTuple):
    seat: int
    turn: int


class MatchEnded(NamedTuple):
    """`ending` is "target", "deck", "upkeep" or "turns"."""

    won: int
    ending: str
    score: int
    turns: int


# Decks and hands ------------------------------------------------------------------------------------------------------


class CardDrawn(NamedTuple):
    seat: int
    copy: int


class DrawLost(NamedTuple):
    """A card is due, and there is none."""

    seat: int


class DeckShuffled(NamedTuple):
    """The discard pile has become the deck again: so many cards."""

    deck: int
    cards: int


class CardsDiscarded(NamedTuple):
    """`why` is "upkeep", "penalty" or "limit"."""

    seat: int
    copies: tuple[int, ...]
    why: str


class UpkeepDue(NamedTuple):
    """The team has to discard so many cards."""

    cards: int


class UpkeepSkipped(NamedTuple):
    """By the Health in front of the team."""

    copy: int


class CardsOffered(NamedTuple):
    """For a joint discard, in the order in which they would be given."""

    seat: int
    copies: tuple[int, ...]


# Actions --------------------------------------------------------------------------------------------------------------


class MinistryPlayed(NamedTuple):
    seat: int
    copy: int


class MinistryPlaced(NamedTuple):
    """It stands in front of the team."""

    seat: int
    copy: int


class CardShared(NamedTuple):
    seat: int
    to: int
    copy: int


class ChallengeRemoved(NamedTuple):
    """It is paid alone, by action iv or Interior."""

    seat: int
    copy: int
    paid: tuple[int, ...]


class CardsLookedAt(NamedTuple):
    """The top of a deck, before all."""

    seat: int
    copies: tuple[int, ...]


class CardsPutBack(NamedTuple):
    """On top in this order, and `under` the deck, or 0."""

    seat: int
    copies: tuple[int, ...]
    under: int


class SwapProposed(NamedTuple):
    seat: int
    to: int
    mine: tuple[int, ...]
    theirs: tuple[int, ...]


class SwapAnswered(NamedTuple):
    """Accepted, the cards have changed hands."""

    seat: int
    to: int
    yes: int


class CardsTaken(NamedTuple):
    """From the discard pile."""

    seat: int
    copies: tuple[int, ...]


class ActionLeftOut(NamedTuple):
    """The second one of the Cabinet Office."""

    seat: int


# Payments -------------------------------------------------------------------------------------------------------------


class MilestonesDrawn(NamedTuple):
    seat: int
    copies: tuple[int, ...]


class MilestoneChosen(NamedTuple):
    """It is attempted."""

    seat: int
    copy: int


class MilestonePutUnder(NamedTuple):
    """`why` is "other", "given up", "calm" or "unpaid"."""

    copy: int
    why: str


class CardsPledged(NamedTuple):
    """`assist` is a Ministry, or 0."""

    seat: int
    copies: tuple[int, ...]
    assist: int


class PaymentShort(NamedTuple):
    """These places are open; `last` once nobody is asked again."""

    copy: int
    missing: tuple[int, ...]
    last: int


class CardsPaid(NamedTuple):
    seat: int
    copies: tuple[int, ...]


class AssistUsed(NamedTuple):
    seat: int
    copy: int


class MilestoneAchieved(NamedTuple):
    """`score` is the team's with it."""

    seat: int
    copy: int
    points: int
    score: int


# The Challenge phase --------------------------------------------------------------------------------------------------


class ChallengeLaid(NamedTuple):
    """Setup: it is in play from the start."""

    copy: int


class ChallengeFlipped(NamedTuple):
    copy: int


class ChallengePaid(NamedTuple):
    """By all together, at once."""

    copy: int


class ChallengeStays(NamedTuple):
    """Its penalty of so many cards is due once, by `seat`, or by the team if that is 0."""

    copy: int
    cards: int
    seat: int


class ChallengeAverted(NamedTuple):
    """By the Defence in front of the team: the next Challenge leaves unseen."""

    copy: int


class TimePassed(NamedTuple):
    """The limit is reached: so many Challenges leave the deck unseen."""

    cards: int


EVENTS = (
    *(ChallengesRemoved, MilestoneShown, FirstPlayer, TurnBegan, MatchEnded, CardDrawn, DrawLost, DeckShuffled),
    *(CardsDiscarded, UpkeepDue, UpkeepSkipped, CardsOffered, MinistryPlayed, MinistryPlaced, CardShared),
    *(ChallengeRemoved, CardsLookedAt, CardsPutBack, SwapProposed, SwapAnswered, CardsTaken, ActionLeftOut),
    *(MilestonesDrawn, MilestoneChosen, MilestonePutUnder, CardsPledged, PaymentShort, CardsPaid, AssistUsed),
    *(MilestoneAchieved, ChallengeLaid, ChallengeFlipped, ChallengePaid, ChallengeStays, ChallengeAverted),
    TimePassed,
)

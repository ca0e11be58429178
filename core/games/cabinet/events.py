"""Events of a match of Cabinet, in the order in which they are shown.

Events are plain data. Seats and copies are the numbers that the state uses. text/narration.py turns each event into a
sentence.
"""

from __future__ import annotations

from typing import NamedTuple

# Setup and turns ------------------------------------------------------------------------------------------------------


class ChallengesRemoved(NamedTuple):
    """Event: this number of Challenges was removed unseen in setup."""

    cards: int


class MilestoneShown(NamedTuple):
    """Event: a seat drew a Milestone in setup to decide who takes the first turn."""

    seat: int
    copy: int


class FirstPlayer(NamedTuple):
    seat: int


class PortfolioTaken(NamedTuple):
    """Event: a seat heads a Ministry for the whole match."""

    seat: int
    ministry: int


class TurnBegan(NamedTuple):
    seat: int
    turn: int


class MatchEnded(NamedTuple):
    """Event: the match ended; `ending` is "target", "deck", "upkeep" or "turns"."""

    won: int
    ending: str
    score: int
    turns: int


# Decks and hands ------------------------------------------------------------------------------------------------------


class CardDrawn(NamedTuple):
    seat: int
    copy: int


class CardsForeseen(NamedTuple):
    """Event: further cards on top of a deck were turned face up, in this order."""

    copies: tuple[int, ...]


class DrawLost(NamedTuple):
    """Event: no card was left for a draw."""

    seat: int


class DeckShuffled(NamedTuple):
    """Event: a discard pile was shuffled into a new deck of this number of cards."""

    deck: int
    cards: int


class CardsDiscarded(NamedTuple):
    """Event: cards were discarded; `why` is "upkeep", "penalty" or "limit"."""

    seat: int
    copies: tuple[int, ...]
    why: str


class UpkeepDue(NamedTuple):
    """Event: the team must discard this number of cards."""

    cards: int


class UpkeepSkipped(NamedTuple):
    """Event: the upkeep was skipped because of the Ministry of Health in front of the team."""

    copy: int


class CardsOffered(NamedTuple):
    """Event: a seat offered cards for a joint discard, in the order in which it would give them."""

    seat: int
    copies: tuple[int, ...]


# Actions --------------------------------------------------------------------------------------------------------------


class MinistryPlayed(NamedTuple):
    seat: int
    copy: int


class MinistryPlaced(NamedTuple):
    """Event: a Ministry was placed in front of the team."""

    seat: int
    copy: int


class CardShared(NamedTuple):
    seat: int
    to: int
    copy: int


class ChallengeRemoved(NamedTuple):
    """Event: one player paid a Challenge alone, by an action or by the Ministry of Interior."""

    seat: int
    copy: int
    paid: tuple[int, ...]


class CardsLookedAt(NamedTuple):
    """Event: cards from the top of a deck were shown to all."""

    seat: int
    copies: tuple[int, ...]


class CardsPutBack(NamedTuple):
    """Event: cards were put back on top of a deck in this order.

    `under` is the card that was put under the deck, or 0.
    """

    seat: int
    copies: tuple[int, ...]
    under: int


class SwapProposed(NamedTuple):
    seat: int
    to: int
    mine: tuple[int, ...]
    theirs: tuple[int, ...]


class SwapAnswered(NamedTuple):
    """Event: a proposed swap was accepted or refused; if it was accepted, the cards changed hands."""

    seat: int
    to: int
    yes: int


class CardsTaken(NamedTuple):
    """Event: a seat took cards from the discard pile."""

    seat: int
    copies: tuple[int, ...]


class ActionLeftOut(NamedTuple):
    """Event: the player skipped the second action of the Cabinet Office."""

    seat: int


# Payments -------------------------------------------------------------------------------------------------------------


class MilestonesDrawn(NamedTuple):
    seat: int
    copies: tuple[int, ...]


class MilestoneChosen(NamedTuple):
    """Event: a Milestone is attempted."""

    seat: int
    copy: int


class MilestonePutUnder(NamedTuple):
    """Event: a Milestone was put under the deck; `why` is "other", "given up", "calm" or "unpaid"."""

    copy: int
    why: str


class CardsPledged(NamedTuple):
    """Event: a seat pledged cards; `assist` is a Ministry, or 0."""

    seat: int
    copies: tuple[int, ...]
    assist: int


class PaymentShort(NamedTuple):
    """Event: places of a payment are still open; `last` is True if no further round follows."""

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
    """Event: the team achieved a Milestone; `score` is its new total."""

    seat: int
    copy: int
    points: int
    score: int


# Challenge phase ------------------------------------------------------------------------------------------------------


class ChallengeLaid(NamedTuple):
    """Event: a Challenge came into play in setup."""

    copy: int


class ChallengeFlipped(NamedTuple):
    copy: int


class ChallengePaid(NamedTuple):
    """Event: all players together paid a new Challenge at once."""

    copy: int


class ChallengeStays(NamedTuple):
    """Event: a new Challenge was not paid, so it stays in play and costs a penalty in cards.

    `seat` pays the penalty; 0 means the team.
    """

    copy: int
    cards: int
    seat: int


class ChallengePasses(NamedTuple):
    """Event: a new Challenge was not paid; it costs a penalty in cards and is over.

    `seat` pays the penalty; 0 means the team.
    """

    copy: int
    cards: int
    seat: int


class ChallengeAverted(NamedTuple):
    """Event: a Challenge left the deck unseen because of the Ministry of Defence in front of the team."""

    copy: int


class TimePassed(NamedTuple):
    """Event: time passed, so this number of Challenges left the deck unseen."""

    cards: int


EVENTS = (
    *(ChallengesRemoved, MilestoneShown, FirstPlayer, TurnBegan, MatchEnded, CardDrawn, DrawLost, DeckShuffled),
    *(CardsDiscarded, UpkeepDue, UpkeepSkipped, CardsOffered, MinistryPlayed, MinistryPlaced, CardShared),
    *(ChallengeRemoved, CardsLookedAt, CardsPutBack, SwapProposed, SwapAnswered, CardsTaken, ActionLeftOut),
    *(MilestonesDrawn, MilestoneChosen, MilestonePutUnder, CardsPledged, PaymentShort, CardsPaid, AssistUsed),
    *(MilestoneAchieved, ChallengeLaid, ChallengeFlipped, ChallengePaid, ChallengeStays, ChallengeAverted),
    *(TimePassed, PortfolioTaken, CardsForeseen, ChallengePasses),
)

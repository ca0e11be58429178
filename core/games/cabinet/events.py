"""Events of a match in the order in which they are shown.

They are plain data that is sufficient for animations. Seats and copies are numbers as in the state. text/narration.py
turns each event into a sentence.
"""

from __future__ import annotations

from typing import NamedTuple

# Setup and turns ------------------------------------------------------------------------------------------------------


class ChallengesRemoved(NamedTuple):
    """Removal of Challenges that leave the deck unseen in setup, with their number."""

    cards: int


class MilestoneShown(NamedTuple):
    """Milestone that a seat draws in setup to decide who takes the first turn."""

    seat: int
    copy: int


class FirstPlayer(NamedTuple):
    seat: int


class TurnBegan(NamedTuple):
    seat: int
    turn: int


class MatchEnded(NamedTuple):
    """End of the match; `ending` is "target", "deck", "upkeep" or "turns"."""

    won: int
    ending: str
    score: int
    turns: int


# Decks and hands ------------------------------------------------------------------------------------------------------


class CardDrawn(NamedTuple):
    seat: int
    copy: int


class DrawLost(NamedTuple):
    """Draw that was due but gave no card because none was left."""

    seat: int


class DeckShuffled(NamedTuple):
    """Discard pile that has become the deck again, with the number of its cards."""

    deck: int
    cards: int


class CardsDiscarded(NamedTuple):
    """Discarded cards; `why` is "upkeep", "penalty" or "limit"."""

    seat: int
    copies: tuple[int, ...]
    why: str


class UpkeepDue(NamedTuple):
    """Number of cards that the team has to discard."""

    cards: int


class UpkeepSkipped(NamedTuple):
    """Upkeep that is skipped because of the Health card in front of the team."""

    copy: int


class CardsOffered(NamedTuple):
    """Cards that a seat offered for a joint discard, in the order in which it would give them."""

    seat: int
    copies: tuple[int, ...]


# Actions --------------------------------------------------------------------------------------------------------------


class MinistryPlayed(NamedTuple):
    seat: int
    copy: int


class MinistryPlaced(NamedTuple):
    """Ministry placed in front of the team."""

    seat: int
    copy: int


class CardShared(NamedTuple):
    seat: int
    to: int
    copy: int


class ChallengeRemoved(NamedTuple):
    """Challenge that one player paid alone, by action iv or by Interior."""

    seat: int
    copy: int
    paid: tuple[int, ...]


class CardsLookedAt(NamedTuple):
    """Cards from the top of a deck, shown to all."""

    seat: int
    copies: tuple[int, ...]


class CardsPutBack(NamedTuple):
    """Cards put back on top of a deck in this order.

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
    """Answer to a swap proposal; if the answer is yes, the cards have changed hands."""

    seat: int
    to: int
    yes: int


class CardsTaken(NamedTuple):
    """Cards that a seat took from the discard pile."""

    seat: int
    copies: tuple[int, ...]


class ActionLeftOut(NamedTuple):
    """Second action of the Cabinet Office that the player skipped."""

    seat: int


# Payments -------------------------------------------------------------------------------------------------------------


class MilestonesDrawn(NamedTuple):
    seat: int
    copies: tuple[int, ...]


class MilestoneChosen(NamedTuple):
    """Milestone that is attempted."""

    seat: int
    copy: int


class MilestonePutUnder(NamedTuple):
    """Milestone put under the deck; `why` is "other", "given up", "calm" or "unpaid"."""

    copy: int
    why: str


class CardsPledged(NamedTuple):
    """Cards that a seat pledged; `assist` is a Ministry, or 0."""

    seat: int
    copies: tuple[int, ...]
    assist: int


class PaymentShort(NamedTuple):
    """Open places of a payment that is not complete; `last` is set if nobody will be asked again."""

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
    """Milestone that the team has achieved; `score` is the team's total including it."""

    seat: int
    copy: int
    points: int
    score: int


# Challenge phase ------------------------------------------------------------------------------------------------------


class ChallengeLaid(NamedTuple):
    """Challenge in play from the start (setup)."""

    copy: int


class ChallengeFlipped(NamedTuple):
    copy: int


class ChallengePaid(NamedTuple):
    """Challenge that all players paid together at once."""

    copy: int


class ChallengeStays(NamedTuple):
    """Challenge that was not paid and stays in play, with its one-time penalty in cards.

    `seat` pays the penalty; 0 means the team.
    """

    copy: int
    cards: int
    seat: int


class ChallengeAverted(NamedTuple):
    """Challenge that leaves the deck unseen because of the Defence card in front of the team."""

    copy: int


class TimePassed(NamedTuple):
    """Passing of time: the number of Challenges that leave unseen because the limit is reached."""

    cards: int


EVENTS = (
    *(ChallengesRemoved, MilestoneShown, FirstPlayer, TurnBegan, MatchEnded, CardDrawn, DrawLost, DeckShuffled),
    *(CardsDiscarded, UpkeepDue, UpkeepSkipped, CardsOffered, MinistryPlayed, MinistryPlaced, CardShared),
    *(ChallengeRemoved, CardsLookedAt, CardsPutBack, SwapProposed, SwapAnswered, CardsTaken, ActionLeftOut),
    *(MilestonesDrawn, MilestoneChosen, MilestonePutUnder, CardsPledged, PaymentShort, CardsPaid, AssistUsed),
    *(MilestoneAchieved, ChallengeLaid, ChallengeFlipped, ChallengePaid, ChallengeStays, ChallengeAverted),
    TimePassed,
)

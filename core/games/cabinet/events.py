"""Events of a match in the order in which they are shown.

They are plain data, enough to animate from. Seats and copies are numbers as in the state; text/narration.py turns each
event into a sentence.
"""

from __future__ import annotations

from typing import NamedTuple

# Setup and turns ------------------------------------------------------------------------------------------------------


class ChallengesRemoved(NamedTuple):
    """Number of Challenges that leave the deck unseen in setup."""

    cards: int


class MilestoneShown(NamedTuple):
    """Lot of a seat for the first turn (setup)."""

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
    """Lost draw: a card is due, and there is none."""

    seat: int


class DeckShuffled(NamedTuple):
    """Discard pile that has become the deck again, with its number of cards."""

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
    """Upkeep skipped because of the Health in front of the team."""

    copy: int


class CardsOffered(NamedTuple):
    """Cards offered for a joint discard, in the order in which they would be given."""

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
    """Challenge paid alone, by action iv or Interior."""

    seat: int
    copy: int
    paid: tuple[int, ...]


class CardsLookedAt(NamedTuple):
    """Top of a deck, shown to all."""

    seat: int
    copies: tuple[int, ...]


class CardsPutBack(NamedTuple):
    """Cards put back on top in this order, and `under` the deck, or 0."""

    seat: int
    copies: tuple[int, ...]
    under: int


class SwapProposed(NamedTuple):
    seat: int
    to: int
    mine: tuple[int, ...]
    theirs: tuple[int, ...]


class SwapAnswered(NamedTuple):
    """Answer to a swap; if it is accepted, the cards have changed hands."""

    seat: int
    to: int
    yes: int


class CardsTaken(NamedTuple):
    """Cards taken from the discard pile."""

    seat: int
    copies: tuple[int, ...]


class ActionLeftOut(NamedTuple):
    """Skipped second action of the Cabinet Office."""

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
    """Pledged cards; `assist` is a Ministry, or 0."""

    seat: int
    copies: tuple[int, ...]
    assist: int


class PaymentShort(NamedTuple):
    """Open places of a payment; `last` once nobody is asked again."""

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
    """Milestone achieved; `score` is the team's total with it."""

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
    """Challenge paid at once by all together."""

    copy: int


class ChallengeStays(NamedTuple):
    """Unpaid Challenge, with its one-time penalty in cards, due by `seat`, or by the team if that is 0."""

    copy: int
    cards: int
    seat: int


class ChallengeAverted(NamedTuple):
    """Next Challenge, which leaves unseen because of the Defence in front of the team."""

    copy: int


class TimePassed(NamedTuple):
    """Number of Challenges that leave the deck unseen because the limit is reached."""

    cards: int


EVENTS = (
    *(ChallengesRemoved, MilestoneShown, FirstPlayer, TurnBegan, MatchEnded, CardDrawn, DrawLost, DeckShuffled),
    *(CardsDiscarded, UpkeepDue, UpkeepSkipped, CardsOffered, MinistryPlayed, MinistryPlaced, CardShared),
    *(ChallengeRemoved, CardsLookedAt, CardsPutBack, SwapProposed, SwapAnswered, CardsTaken, ActionLeftOut),
    *(MilestonesDrawn, MilestoneChosen, MilestonePutUnder, CardsPledged, PaymentShort, CardsPaid, AssistUsed),
    *(MilestoneAchieved, ChallengeLaid, ChallengeFlipped, ChallengePaid, ChallengeStays, ChallengeAverted),
    TimePassed,
)

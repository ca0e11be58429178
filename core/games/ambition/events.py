"""All events, in the order in which they are shown and described: plain data, enough to animate from.

Seats, copies and entries are numbers as in the state; telling/narrate.py turns each into a sentence.
"""

from __future__ import annotations

from typing import NamedTuple

# Setup and turns ------------------------------------------------------------------------------------------------------


class FirstPlayer(NamedTuple):
    seat: int


class StartShown(NamedTuple):
    """Setup: the Elites whose sum is the starting Influence; they go back (A2)."""

    seat: int
    copies: tuple[int, ...]
    amount: int


class TurnBegan(NamedTuple):
    seat: int
    turn: int
    round: int


class DieRolled(NamedTuple):
    seat: int
    die: int


class DieTurned(NamedTuple):
    """The die was turned by Wirehouse."""

    seat: int
    die: int


class InfluenceGained(NamedTuple):
    """A seat gains Influence; `why` is a word of telling/narrate.py."""

    seat: int
    amount: int
    why: str


class InfluenceLost(NamedTuple):
    seat: int
    amount: int
    why: str


class MatchEnded(NamedTuple):
    """The match ends; `why` is "armageddon" (played by the seat) or "exhaustion" (seat 0)."""

    seat: int
    why: str


class Scored(NamedTuple):
    """The worth of a seat's purse, Elites, Intrigue cards and Nuclear Arms.

    `total` is 0 if the seat is convicted.
    """

    seat: int
    purse: int
    elites: int
    intrigue: int
    arms: int
    total: int


class Convicted(NamedTuple):
    """A card was opened that the seat had to resolve when it was drawn: it scores 0 (part 4)."""

    seat: int
    copy: int


# Claims of Influence --------------------------------------------------------------------------------------------------


class Claimed(NamedTuple):
    """A seat places an Elite face down and claims its worth."""

    seat: int
    entry: int
    value: int


class ClaimHeld(NamedTuple):
    """Nobody has challenged: the Elite is never shown."""

    seat: int
    value: int


class ClaimChallenged(NamedTuple):
    """The challenger that counts, and all who challenged."""

    seat: int
    challenger: int
    all: tuple[int, ...]


class ClaimJudged(NamedTuple):
    """The challenged Elite is opened and judged."""

    seat: int
    challenger: int
    copy: int
    value: int
    true: bool


# Alliances ------------------------------------------------------------------------------------------------------------


class Proposed(NamedTuple):
    """An alliance is proposed; `pact` is -1 for a secret one."""

    seat: int
    partner: int
    pact: int
    extra: int


class Refused(NamedTuple):
    seat: int
    partner: int


class NothingProposed(NamedTuple):
    seat: int


class Forged(NamedTuple):
    """An open alliance, or a secret one that is open now."""

    a: int
    b: int
    pact: int
    extra: int


class ForgedInSecret(NamedTuple):
    a: int
    b: int


class AllianceVoid(NamedTuple):
    """The paper breaks the rules of forging (5.2)."""

    a: int
    b: int
    pact: int


class AllianceUncovered(NamedTuple):
    """The purse of `seat` does not cover the stake of the opened alliance: it ends (A26)."""

    seat: int
    other: int
    pact: int


class AllianceCompleted(NamedTuple):
    a: int
    b: int
    pact: int


class AllianceBroken(NamedTuple):
    """`seat` has broken the alliance; the other ally gets both stakes."""

    seat: int
    other: int
    pact: int


class AllianceEnded(NamedTuple):
    """An alliance ends; `why` is "replaced", "knife", "left" or "unfinished"."""

    a: int
    b: int
    pact: int
    why: str


# Industry -------------------------------------------------------------------------------------------------------------


class IndustryOpened(NamedTuple):
    """An Industrial card is in play."""

    seat: int
    copy: int


class IndustryClosed(NamedTuple):
    """An Industrial card has left play; `why` is "displaced", "nationalised" or "shelter"."""

    seat: int
    copy: int
    why: str


class DataLooked(NamedTuple):
    """Dataworks: the looker sees one Elite of the seat."""

    looker: int
    seat: int


# Intrigue -------------------------------------------------------------------------------------------------------------


class IntrigueKept(NamedTuple):
    seat: int


class IntriguePlayed(NamedTuple):
    """An Intrigue card is resolved."""

    seat: int
    copy: int


class CardsDiscarded(NamedTuple):
    """Cards are discarded face up; `why` is a word of telling/narrate.py."""

    seat: int
    copies: tuple[int, ...]
    why: str


class NothingDrawn(NamedTuple):
    """No card is left anywhere."""

    seat: int


class NoEffect(NamedTuple):
    """A card has no possible effect."""

    seat: int
    copy: int


class Aimed(NamedTuple):
    """The target that a card names."""

    seat: int
    copy: int
    target: int
    what: int
    extra: int


class TokenTaken(NamedTuple):
    """A seat takes a token; `giver` is the seat that gave it, or 0."""

    seat: int
    giver: int


class TokenLost(NamedTuple):
    seat: int


class DeckExhausted(NamedTuple):
    """The Intrigue deck has run out once more; the number of times up to now."""

    times: int


class Declared(NamedTuple):
    """A statement: `what` is "all" (Disarmament), "value", "clean", "none", "peaceful" or "no"."""

    seat: int
    what: str
    value: int


class Doubted(NamedTuple):
    """A statement is challenged by the challenger that counts."""

    challenger: int
    seat: int


class ClaimCleared(NamedTuple):
    seat: int
    challenger: int


class ClaimCaught(NamedTuple):
    seat: int
    challenger: int


class EliteGiven(NamedTuple):
    seat: int
    to: int
    copy: int


class DuelFought(NamedTuple):
    """A duel is over; `winner` is 0 if the values are equal."""

    a: int
    b: int
    copies: tuple[int, int]
    winner: int


# Strikes --------------------------------------------------------------------------------------------------------------


class Launched(NamedTuple):
    attacker: int
    target: int
    copy: int


class LetPass(NamedTuple):
    seat: int


class Deflected(NamedTuple):
    """A strike is stopped and over."""

    seat: int
    attacker: int
    target: int
    copy: int


class Struck(NamedTuple):
    """A strike that nobody has stopped: the seats that are hit, the target first."""

    attacker: int
    target: int
    hit: tuple[int, ...]


class Sheltered(NamedTuple):
    """A seat is protected from a strike; `how` is "bunker", "technology", "tecmed" or "drill"."""

    seat: int
    how: str

"""Events of a match of Ambition, in the order in which they are shown.

Events are plain data. Seats, copies and entries are the numbers that the state uses. text/narration.py turns each event
into a sentence.
"""

from __future__ import annotations

from typing import NamedTuple

# Setup and turns ------------------------------------------------------------------------------------------------------


class FirstPlayer(NamedTuple):
    seat: int


class StartShown(NamedTuple):
    """Event: a seat showed the Elites whose sum is its starting Influence; they return to the deck (A2)."""

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
    """Event: a seat turned the die with Wirehouse."""

    seat: int
    die: int


class InfluenceGained(NamedTuple):
    """Event: a seat gains Influence; `why` is a key of the texts in text/narration.py."""

    seat: int
    amount: int
    why: str


class InfluenceLost(NamedTuple):
    seat: int
    amount: int
    why: str


class MatchEnded(NamedTuple):
    """Event: the match ends; `why` is "armageddon" (played by the seat) or "exhaustion" (seat 0)."""

    seat: int
    why: str


class Scored(NamedTuple):
    """Event: the score of a seat, from its purse, Elites, Intrigue cards and Nuclear Arms.

    If the seat is convicted, `total` is at most 0.
    """

    seat: int
    purse: int
    elites: int
    intrigue: int
    arms: int
    total: int


class Convicted(NamedTuple):
    """Event: a seat is convicted by an open card that it had to resolve when drawn.

    It scores 0, or less (part 4).
    """

    seat: int
    copy: int


# Claims of Influence --------------------------------------------------------------------------------------------------


class Claimed(NamedTuple):
    """Event: a seat places an Elite face down and claims to gain its value."""

    seat: int
    entry: int
    value: int


class ClaimHeld(NamedTuple):
    """Event: no seat has challenged a claim, so the Elite is never shown."""

    seat: int
    value: int


class ClaimChallenged(NamedTuple):
    """Event: a claim is challenged; `challengers` are those that count, `all` are all that challenged."""

    seat: int
    challengers: tuple[int, ...]
    all: tuple[int, ...]


class ClaimJudged(NamedTuple):
    """Event: the challenged Elite is opened, and the claim is judged."""

    seat: int
    challengers: tuple[int, ...]
    copy: int
    value: int
    true: bool


# Alliances ------------------------------------------------------------------------------------------------------------


class Proposed(NamedTuple):
    """Event: a seat proposes an alliance; `pact` is -1 for a secret one."""

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
    """Event: two seats have forged an open alliance, or a secret one of theirs has been opened."""

    a: int
    b: int
    pact: int
    extra: int


class ForgedInSecret(NamedTuple):
    a: int
    b: int


class AllianceVoid(NamedTuple):
    """Event: an opened alliance is void, since its paper breaks the rules of forging (5.2)."""

    a: int
    b: int
    pact: int


class AllianceUncovered(NamedTuple):
    """Event: an opened alliance ends, since the purse of `seat` does not cover the stake (A26)."""

    seat: int
    other: int
    pact: int


class AllianceCompleted(NamedTuple):
    a: int
    b: int
    pact: int


class AllianceBroken(NamedTuple):
    """Event: `seat` has broken an alliance; the other ally gets both stakes."""

    seat: int
    other: int
    pact: int


class AllianceEnded(NamedTuple):
    """Event: an alliance ends; `why` is "replaced", "knife", "left" or "unfinished"."""

    a: int
    b: int
    pact: int
    why: str


# Industry -------------------------------------------------------------------------------------------------------------


class IndustryOpened(NamedTuple):
    """Event: an Industrial card has come into play."""

    seat: int
    copy: int


class IndustryClosed(NamedTuple):
    """Event: an Industrial card has left play; `why` is "displaced", "nationalised" or "shelter"."""

    seat: int
    copy: int
    why: str


class DataLooked(NamedTuple):
    """Event: with Dataworks, the looker sees one Elite of the seat."""

    looker: int
    seat: int


# Intrigue -------------------------------------------------------------------------------------------------------------


class IntrigueKept(NamedTuple):
    seat: int


class IntriguePlayed(NamedTuple):
    """Event: an Intrigue card is resolved."""

    seat: int
    copy: int


class CardsDiscarded(NamedTuple):
    """Event: a seat discards cards face up; `why` is a key of the texts in text/narration.py."""

    seat: int
    copies: tuple[int, ...]
    why: str


class NothingDrawn(NamedTuple):
    """Event: a seat cannot draw, since no card is left in the deck or among the discards."""

    seat: int


class NoEffect(NamedTuple):
    """Event: a card is resolved without an effect, since none is possible."""

    seat: int
    copy: int


class Aimed(NamedTuple):
    """Event: the seat has chosen the target of a card."""

    seat: int
    copy: int
    target: int
    what: int
    extra: int


class TokenTaken(NamedTuple):
    """Event: a seat takes a token; `giver` is the seat that gave it, or 0."""

    seat: int
    giver: int


class TokenLost(NamedTuple):
    seat: int


class DeckExhausted(NamedTuple):
    """Event: the Intrigue deck has run out once more; `times` is the number of times so far."""

    times: int


class Declared(NamedTuple):
    """Event: a seat makes a statement, for which a card asked.

    `what` is "all" (Disarmament), "value", "clean", "none", "peaceful" or "no".
    """

    seat: int
    what: str
    value: int


class Doubted(NamedTuple):
    """Event: a statement is challenged; `challengers` are those that count."""

    challengers: tuple[int, ...]
    seat: int


class ClaimCleared(NamedTuple):
    seat: int
    challengers: tuple[int, ...]


class ClaimCaught(NamedTuple):
    seat: int
    challengers: tuple[int, ...]


class EliteGiven(NamedTuple):
    seat: int
    to: int
    copy: int


class DuelFought(NamedTuple):
    """Event: a duel is over; `winner` is 0 if the values are equal."""

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
    """Event: a seat has stopped a strike, which is over."""

    seat: int
    attacker: int
    target: int
    copy: int


class Struck(NamedTuple):
    """Event: no seat has stopped a strike; `hit` are the seats that it hits, the target first."""

    attacker: int
    target: int
    hit: tuple[int, ...]


class Sheltered(NamedTuple):
    """Event: a seat is protected from a strike; `how` is "bunker", "technology", "tecmed" or "drill"."""

    seat: int
    how: str

"""Events of a match of Midnight, in the order in which they are shown.

Events are plain data. Seats, entries and copies are the numbers that the state uses. text/narration.py turns each event
into a sentence.
"""

from __future__ import annotations

from typing import NamedTuple

from core.engine.events import AuditOwed as AuditOwed
from core.engine.events import AuditPassed as AuditPassed
from core.engine.events import CardsDrawn as CardsDrawn
from core.engine.events import CardsDrawnOpenly as CardsDrawnOpenly
from core.engine.events import CardShown as CardShown
from core.engine.events import CardsInTheOpen as CardsInTheOpen
from core.engine.events import CardTaken as CardTaken
from core.engine.events import LookDisputed as LookDisputed
from core.engine.events import PileLaid as PileLaid


class NationTaken(NamedTuple):
    seat: int
    nation: int


class TurnBegan(NamedTuple):
    seat: int
    turn: int


class ToneRolled(NamedTuple):
    seat: int
    die: int
    tense: bool


class TensionRolled(NamedTuple):
    """Event: the red die was rolled; `face` is "averted", "rise", "conflict" or "tick"."""

    seat: int
    die: int
    face: str


class CapitalPlayed(NamedTuple):
    seat: int
    copy: int


class BorderPlayed(NamedTuple):
    """Event: a card was placed on a border.

    `entry` is a slot, or minus the copy of a face-up card, here and in the other events.
    """

    seat: int
    other: int
    entry: int


class CardMoved(NamedTuple):
    seat: int
    origin: int
    to: int
    entry: int


class CardStored(NamedTuple):
    seat: int
    entry: int


class CardsDiscarded(NamedTuple):
    """Event: cards were discarded; `why` is "played", "set", "pair", "limit", "trigger" or "ruin"."""

    seat: int
    copies: tuple[int, ...]
    why: str


class WorthGained(NamedTuple):
    seat: int
    amount: int
    why: str


class WorthLost(NamedTuple):
    seat: int
    amount: int
    why: str


class DialTurned(NamedTuple):
    seat: int
    dial: int
    by: int


class UpgradesTriggered(NamedTuple):
    """Event: all nations may upgrade, because all Capitals together hold this number of Upgrade cards."""

    cards: int


class Looked(NamedTuple):
    looker: int
    owner: int
    cards: int


class GlobalConflict(NamedTuple):
    seat: int


class DisputeBegan(NamedTuple):
    """Event: a dispute began, and both sides turned up these cards."""

    attacker: int
    defender: int
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]


class CardCancelled(NamedTuple):
    """Event: a card was cancelled; `by` is the copy that cancelled it, or 0 for a breach of a Pact."""

    seat: int
    copy: int
    by: int


class Attacked(NamedTuple):
    attacker: int
    defender: int
    attack: int
    defence: int
    damage: int


class Fell(NamedTuple):
    """Event: a nation fell; `by` is its captor, or 0 if there is none."""

    seat: int
    by: int


class Recovered(NamedTuple):
    seat: int


class Eliminated(NamedTuple):
    seat: int


class ClockTicked(NamedTuple):
    """Event: the clock advanced to this minute; `why` is "die", "deck" or "sirens"."""

    clock: int
    why: str


class SunRose(NamedTuple):
    clock: int


class EscalationRevealed(NamedTuple):
    escalation: int


class EscalationEnded(NamedTuple):
    escalation: int


class PactsOffered(NamedTuple):
    """Event: a seat changed its offers of Pacts; `offers` are all of them, as (receiver, owner of the card)."""

    seat: int
    offers: tuple[tuple[int, int], ...]


class PactMade(NamedTuple):
    seat: int
    other: int
    owner: int


class PactBroken(NamedTuple):
    """Event: a Pact was broken; `breakers` are the nations that turned up a red card."""

    seat: int
    other: int
    breakers: tuple[int, ...]


class MidnightCame(NamedTuple):
    """Event: Midnight began; `seat` is the seat whose turn it was."""

    seat: int


class LastActions(NamedTuple):
    seat: int


class Flipped(NamedTuple):
    """Event: each seat in the duel flipped a card; `flipped` are the pairs (seat, copy)."""

    flip: int
    flipped: tuple[tuple[int, int], ...]


class MatchEnded(NamedTuple):
    """Event: the match ended; `why` is "economy", "devastation", "last war" or "duel"."""

    winner: int
    why: str


EVENTS = (
    *(NationTaken, TurnBegan, ToneRolled, TensionRolled, CardsDrawn, CardsDrawnOpenly, PileLaid, CardsInTheOpen),
    *(CapitalPlayed, BorderPlayed, CardMoved, CardStored, CardsDiscarded, CardShown, WorthGained, WorthLost),
    *(DialTurned, UpgradesTriggered, Looked, LookDisputed, GlobalConflict, DisputeBegan, CardCancelled, Attacked),
    *(Fell, Recovered, CardTaken, Eliminated, ClockTicked, SunRose, EscalationRevealed, EscalationEnded),
    *(PactsOffered, PactMade, PactBroken, MidnightCame, LastActions, AuditPassed, AuditOwed, Flipped, MatchEnded),
)

"""Every decision as data: the array of a record's fields is what travels.

A card of the own hand that all may see is a `Held` (opened, or the copy of one held openly), one that stays closed an
entry: its slot, or -copy. `opens` are secret alliances that the seat opens before all else in that step (5.2).
"""

from __future__ import annotations

from typing import NamedTuple

from core.engine.hidden.contracts import Openings, Sealed
from core.engine.hidden.shared_deck.state import Held

UNSEALED = Sealed(b"", b"")


class Launch(NamedTuple):
    """Start of a turn with a token: a strike at the target with a Nuclear Arms, or 0: the die is rolled."""

    target: int = 0
    card: Held = 0
    opens: Openings = ()


class Shift(NamedTuple):
    """Wirehouse: the die as it is to count."""

    die: int


class Diplomacy(NamedTuple):
    """The Diplomacy phase: "draw", "claim" (the entry of an Elite, the declared value), "propose" an open alliance
    (partner, type, third seat or industry), "seal" a secret one (partner, paper), or "pass".
    """

    kind: str
    card: int = 0
    value: int = 0
    partner: int = 0
    pact: int = 0
    extra: int = 0
    paper: Sealed = UNSEALED
    opens: Openings = ()


class Challenge(NamedTuple):
    """Whether a claim of Influence is challenged."""

    yes: bool
    opens: Openings = ()


class Accept(NamedTuple):
    """The partner's answer to a proposal."""

    yes: bool


class Industry(NamedTuple):
    """The industrial step: "play" a card, "gridworks", "dataworks" (whose hand), or "stop"."""

    kind: str
    card: Held = 0
    other: int = 0
    opens: Openings = ()


class Play(NamedTuple):
    """The Intrigue phase: a HOLD card or Armageddon of the hand, or 0: a card is drawn."""

    card: Held = 0
    opens: Openings = ()


class Under(NamedTuple):
    """Freightline: the entry of the drawn card that goes under the deck."""

    card: int


class Drawn(NamedTuple):
    """What is done with the drawn card: kept closed (0), opened and resolved, or opened and discarded (Armageddon)."""

    card: Held = 0
    discard: bool = False


class Aim(NamedTuple):
    """What a card is aimed at: a seat, and what the card asks for besides."""

    seat: int
    what: int = 0
    extra: int = 0


class Gift(NamedTuple):
    """I Am Become Death: a token for this seat, or 0: 2 Influence."""

    seat: int


class Disarm(NamedTuple):
    """Disarmament Summit: the Nuclear Arms that are discarded, with the words that these are all."""

    cards: tuple[Held, ...]


class Declare(NamedTuple):
    """Census: the value of an Elite that the seat says it holds; 0: none."""

    value: int


class Yield(NamedTuple):
    """What the seat that a card names does: "give" a card, "token", "pay", "show", or "no": a claim."""

    kind: str
    card: Held = 0


class Duel(NamedTuple):
    """Card Night: the Elite that is opened."""

    card: Held


class Doubt(NamedTuple):
    """Whose claim is challenged, or 0."""

    seat: int


class Prove(NamedTuple):
    """An Elite that proves a declared value; none if there is none."""

    cards: tuple[Held, ...]


class Surrender(NamedTuple):
    """Cards that have to be discarded from the hand at once."""

    cards: tuple[Held, ...]


class Counter(NamedTuple):
    """The answer to a strike: a Nuclear Arms or an Early Warning, or 0: it is let pass."""

    card: Held = 0
    opens: Openings = ()


class Unseal(NamedTuple):
    """Before a strike hits: which secret alliances are opened."""

    opens: Openings


class Shelter(NamedTuple):
    """A Fallout Drill, or 0."""

    card: Held = 0

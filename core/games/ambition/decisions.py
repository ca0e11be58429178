"""Every decision as data: the array of a record's fields is sent to the peers.

A card of the seat's own hand that all may see is a `Held`: opened, or the copy of one held openly. A card that stays
closed is an entry: its slot, or -copy. `opens` are secret alliances that the seat opens before all else in that step
(5.2).
"""

from __future__ import annotations

from typing import NamedTuple

from core.engine.hidden.contracts import Openings, Sealed
from core.engine.hidden.shared_deck.state import NamedCard

UNSEALED = Sealed(b"", b"")


class Launch(NamedTuple):
    """Start of a turn with a token: a strike at the target with a Nuclear Arms, or 0: the die is rolled."""

    target: int = 0
    card: NamedCard = 0
    opens: Openings = ()


class Shift(NamedTuple):
    """Wirehouse: the value that the die is to have."""

    die: int


class Diplomacy(NamedTuple):
    """The Diplomacy phase: a draw, a claim, an alliance or a pass.

    The kinds are "draw", "claim", "propose" (an open alliance), "seal" (a secret one) and "pass". A claim has the entry
    of an Elite and the declared value. A proposal has the partner, the type, and the third seat or industry. A secret
    alliance has the partner and the paper.
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
    """The answer to a claim of Influence: a challenge or none."""

    yes: bool
    opens: Openings = ()


class Accept(NamedTuple):
    """The partner's answer to a proposal."""

    yes: bool


class Industry(NamedTuple):
    """The industrial step: "play" a card, "gridworks", "dataworks" (the seat to look at), or "stop"."""

    kind: str
    card: NamedCard = 0
    other: int = 0
    opens: Openings = ()


class Play(NamedTuple):
    """The Intrigue phase: a HOLD card or Armageddon of the hand, or 0: a card is drawn."""

    card: NamedCard = 0
    opens: Openings = ()


class Under(NamedTuple):
    """Freightline: the entry of the drawn card that goes under the deck."""

    card: int


class Drawn(NamedTuple):
    """The use of the drawn card.

    It is kept closed (0), opened and resolved, or opened and discarded (Armageddon).
    """

    card: NamedCard = 0
    discard: bool = False


class Aim(NamedTuple):
    """The target of a card: a seat, and further details that the card asks for."""

    seat: int
    what: int = 0
    extra: int = 0


class Gift(NamedTuple):
    """I Am Become Death: a token for this seat, or 0: 2 Influence."""

    seat: int


class Disarm(NamedTuple):
    """Disarmament Summit: the Nuclear Arms that are discarded, with the claim that these are all."""

    cards: tuple[NamedCard, ...]


class Declare(NamedTuple):
    """Census: the value of an Elite that the seat claims to hold; 0: none."""

    value: int


class Yield(NamedTuple):
    """The answer of a seat that a card names: "give" a card, "token", "pay", "show", or "no": a claim."""

    kind: str
    card: NamedCard = 0


class Duel(NamedTuple):
    """Card Night: the Elite that is opened."""

    card: NamedCard


class Doubt(NamedTuple):
    """The seat whose claim is challenged, or 0."""

    seat: int


class Prove(NamedTuple):
    """An Elite that proves a declared value; none if there is none."""

    cards: tuple[NamedCard, ...]


class Surrender(NamedTuple):
    """Cards that have to be discarded from the hand at once."""

    cards: tuple[NamedCard, ...]


class Counter(NamedTuple):
    """The answer to a strike: a Nuclear Arms or an Early Warning, or 0 to let it pass."""

    card: NamedCard = 0
    opens: Openings = ()


class Unseal(NamedTuple):
    """The secret alliances that are opened before a strike hits."""

    opens: Openings


class Shelter(NamedTuple):
    """A Fallout Drill, or 0."""

    card: NamedCard = 0

"""Decisions of Ambition, each of which is sent as the array of its fields.

A hand card that all may see is a `NamedCard`: an opened card, or the copy of a face-up card. A card that stays closed
is an entry: its slot, or minus its copy. `opens` are secret alliances that the seat opens first in that step (5.2).
"""

from __future__ import annotations

from typing import NamedTuple

from core.engine.hidden.contracts import Openings, Sealed
from core.engine.hidden.shared_deck.state import NamedCard

UNSEALED_PAPER = Sealed(b"", b"")


class Launch(NamedTuple):
    """The start of a turn with a token: a strike at `target` with a Nuclear Arms, or a roll of the die if it is 0."""

    target: int = 0
    card: NamedCard = 0
    opens: Openings = ()


class Shift(NamedTuple):
    """The value to which Wirehouse turns the die."""

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
    paper: Sealed = UNSEALED_PAPER
    opens: Openings = ()


class Challenge(NamedTuple):
    """The answer to a claim of Influence; `yes` is True for a challenge."""

    yes: bool
    opens: Openings = ()


class Accept(NamedTuple):
    """The partner's answer to a proposal; `yes` is True for an acceptance."""

    yes: bool


class Industry(NamedTuple):
    """The industrial step: "play" (a card), "gridworks", "dataworks" (look at a seat's card) or "stop"."""

    kind: str
    card: NamedCard = 0
    other: int = 0
    opens: Openings = ()


class Play(NamedTuple):
    """The Intrigue phase: the card of the hand that is played, or 0 for a draw.

    The card is a HOLD card or Armageddon.
    """

    card: NamedCard = 0
    opens: Openings = ()


class Under(NamedTuple):
    """The use of Freightline: the entry of the drawn card that goes under the deck."""

    card: int


class Drawn(NamedTuple):
    """The use of the drawn card: closed in hand (0), opened and resolved, or opened and discarded.

    Only Armageddon can be discarded.
    """

    card: NamedCard = 0
    discard: bool = False


class Aim(NamedTuple):
    """The target of a card: a seat, and further details that the card asks for."""

    seat: int
    what: int = 0
    extra: int = 0


class Gift(NamedTuple):
    """The gift of I Am Become Death: the seat that receives a token, or 0 to gain 2 Influence instead."""

    seat: int


class Disarm(NamedTuple):
    """The answer to a Disarmament Summit: the Nuclear Arms that the seat discards.

    It claims that no others are left.
    """

    cards: tuple[NamedCard, ...]


class Declare(NamedTuple):
    """The answer to a Census: the value of an Elite that the seat claims to hold, or 0 for none."""

    value: int


class Yield(NamedTuple):
    """The answer of a seat that a card names.

    It gives a card ("give") or its token ("token"), pays ("pay"), shows cards ("show"), or claims to have none ("no").
    """

    kind: str
    card: NamedCard = 0


class Duel(NamedTuple):
    """The answer to a Card Night: the Elite that the seat opens."""

    card: NamedCard


class Doubt(NamedTuple):
    """The challenge of a statement: the seat whose claim is challenged, or 0 for none."""

    seat: int


class Prove(NamedTuple):
    """The proof of a declared value: an Elite, or no card if the seat holds none of that value."""

    cards: tuple[NamedCard, ...]


class Surrender(NamedTuple):
    """A discard of cards that have to leave the hand at once."""

    cards: tuple[NamedCard, ...]


class Counter(NamedTuple):
    """The answer to a strike: a Nuclear Arms or an Early Warning, or 0 to let it pass."""

    card: NamedCard = 0
    opens: Openings = ()


class Unseal(NamedTuple):
    """The secret alliances that are opened before a strike hits."""

    opens: Openings


class Shelter(NamedTuple):
    """The answer to a strike that hits: a Fallout Drill, or 0 for none."""

    card: NamedCard = 0

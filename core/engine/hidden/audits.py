"""Audit status of a match: whether all closed cards have been opened and checked.

It is computed from the public states, never from a game's events, so no game can claim an audit that did not happen. A
match cannot end while closed cards are unchecked, except for the cards of lost seats.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from core.engine.game import State
from core.engine.hidden.piles import Piles

NOTHING, PASSED, NONE = "nothing was closed", "passed", "no audit"


class UnauditedError(RuntimeError):
    """Raised when a game ends a match before all closed cards are checked.

    The rules of the game are at fault, and no seat is to blame.
    """


class AuditResult(NamedTuple):
    """The result of the audits of a match.

    `audited_seats` lists the seats that ever had closed cards, and `unaudited_seats` those of them with unchecked
    cards.
    """

    audited_seats: tuple[int, ...] = ()
    unaudited_seats: tuple[int, ...] = ()
    has_proofs: bool = False
    """True if the match has a shared deck, whose every action is proven in its own step."""

    @property
    def verdict(self) -> str:
        """The result as a constant: `NOTHING`, `PASSED` or `NONE`.

        `NONE` means that closed cards of at least one seat were never checked.
        """
        return NONE if self.unaudited_seats else PASSED if self.audited_seats or self.has_proofs else NOTHING


class AuditTracker:
    """Tracker of the audits of a match, which must receive every state in turn."""

    def __init__(self) -> None:
        self._seats_with_piles: set[int] = set()

    def add_state(self, state: State) -> None:
        """Record the state after a step."""
        piles = piles_of(state)
        if piles is not None:
            for seat in range(1, len(piles.hand)):
                if seat not in self._seats_with_piles and (piles.batches[seat] or piles.closed_slots(seat)):
                    self._seats_with_piles.add(seat)

    def result_at(self, state: State) -> AuditResult:
        """Return the result of the audits, given the latest state."""
        proven = bool(getattr(getattr(state, "shared", None), "K", b""))
        return AuditResult(tuple(sorted(self._seats_with_piles)), unaudited_seats(state), proven)


def piles_of(state: State) -> Piles | None:
    """Return the closed cards of a state, or None if its game has none."""
    piles = getattr(state, "piles", None)
    return piles if isinstance(piles, Piles) else None


def unaudited_seats(state: State) -> tuple[int, ...]:
    """Return the seats that hold closed cards, or that have not yet opened cards for a due audit."""
    piles = piles_of(state)
    return () if piles is None else tuple(seat for seat in range(1, len(piles.hand)) if piles.needs_audit(seat))


def require_audits(state: State, lost: Collection[int]) -> None:
    """Raise `UnauditedError` if the match is over but a paper or a card is still closed.

    Cards of lost seats need no audit, but must be face up.
    """
    if not state.over:
        return
    if sealed := getattr(state, "papers", ()):
        raise UnauditedError(f"the match is over and sealed papers of {len(sealed)} pairs were not opened")
    piles = piles_of(state)
    missing = (
        []
        if piles is None
        else [seat for seat in unaudited_seats(state) if seat not in lost or piles.closed_slots(seat)]
    )
    if missing:
        seats = ", ".join(map(str, missing))
        raise UnauditedError(
            f"the match is over and closed cards of seats {seats} are not accounted for: no final audit"
        )

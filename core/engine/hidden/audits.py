"""What became of the closed cards of a match: whether all that was ever laid has been opened and accounted for.

It is read from the public states alone, whatever events a game tells of, so a game cannot claim an audit that it has
not made. A match whose closed cards are not accounted for cannot be over, but for seats that are lost.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from core.engine.game import State
from core.engine.hidden.piles import Piles

NOTHING, PASSED, NONE = "nothing was closed", "passed", "no audit"


class Unaudited(RuntimeError):
    """A game has ended with closed cards that nobody has accounted for: an error in its rules, and no seat's fault."""


class Audited(NamedTuple):
    """What audits came to: the seats that ever laid closed cards, and those whose cards are not all accounted for."""

    laid: tuple[int, ...] = ()
    owing: tuple[int, ...] = ()
    proven: bool = False
    """Whether a deck was shared, all of which is proven in the step in which it is done."""

    @property
    def verdict(self) -> str:
        """In a word or two: `NOTHING`, `PASSED` or, if cards of one seat or more were never accounted for, `NONE`."""
        return NONE if self.owing else PASSED if self.laid or self.proven else NOTHING


class Audits:
    """Follows a match from step to step."""

    def __init__(self) -> None:
        self._laid: set[int] = set()

    def after(self, state: State) -> None:
        """A step has led to this state."""
        piles = piles_of(state)
        if piles is not None:
            for seat in range(1, len(piles.hand)):
                if seat not in self._laid and (piles.batches[seat] or piles.live(seat)):
                    self._laid.add(seat)

    def at(self, state: State) -> Audited:
        """What they have come to in this state, the latest one."""
        proven = bool(getattr(getattr(state, "shared", None), "K", b""))
        return Audited(tuple(sorted(self._laid)), unaudited(state), proven)


def piles_of(state: State) -> Piles | None:
    """The closed cards of a state, if its game has any."""
    piles = getattr(state, "piles", None)
    return piles if isinstance(piles, Piles) else None


def unaudited(state: State) -> tuple[int, ...]:
    """The seats that hold closed cards, or have laid some that are not accounted for."""
    piles = piles_of(state)
    return () if piles is None else tuple(seat for seat in range(1, len(piles.hand)) if piles.unaccounted(seat))


def demand(state: State, lost: Collection[int]) -> None:
    """Raises `Unaudited` if the match is over and a paper is still sealed, or a seat that could have been audited was
    not; `lost` ones could not, but their cards lie open.
    """
    if not state.over:
        return
    if sealed := getattr(state, "papers", ()):
        raise Unaudited(f"the match is over and sealed papers of {len(sealed)} pairs were not opened")
    piles = piles_of(state)
    missing = [] if piles is None else [seat for seat in unaudited(state) if seat not in lost or piles.live(seat)]
    if missing:
        seats = ", ".join(map(str, missing))
        raise Unaudited(f"the match is over and closed cards of seats {seats} are not accounted for: no final audit")

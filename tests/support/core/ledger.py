"""What a match of any game never loses or makes up: its closed cards, from its zones alone; of one without, nothing.

A game whose tests keep no books of their own (a module `conserved` beside them) gets these. Cards that leave the table
are not missed: which ones may, the game alone knows.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.bots.random_bot import Dice, RandomBot
from core.engine.hidden.secrets import SLOTS_PER_STEP, Secrets

LONGEST = 4000
"""More steps than a match of a small game can take."""


class Books:
    """What a module `conserved` would offer."""

    Bold = RandomBot

    def __init__(self, game: Any) -> None:
        self.game = game

    def Conserved(self, state: Any) -> Conserved:
        """The ledger of one match."""
        return Conserved(self.game, state)

    @staticmethod
    def stir(state: Any, dice: Dice) -> bool:
        """What would make a position livelier is not known."""
        return False


class Conserved:
    """The ledger of one match: every card is in one place, and no seat holds what it may not hold."""

    def __init__(self, game: Any, state: Any) -> None:
        self.cards = getattr(game, "cards", None)
        self.lost: set[int] = set()
        self.stolen = self.cards is not None and any(
            len(state.piles.closed[seat]) != len(self.cards.live(state, seat)) for seat in self.cards.seats(state)
        )

    def after(self, state: Any, happened: list[Any], secrets: Mapping[int, Secrets]) -> None:
        """Raises `AssertionError` if a card was lost or made up in the step."""
        cards = self.cards
        if cards is None:
            return
        self.lost |= {event.seat for event in happened if type(event).__name__ in ("CardsInTheOpen", "AuditOwed")}
        self.stolen |= any(type(event).__name__ == "CardTaken" for event in happened)
        found: list[int] = []
        for seat in cards.seats(state):
            faces = [secrets[seat].faces[slot] for slot in cards.live(state, seat)]
            assert set(faces) <= set(state.piles.closed[seat]), f"seat {seat} holds what it may not hold"
            assert self.stolen or sorted(faces) == list(state.piles.closed[seat]), (
                f"seat {seat} holds {sorted(faces)} closed, its piles say {list(state.piles.closed[seat])}: "
                "a slot lies in no zone that `Cards` was given, in two of them, or is gone without having been opened"
            )
            found += (*faces, *cards.open_copies(state, seat))
            for zone in cards.zones:
                lying = len(zone.of(state, seat))
                assert zone.most is None or lying <= zone.most, f"{lying} cards of seat {seat} in {zone.column}"
            if state.over and seat not in self.lost:
                piles = state.piles
                assert not piles.closed[seat] and not piles.dead[seat] and not piles.batches[seat]
        found += [card for layers in getattr(state, "decks", ()) for layer in layers for card in layer if card > 0]
        assert 0 not in found, "a card has the copy 0, which is no card: copies count from 1"
        if not (self.stolen and self.lost):  # who is lost after a hand-over is dealt what it may have held
            assert len(set(found)) == len(found), "a card is in two places"

    def longest(self, state: Any) -> int:
        """More steps than a match can take."""
        return LONGEST

    def plainly(self, decision: Any) -> Any:
        """The decision without the order in which cards are named, and without commitments."""
        return _plainly(decision)

    def closed_slots(self, state: Any, seat: int) -> tuple[int, ...]:
        """Hand, pile and all that lies face down on the table."""
        return tuple(self.cards.live(state, seat)) if self.cards is not None else ()

    def unaudited(self, state: Any, seat: int) -> tuple[int, ...]:
        """The steps of the batches still on record."""
        batches = state.piles.batches[seat] if self.cards is not None else ()
        return tuple(batch.first // SLOTS_PER_STEP for batch in batches)


def _plainly(value: Any) -> Any:
    if isinstance(value, bytes):
        return len(value)
    if not isinstance(value, tuple):
        return value
    parts = tuple(map(_plainly, value))
    named = hasattr(value, "_fields") or [type(part) for part in value] == [int, int, bytes]
    return parts if named else tuple(sorted(parts, key=repr))

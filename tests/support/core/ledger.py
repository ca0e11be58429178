"""The default ledger of a match, which checks that closed cards are conserved.

A game may have its own ledger in a module `conserved`. Cards may leave the table here, since only the game knows which
ones may.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.bots.random_bot import Dice, RandomBot
from core.engine.hidden.secrets import SLOTS_PER_STEP, Secrets

LONGEST = 4000
"""Maximum number of steps in a match of a small game."""


class Books:
    """Substitute for the `conserved` module of a game."""

    Bold = RandomBot

    def __init__(self, game: Any) -> None:
        self.game = game

    def Conserved(self, state: Any) -> Conserved:
        """Return the ledger of one match."""
        return Conserved(self.game, state)

    @staticmethod
    def stir(state: Any, dice: Dice) -> bool:
        """Return False, since no way to make the position livelier is known."""
        return False


class Conserved:
    """Ledger that checks that every card is in one place, and that no seat has a card it may not have."""

    def __init__(self, game: Any, state: Any) -> None:
        self.cards = getattr(game, "cards", None)
        self.lost: set[int] = set()
        self.stolen = self.cards is not None and any(
            len(state.piles.closed[seat]) != len(self.cards.closed_slots(state, seat))
            for seat in self.cards.seats(state)
        )

    def after(self, state: Any, happened: list[Any], secrets: Mapping[int, Secrets]) -> None:
        """Raise `AssertionError` if a card was lost or made up in the step."""
        cards = self.cards
        if cards is None:
            return
        self.lost |= {event.seat for event in happened if type(event).__name__ in ("CardsInTheOpen", "AuditOwed")}
        self.stolen |= any(type(event).__name__ == "CardTaken" for event in happened)
        results: list[int] = []
        for seat in cards.seats(state):
            faces = [secrets[seat].faces[slot] for slot in cards.closed_slots(state, seat)]
            assert set(faces) <= set(state.piles.closed[seat]), f"seat {seat} holds what it may not hold"
            assert self.stolen or sorted(faces) == list(state.piles.closed[seat]), (
                f"seat {seat} holds {sorted(faces)} closed, its piles say {list(state.piles.closed[seat])}: "
                "a slot lies in no zone that `Cards` was given, in two of them, or is gone without having been opened"
            )
            results += (*faces, *cards.open_copies(state, seat))
            for zone in cards.zones:
                lying = len(zone.entries(state, seat))
                assert zone.max_cards is None or lying <= zone.max_cards, (
                    f"{lying} cards of seat {seat} in {zone.column}"
                )
            if state.over and seat not in self.lost:
                piles = state.piles
                assert not piles.closed[seat] and not piles.dead[seat] and not piles.batches[seat]
        results += [card for layers in getattr(state, "decks", ()) for layer in layers for card in layer if card > 0]
        assert 0 not in results, "a card has the copy 0, which is no card: copies count from 1"
        if not (self.stolen and self.lost):  # who is lost after a hand-over is dealt what it may have held
            assert len(set(results)) == len(results), "a card is in two places"

    def longest(self, state: Any) -> int:
        """Return the maximum number of steps of a match."""
        return LONGEST

    def plainly(self, decision: Any) -> Any:
        """Return the decision without commitments and without the order of its cards."""
        return _plainly(decision)

    def closed_slots(self, state: Any, seat: int) -> tuple[int, ...]:
        """Return the slots of the hand, of the pile and of all face-down cards on the table."""
        return tuple(self.cards.closed_slots(state, seat)) if self.cards is not None else ()

    def unaudited(self, state: Any, seat: int) -> tuple[int, ...]:
        """Return the steps whose batches are still on record."""
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

"""Texts of the sealed auction."""

from __future__ import annotations

from typing import Any

from core.engine import events
from core.engine.text.words import format_count, join_list


class Words:
    """Descriptions of the game."""

    def headings(self, state: Any) -> tuple[tuple[str, str], ...]:
        """Return the column headings for a table of the standing."""
        return (("Points", "points"),)

    def progress(self, state: Any) -> str:
        """Return the progress of the match."""
        return f"round {state.round}: {card(state.curio)}" if state.curio else "the doors open"

    def narrate(self, state: Any, event: Any) -> str:
        """Return an event as one line."""
        return narrate(event)

    def describe(self, state: Any) -> str:
        """Return the state in words."""
        return describe(state)

    def card_name(self, state: Any, copy: int) -> str:
        """Return the name of a copy."""
        return card(copy)


def card(copy: int) -> str:
    """Return the name of a copy."""
    from tests.support.games.sealed_auction import game as rules

    if copy in rules.CURIOS:
        return f"curio {'ABCDEFGHIJKL'[copy - rules.CURIOS[0]]} ({rules.worth(copy)})"
    return f"coin {rules.coin(copy)}"


def narrate(event: Any) -> str:
    """Return an event as one line."""
    from tests.support.games.sealed_auction import game as rules

    match event:
        case rules.LotSold(curio, bids, seat):
            spent = ", ".join(f"seat {s}: {join_list(map(card, bid))}" for s, bid in enumerate(bids, 1))
            return f"{spent}; {card(curio)} goes to seat {seat}"
        case rules.VaultsOpened(sums):
            return f"in the vaults lie {join_list(f'{total} of seat {s}' for s, total in enumerate(sums, 1))}"
        case events.SatchelDealt(seat, copies):
            return f"the satchel of seat {seat} holds {join_list(map(card, copies))}"
        case events.CardsDrawn(seat, slots):
            return f"seat {seat} draws {format_count(len(slots), 'coin')}"
        case events.CardsDrawnOpenly(seat, copies) | events.CardsInTheOpen(seat, copies):
            return f"seat {seat} holds openly {join_list(map(card, copies))}"
        case events.PileLaid(seat, size):
            return f"seat {seat} shuffles {format_count(size, 'coin')}"
        case events.AuditPassed(seat, slots):
            return f"the audit of seat {seat} passes: {format_count(slots, 'slot')} opened"
        case events.AuditOwed(seat, slots):
            return f"seat {seat} is absent for the audit: {format_count(slots, 'slot')} owed"
    return str(event)


def describe(state: Any) -> str:
    """Return the state in words."""
    piles = state.piles
    return f"{card(state.curio)} is under the hammer\n" * bool(state.curio) + "\n".join(
        f"seat {seat}: {format_count(state.points[seat], 'point')}, "
        f"{format_count(piles.hand_size(seat), 'coin')} in hand,"
        f" {len(state.vault[seat])} in the vault, {piles.size(seat)} to draw, {len(piles.discard[seat])} spent"
        for seat in range(1, len(state.points))
    )

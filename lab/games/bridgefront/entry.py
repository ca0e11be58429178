"""Entry of Bridgefront in the registry of the lab."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt

from core.engine.game import Decision, Game, Player, State
from core.engine.hidden.secrets import Secrets
from core.engine.options import Value
from core.games.bridgefront.board import capital_slots, radius
from core.games.bridgefront.bot.factions import FACTIONS, prefer_faction
from core.games.bridgefront.geometry import grid
from core.games.bridgefront.options import OPTIONS
from lab.games.bridgefront.cards import DECK
from lab.games.bridgefront.counts import CENTER, BridgefrontCount
from lab.games.entry import Heat, LabEntry, Sides, Spot


def spots(seats: int, options: Mapping[str, Value]) -> list[Spot]:
    """Return the hexes of the board for this number of seats, as places in a chart."""
    size = str(options.get("board_size", OPTIONS.table["board_size"].default))
    board, capitals = grid(radius(seats, size)), capital_slots(seats, size)
    results = []
    for number, (q, r) in enumerate(board.hexes):
        kind = "Center" if number == board.center else "Capital slot" if number in capitals else f"hex {q}, {r}"
        results.append(Spot(number, q + r / 2, r * sqrt(3) / 2, kind))
    return results


def take_faction(player: Player, game: Game, state: State, seat: int, secrets: Secrets, side: int) -> Decision:
    """Return a decision that ranks the faction `side` first; other decisions are those of `player`."""
    return prefer_faction(player.decide(game, state, seat, secrets), side)


ENTRY = LabEntry(
    count=BridgefrontCount,
    deck=DECK,
    sides=Sides(FACTIONS.names, take_faction),
    heat=Heat("Battles by hex", True, spots),
    held=CENTER,
    totals=("battles", "sieges", "cards played", "cards thrown away", "mana unused", "gold left"),
    contrasts={
        "base_mana": (4, 6),
        "vp_to_win": (7, 10),
        "champion_limit": (3, 6),
        "initiative_mode": ("choice", "low"),
    },
    on_screen=frozenset({"gold_word", "victory_card_names"}),
)

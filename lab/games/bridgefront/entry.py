"""The record of Bridgefront in the lab."""

from lab.games.bridgefront import changes, sides
from lab.games.bridgefront.board import spots
from lab.games.bridgefront.cards import DECK
from lab.games.bridgefront.counts import CENTER, BridgefrontCount
from lab.games.entry import Changes, Heat, LabEntry, Sides

ENTRY = LabEntry(
    count=BridgefrontCount,
    deck=DECK,
    sides=Sides(sides.NAMES, sides.decide),
    heat=Heat("Battles by hex", True, spots),
    changes=Changes("vapourborn.first_walk_bonus=0", changes.make, changes.towards),
    held=CENTER,
    totals=("battles", "sieges"),
    contrasts={
        "base_mana": (4, 6),
        "vp_to_win": (7, 10),
        "champion_limit": (3, 6),
        "initiative_mode": ("choice", "low"),
    },
    on_screen=frozenset({"gold_word", "victory_card_names"}),
)

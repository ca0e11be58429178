"""Entry of Cabinet in the registry of the lab."""

from lab.games.cabinet.cards import DECK
from lab.games.cabinet.counts import CabinetCount
from lab.games.entry import LabEntry

ENTRY = LabEntry(count=CabinetCount, deck=DECK, on_screen=frozenset({"courtesy"}))

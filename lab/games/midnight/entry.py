"""Entry of Midnight in the registry of the lab."""

from lab.games.entry import LabEntry
from lab.games.midnight.cards import DECK
from lab.games.midnight.counts import MidnightCount

ENTRY = LabEntry(count=MidnightCount, deck=DECK)

"""Entry of Ambition in the registry of the lab."""

from lab.games.ambition.cards import DECK
from lab.games.ambition.counts import AmbitionCount
from lab.games.entry import LabEntry

ENTRY = LabEntry(count=AmbitionCount, deck=DECK)

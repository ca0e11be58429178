"""The record of Ambition in the lab."""

from lab.games.ambition.cards import DECK
from lab.games.ambition.counts import AmbitionCount
from lab.games.entry import LabEntry

ENTRY = LabEntry(count=AmbitionCount, deck=DECK)

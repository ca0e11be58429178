"""The record of Outposts in the lab."""

from lab.games.entry import Changes, Heat, LabEntry, Sides
from lab.games.outposts import changes, sides
from lab.games.outposts.board import spots
from lab.games.outposts.cards import DECK
from lab.games.outposts.counts import OutpostsCount

ENTRY = LabEntry(
    count=OutpostsCount,
    deck=DECK,
    sides=Sides(sides.NAMES, sides.decide),
    heat=Heat("Outposts built by Territory", False, spots),
    changes=Changes("L4.produces='3 crew, 1 oil'", changes.make, changes.towards),
    alone=frozenset({"warden", "level"}),
    together=frozenset({"brisk"}),
)

"""What cards, dials and places are worth to the heuristic bot of Midnight, in tenths of a Worth."""

from __future__ import annotations

KEEP = (24, 20, 22, 30, 9, 12, 7, 34)
"""A card in hand, by kind (midnight/cards.py)."""
DIAL = (25, 12, 60, 38)
"""A first step up, by dial: Might, Protection, Influence, Research."""
FURTHER_STEP = 6
"""Each further step of a dial is worth so much less."""

HELD, CROWDED = 5, 8
"""More cards than so many in hand make each action that uses one worth so much more, for each card more."""
HAND_LAST_MINUTE, HAND_MIDNIGHT = 8, 26
"""An action that uses a card is worth so much more: what is left in hand counts for nothing."""

UPGRADE_LAID, UPGRADE_MIDNIGHT = 120, 12
SIREN_AHEAD, SIREN_BEHIND = 12, 2
BUILD_DISCARDED, INTELLIGENCE_DISCARDED = 18, 15
SET_LAID, PAIR_LAID = 42, 66
RESEARCHED = 13
"""A Worth that Research gives."""

GUN_HITS, GUN_BESIDE, GUN_FACED = 12, 6, 3
"""A gun, for each Might of it; for each gun beside it; less for each Protection of each card that faces it."""
GUN_KILLS, GUN_LATE, GUN_BOUND = 10, 10, 40
"""A gun that may ruin; one in the last minute and at Midnight; less where a Pact is."""
GUN_RICH = 34
"""A gun, for a hundred of the victim's Worth."""
GUN_LEADER, GUN_FALLS = 26, 12
"""A gun towards the greatest Worth; towards somebody whom the next tick ruins."""

SHIELD_HOLDS, SHIELD_FACED, SHIELD_MORE, SHIELD_BOUND = 8, 8, 10, 8
"""A Shield, for each Protection of it; for each card that it faces, up to three; less for each Shield beside it; where
a Pact is."""
BUILD_LAID, BUILD_MIDNIGHT = 46, 44
JAM_LAID, SPY_LAID, FACED, SPY_ARMED = 14, 10, 5, 4
"""A Jam, an Intelligence; either, for each card that it faces, up to three; Intelligence beside a gun."""

TURNED, TURNED_FROM_RUIN = 24, 15
"""What turning a card to another border costs."""

STORED = (34, 26, 34, 0, 0, 0, 0, 44)
"""A card in the stockpile, by kind, two minutes before Midnight."""
STORED_LATER = 4
"""More a minute later."""

"""The printed cards: code, name, copies, distance, types, Deal, spoils, effect and bonus (rules 2.5, 2.6)."""

from __future__ import annotations

PRODUCTION_CARD_ROWS = """
B01 | Driftwood Strand | 3 | 1 | Shoal | 1 timber | 1 VP, 1 timber | Open production: 2 timber. | -
B02 | Salt Pans | 3 | 1 | Marsh | 1 salt | 1 VP, 1 salt | Open production: 2 salt. | -
B03 | Anchor Foundry | 3 | 1 | Kiln | 1 iron | 1 VP, 1 iron | Open production: 2 iron. | -
B04 | Blubber Works | 2 | 2 | Kiln | 1 oil | 2 oil, 1 crew | Production: 1 oil. | 1 oil
B05 | Hulk Barracks | 3 | 1 | Hulk, Kin | 2 crew | 1 VP, 1 crew | Production: 2 crew. | -
B06 | Kelp Kilns | 3 | 2 | Marsh, Kiln | 1 salt | 1 salt, 2 crew | Production: 1 crew per Marsh Location you own, \
this one included, at most 3. | -
B07 | Crier's Tower | 2 | 2 | Kin | 1 card | 3 cards | Production: 1 card. | -
B08 | Clay Pit | 2 | 2 | Marsh | 1 timber | 1 timber, 2 Walls | Production: 1 timber, 2 Walls. | -
B09 | Docks | 3 | 1 | Shoal | 1 crew | 1 crew, 2 salt | Production: 1 crew per Shoal Location you own, this one \
included, at most 3. | -
B10 | Ropewalk | 2 | 2 | Kiln | 1 survey mark | 2 survey marks | Production: 1 survey mark. | -
B11 | Muster Yard | 2 | 2 | Kin | 1 raid mark | 3 raid marks | Production: 1 raid mark, 1 Wall. | -
B12 | Pilot House | 2 | 2 | Shoal | 1 parley mark | 3 parley marks | Production: 1 parley mark. | -
B13 | Pearl Beds | 2 | 3 | Shoal | 1 VP | 3 VP | Production: 1 VP. | -
B14 | Sunken Archive | 2 | 3 | Hulk | 1 card | 1 card, 1 oil | Production: 1 oil, 1 card. | -
B15 | Tide Mill | 2 | 2 | Shoal, Kiln | 1 timber | 2 iron, 2 timber | Open production: 1 timber, 1 iron. | -
B16 | Fish Market | 2 | 1 | Kin | 1 salt | 1 VP, 1 salt | Open production: 1 card. | -
B17 | Beacon Quarry | 2 | 3 | Hulk, Kiln | 1 iron | 2 VP, 1 iron | Production: 1 VP per two of your Outposts, \
rounded up, at most 2. | 1 VP
N01 | Ebb Watch | 3 | 1 | Shoal | 1 crew | 1 VP, 1 survey mark | Production: 1 crew per two of your Outposts, \
rounded up, at most 3. | -
N02 | Drowned Toll | 2 | 2 | Hulk | 1 salt | 3 salt | Production: 1 salt per Outpost of yours in direction South, at \
most 2. | 1 salt
N03 | North Lights | 2 | 2 | Kin | 1 oil | 1 oil, 1 crew | Production: 1 oil per Outpost of yours in direction \
North, at most 2. | 1 crew
N04 | East Causeway | 2 | 2 | Kiln | 1 iron | 2 iron | Production: 1 iron per Outpost of yours in direction East, at \
most 2. | 1 iron
N05 | West Groves | 2 | 2 | Marsh | 1 timber | 2 timber | Production: 1 timber per Outpost of yours in direction \
West, at most 2. | 1 timber
N06 | Tumbledown Row | 3 | 1 | Hulk | 1 timber | 2 timber, 1 Ruins | Production: 1 Wall, 1 Ruins. | -
N07 | Crossroads Fair | 2 | 2 | Kin | 1 card | 1 card, 1 crew | Production: choose a Central direction; 1 crew per \
Outpost of yours in it, at most 3. | -
"""
FEATURES = """
B18 | Shipwrights' Hall | 2 | 2 | Kiln | 1 timber | 2 VP | After you build another Kiln Location: 1 VP. | 1 timber
B19 | Net Lofts | 2 | 2 | Shoal | 1 crew | 1 crew, 1 salt | After you are visited: 1 VP. | 1 crew
B20 | Reed Shrine | 2 | 2 | Marsh | 1 Wall | 1 salt, 1 card | After you place Walls: 1 VP. | 2 Walls
B21 | Bone Gallery | 2 | 2 | Hulk | 1 iron | 1 iron, 1 card | After you are razed (Location, Outpost): 3 VP. | 1 iron
B22 | Moot Stone | 2 | 2 | Kin | 1 crew | 2 VP | After you build another Kin Location: 1 VP. | 1 card
B23 | Toll Causeway | 2 | 2 | Kin, Shoal | 1 parley mark | 1 parley mark, 1 salt | After you make a Deal: 1 VP. | 1 \
parley mark
B24 | Trophy Mast | 3 | 1 | Hulk | 1 raid mark | 1 VP, 1 raid mark | After you raze anything (hand card, Location, \
Outpost): 1 VP. | -
B25 | Bonded Store | 2 | 1 | Kiln | 1 oil | 1 oil, 1 timber | In Cleanup you may keep up to 3 resources. | 1 oil
B26 | Signal Fires | 2 | 1 | Kin | 1 Wall | 2 Walls | Your other Locations have +1 Defence. | 1 Wall
B27 | Chart House | 2 | 1 | Shoal | 1 card | 1 card, 1 crew | After you claim a Connection: 1 card. | -
B28 | Salvage Rights | 2 | 1 | Hulk | 1 timber | 1 timber, 1 Ruins | Developing over a Ruins costs you no timber. | \
1 Ruins
B29 | Great Orrery | 2 | 3 | Kiln | 1 oil | 2 oil | No effect beyond its bonus. | 3 VP
B30 | Amber Hoard | 1 | 3 | Hulk | 1 VP | 3 VP | No effect beyond its bonus. | 2 VP, 1 card
N08 | Banner Hall | 2 | 2 | Kin | 1 survey mark | 2 VP | After you build an Outpost: 1 VP. | 1 card
N09 | Mason Caravan | 2 | 2 | Kiln | 1 survey mark | 2 VP | After you upgrade an Outpost: 1 VP. | 1 timber
N10 | Ash Standard | 2 | 1 | Hulk | 1 raid mark | 1 VP, 1 raid mark | After you raze an enemy Outpost: 2 VP. | -
N11 | Watch Stockade | 2 | 1 | Marsh | 1 Wall | 2 Walls | Your Outposts have +1 Defence. | 1 Wall
N12 | Mapmakers | 2 | 1 | Shoal | 1 card | 1 card, 1 survey mark | After you build an Outpost by skipping a Lookout \
selection: 1 card. | -
N13 | Marchwarden's Seat | 1 | 3 | Kin | 1 parley mark | 1 VP, 1 crew | At the end: 1 VP per Outpost of yours on \
level 2 or 3. | 1 VP
N14 | Four Winds Obelisk | 1 | 3 | Hulk | 1 oil | 1 VP, 1 oil | At the end: 1 VP per different Direction (of the \
six) in which you have an Outpost. | -
"""
ACTIONS = """
B31 | Auction Block | 2 | 1 | Kin | 1 salt | 1 VP, 1 salt | Pay 1 crew, 1 salt: 2 VP. | -
B32 | Mint | 2 | 2 | Kiln | 1 iron | 2 iron | Pay 1 iron: 1 VP. Twice per round. | -
B33 | Boatyard | 2 | 2 | Kiln, Shoal | 1 timber | 2 timber | Pay 1 timber: 1 crew, 1 survey mark. Twice per round. | -
B34 | Distillery | 2 | 2 | Kiln, Marsh | 1 oil | 1 oil, 1 crew | Pay 1 oil: 2 VP. | -
B35 | Hiring Steps | 2 | 1 | Kin | 1 crew | 1 VP, 2 crew | Pay 1 hand card: 2 crew. | -
B36 | Divers' Guild | 2 | 1 | Shoal, Hulk | 1 card | 1 card, 1 crew | Pay 1 crew: 1 card. Twice per round. | -
B37 | Smugglers' Cove | 2 | 2 | Shoal | 1 writ | 1 writ | Pay 1 crew: 1 writ. | -
B38 | Gun Deck | 2 | 1 | Hulk | 1 raid mark | 1 raid mark, 1 crew | Pay 1 iron: 3 raid marks. | -
B39 | Pilgrim Road | 2 | 1 | Marsh | 1 crew | 1 VP, 1 card | Pay 2 crew: 1 VP. | -
B40 | Almshouse | 2 | 2 | Kin, Marsh | 2 crew | 2 VP | Pay 1 hand card: 1 VP. Twice per round. | 1 crew
B41 | Hall of Envoys | 2 | 3 | Kin | 1 parley mark | 2 parley marks | Pay 1 crew: 1 VP per Deal you have, at most 3. \
| -
N15 | Relay Riders | 3 | 1 | Kin | 1 crew | 1 crew, 1 card | Pay 1 crew: activate one of your Outposts. | -
N16 | Pioneer Corps | 2 | 2 | Marsh | 1 survey mark | 1 survey mark, 1 crew | Pay 2 crew: build an Outpost (no \
discard; adjacency as usual). | -
N17 | Stone Sledges | 2 | 2 | Kiln | 1 timber | 2 timber | Pay 1 crew, 1 timber: upgrade one of your Outposts by one \
level (no discard). | -
N18 | Sappers' Nest | 2 | 2 | Hulk | 1 iron | 1 iron, 1 raid mark | Pay 1 crew, 1 iron: raze an adjacent enemy \
Outpost on level 1 or 2 without raid marks; each Wall on it still costs 1 raid mark. | -
N19 | Landing Barges | 2 | 3 | Shoal | 1 crew | 1 crew, 1 timber | Pay 2 crew: build an Outpost on any unoccupied \
corner Territory; no discard, no adjacency. | 1 crew
N20 | Pickers' Camp | 2 | 1 | Marsh | 1 timber | 1 timber, 1 crew | Discard one of your Ruins: 1 VP, 1 timber; or \
take the card under one of your Ruins into hand (that Ruins is gone). | -
"""

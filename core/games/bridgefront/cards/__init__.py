"""The cards, one module for each deck, as they are printed.

Importing any of them imports all, in this order, which is the order of the catalogue: a card's number does not depend
on who imported what first.
"""

from importlib import import_module

for _deck in ("starter", "factions", "market_1", "market_2", "market_3", "power"):
    import_module(f"core.games.bridgefront.cards.{_deck}")

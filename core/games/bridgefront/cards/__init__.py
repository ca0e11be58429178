"""The cards as printed, one module for each deck.

Importing any of these modules imports all of them in catalogue order. So a card's number does not depend on the order
of imports.
"""

from importlib import import_module

for _deck in ("starter", "factions", "market_1", "market_2", "market_3", "power"):
    import_module(f"core.games.bridgefront.cards.{_deck}")

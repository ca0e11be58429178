"""Outposts (docs/play/rules/outposts.md): holds on a dry sea floor, an engine of cards, nine Territories, a Warden.

`game.GAME` is what everything else talks to. `printed_cards.py` holds the cards as they are printed, `cards.py` reads
them.
"""

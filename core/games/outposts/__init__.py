"""Outposts: holds on a dry sea floor, an engine of cards, nine Territories and a Warden.

The rules are in docs/play/rules/outposts.md. All other parts of the program use `game.GAME`. `printed_cards.py`
contains the cards as they are printed, and `cards.py` parses them.
"""

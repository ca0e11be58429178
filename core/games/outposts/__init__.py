"""The game Outposts: holds on a dry sea floor, nine Territories, and a Warden as opponent of a lone player.

The rules are in docs/play/rules/outposts.md. `printed_cards.py` contains the cards as they are printed, and `cards.py`
parses them.
"""

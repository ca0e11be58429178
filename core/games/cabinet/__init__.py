"""The game Cabinet, a team against a deck of crises, with one module for each part of its rules.

Comments cite the rules by part, state and ruling (4.1, D3, B16). Everything is public except the order of the decks.
Nobody knows it, because the beacon picks a card only when it is turned up.
"""

"""Cabinet, a game of a team against a deck of crises, with one module for each chapter of its rules.

The rules are cited by their part, state and ruling (4.1, D3, B16). Everything in the game is public except the order of
its decks. Nobody knows that order, because the beacon picks a card only when it is turned up.
"""

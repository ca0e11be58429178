"""Cabinet, a team against a deck of crises; one module for each chapter of its rules.

The rules are cited by their part, state and ruling (4.1, D3, B16). Everything in the game is public except the order of
its decks, which is nobody's secret: the beacon picks a card when it is turned up.
"""

"""Cabinet: a team against a deck of crises. One module for each chapter of its rules.

The rules are cited by their part, state and ruling (4.1, D3, B16). Everything in the game is public but the order of
its decks, which is nobody's secret: a card is picked by the beacon when it is turned up.
"""

"""The table of any game in one file (`core.kit`), which needs no line about its table.

It draws the cards from their faces, the places from the fields of the state, and the choices from the questions.
"""

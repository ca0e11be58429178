"""The plain table, for any game of the engine that has no table of its own.

The table knows no particular game.
"""

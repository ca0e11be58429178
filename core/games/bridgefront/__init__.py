"""The Last Tether: Bridgefront, a hex wargame with simultaneous planning for 2 to 6 players.

Each chapter of its rules has one module; `phases/` holds those of a round. The package `cards/` holds the cards as
declarations.
"""

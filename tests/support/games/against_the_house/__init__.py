"""The smallest team game: all seats together play rock, paper, scissors against the beacon.

With one seat it is a solo game.
"""

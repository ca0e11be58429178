"""What every game stands on: bytes, beacon, slots, agenda, the game protocol. It knows no game."""

"""The seats of a match on screen: names, emblems, order of play, standings and the end."""

__all__ = ["emblem", "ending", "names", "standings", "turn_strip"]

"""The commands that play or follow a match: `match`, `peer`, `resume`, `watch` and `part`.

The other modules run seats in a terminal or in processes, and print what a match is waiting for.
"""

__all__ = ["match", "part", "peer", "processes", "progress", "resume", "seat_folders", "seat_match", "waiting", "watch"]

"""Bots: computer players, which use only the information that their seat may see.

`registry` finds a bot by name or level. `base` is the position that a bot is asked about. `heuristic`, `lookahead` and
`random_bot` are the kinds of bots that belong to no single game.
"""

__all__ = [
    "base",
    "faction_preference",
    "fitted",
    "heuristic",
    "lookahead",
    "names",
    "random_bot",
    "registry",
    "win_probability",
]

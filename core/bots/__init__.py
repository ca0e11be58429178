"""Bots: computer players that use only what their seat may see.

`registry` finds a bot by name. `base` defines the position in which a bot decides. `heuristic`, `lookahead` and
`random_bot` are the kinds of bots.
"""

__all__ = [
    "advice",
    "base",
    "faction_preference",
    "fitted",
    "heuristic",
    "levels",
    "lookahead",
    "names",
    "random_bot",
    "registry",
    "review",
    "win_probability",
]

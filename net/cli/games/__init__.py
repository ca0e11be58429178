"""The commands about games: `tether games`, `cards`, `rules`, `check` and `new game`.

Each module is one command; none of them plays a match.
"""

__all__ = ["cards", "check", "listing", "new_game", "rules", "shipped_rules"]

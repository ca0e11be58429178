"""Panels around the board of Bridgefront, and its dialogs."""

__all__ = [
    "action",
    "battle",
    "context",
    "dialogs",
    "match_history",
    "powers",
    "preview",
    "resources",
    "seats",
    "stage",
    "track",
]

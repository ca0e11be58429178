"""Panels around the board of Bridgefront, and its dialogs."""

__all__ = ["battle", "dialogs", "match_history", "powers", "regions", "resources", "seats", "stage", "track"]

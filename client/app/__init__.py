"""Windowed program: its start, its settings, and the navigation from screen to screen."""

__all__ = ["entry", "local_player", "settings", "startup", "theme"]

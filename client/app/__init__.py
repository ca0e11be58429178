"""The program with a window: start, settings, and the paths from screen to screen."""

__all__ = ["entry", "local_player", "settings", "startup", "theme"]

"""Tables on which players answer by picking lit things: board, screen, and the script of a question."""

__all__ = ["animation", "board", "chooser", "orders", "place", "preview", "scene", "screen", "script"]

"""Tables on which players answer by picking lit things.

The parts are the board, the screen, and the script of a question.
"""

__all__ = ["animation", "board", "chooser", "orders", "place", "preview", "scene", "screen", "script"]

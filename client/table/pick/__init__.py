"""Tables on which players answer by picking lit things.

The parts are the board, the table around it, and the script of a question.
"""

__all__ = [
    "animation",
    "board",
    "chooser",
    "orders",
    "preview",
    "prompts",
    "replay",
    "script",
    "spec",
    "table",
]

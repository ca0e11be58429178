"""Animation of a step on any table: its queue, flying cards, and words over the board.

`narrator` is the interface that the rest of a table uses.
"""

__all__ = ["animation", "flight", "moment", "narrator", "stage"]

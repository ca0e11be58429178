"""Parts that the tables of all games share: seats, prompts, hand, log, fairness.

No part depends on a game. `match` is the live side of a table. `pick` is the form in which players answer by picking
highlighted things. `plain`, `replay` and `lesson` are complete tables made of these parts.
"""

__all__ = ["audits", "book", "dialogs", "hand", "keys", "log", "screen", "screens", "spec", "top", "view", "view_model"]

"""The parts that the tables of all games share: seats, prompts, hand, log, fairness. It knows no game.

`match` is the live side of a table, `pick` the form on which players answer by picking lit things. `plain`, `replay`
and `lesson` are complete tables made of these parts.
"""

__all__ = [
    "action_panel",
    "animation",
    "audits",
    "book",
    "card_button",
    "emblem",
    "ending",
    "flight",
    "hand",
    "hints",
    "keys",
    "log",
    "names",
    "prompt",
    "question",
    "scene",
    "stage",
    "standings",
    "top",
    "view_model",
]

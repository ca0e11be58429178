"""The regions of a table in which a player answers: prompt bar, hints, panel of the lifted card.

`question` joins what is picked with the words of the question.
"""

__all__ = ["action_panel", "card_button", "hints", "prompt", "question"]

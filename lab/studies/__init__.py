"""Studies on top of runs: comparisons, ladders, card strengths, tuning, rebalancing."""

__all__ = ["card_strength", "comparison", "ladder", "questions", "rebalancing", "tuning"]

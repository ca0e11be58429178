"""Studies that are based on runs: comparisons, ladders, card strengths, tuning and rebalancing."""

__all__ = ["card_strength", "comparison", "ladder", "questions", "rebalancing", "tuning"]

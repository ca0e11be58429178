"""Studies based on runs: comparisons, ladders of bots, card strengths, tuning and rebalancing."""

__all__ = ["card_strength", "comparison", "ladder", "quality", "questions", "rebalancing", "tuning"]

"""Studies on top of runs: comparisons, ladders, card strengths, tuning, rebalancing."""

"""Review of a match after its end: chances of winning over time, costly decisions, luck and statistics.

`review` computes it in a thread. `played_match` remembers a live match for it. `page` shows it.
"""

__all__ = ["chart", "live", "over_replay", "page", "played_match", "review"]

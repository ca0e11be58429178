"""Review of a match after its end: chances of winning over time, costly decisions, luck and statistics.

`review` computes it in a thread. `course` remembers a live match for it. `page` shows it.
"""

__all__ = ["chart", "course", "live", "over_replay", "page", "review"]

"""Public randomness: the beacon of each step, and exact distributions over its results.

Every draw has a label. So an extra die roll in one place changes no other draw.
"""

__all__ = ["beacon", "exact"]

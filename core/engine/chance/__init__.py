"""Public randomness: the beacon of a step, and exact distributions over its outcomes.

Every draw is labelled by its use, so that one more die in one place shifts no other.
"""

__all__ = ["beacon", "exact"]

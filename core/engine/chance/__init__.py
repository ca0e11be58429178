"""The public randomness: the beacon of a step, and exact distributions over its outcomes.

Every draw has a label for its use, so that an extra die in one place changes no other draw.
"""

__all__ = ["beacon", "exact"]

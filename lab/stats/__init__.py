"""Statistics over blocks of matches: means, intervals, tests and corrections."""

__all__ = ["column", "means", "multiple", "sequential"]

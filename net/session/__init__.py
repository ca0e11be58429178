"""Whole matches from end to end: run, watched, saved, resumed, and found again."""

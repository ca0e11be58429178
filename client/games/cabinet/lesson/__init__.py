"""Lesson of Cabinet: the last four turns of a match, to the Milestone that wins it."""

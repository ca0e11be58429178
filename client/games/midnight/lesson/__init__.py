"""Lesson of Midnight: the end of a match, from two minutes to midnight to the duel."""

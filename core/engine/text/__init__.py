"""Putting things into words, for every game; no part of the rules."""

"""Matches seen again: a record read step by step, the places in it, the bar on which one moves, where records lie."""

"""Screens of tournaments: the list, one tournament, and its bracket."""

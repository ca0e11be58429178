"""Texts: names, letters, what is typed, and what may be shown."""

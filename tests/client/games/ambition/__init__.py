"""The table of Ambition in a window."""

"""The table of Ambition in the window."""

"""The table of Cabinet in a window."""

"""The table of Outposts in a window."""

"""A plain table for any game of the kernel that has no table of its own. It knows no game."""

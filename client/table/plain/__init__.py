"""Plain table for any game of the engine that has no table of its own. It knows no game."""

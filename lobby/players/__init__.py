"""Players: their identity, profile, ratings, and the players that they know."""

"""Players: identity, profile, ratings, and the players that somebody has met."""

__all__ = ["colours", "confusables", "identity", "known_players", "profile", "ratings", "transfer"]

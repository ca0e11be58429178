"""Players: their identity, profile and ratings, and the players that this user has met."""

__all__ = ["colours", "confusables", "game_titles", "identity", "known_players", "profile", "ratings", "transfer"]

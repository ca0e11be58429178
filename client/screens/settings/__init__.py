"""The settings: the pages, the keys and the player's profile."""

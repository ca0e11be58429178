"""Players at the card table for games in one file."""

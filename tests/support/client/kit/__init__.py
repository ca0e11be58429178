"""Players at the table of games in one file."""

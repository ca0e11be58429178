"""Players at the table of Midnight."""

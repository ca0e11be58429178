"""Players at the table of Ambition."""

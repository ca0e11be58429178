"""Players at the table of Bridgefront."""

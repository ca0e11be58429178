"""Players at the plain table."""

"""Players at the table of Cabinet."""

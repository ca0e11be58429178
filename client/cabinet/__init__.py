"""The table of Cabinet."""

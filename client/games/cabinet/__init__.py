"""Table of Cabinet."""

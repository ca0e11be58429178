"""The bot that plays Cabinet."""

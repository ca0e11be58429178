"""The bot that plays Ambition."""

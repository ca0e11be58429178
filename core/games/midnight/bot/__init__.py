"""The bot that plays Midnight."""

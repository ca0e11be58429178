"""The bot that plays Bridgefront."""

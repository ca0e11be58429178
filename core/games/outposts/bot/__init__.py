"""The bot that plays Outposts."""

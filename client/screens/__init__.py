"""The screens around a match: main menu, solo set-up, cards, settings, the end."""

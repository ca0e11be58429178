"""The games: one folder each for rules, text and bot."""

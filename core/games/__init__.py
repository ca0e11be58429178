"""The games, each in a folder with its rules, texts and bot."""

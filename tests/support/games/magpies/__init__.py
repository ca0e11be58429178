"""A tiny game with one shared deck, for tests of what only shared decks cause."""

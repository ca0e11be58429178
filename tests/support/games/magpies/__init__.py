"""A tiny game with one shared deck, for tests of effects that only shared decks cause."""

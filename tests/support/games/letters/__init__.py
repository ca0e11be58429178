"""A tiny game of sealed papers, for tests of what only papers cause."""

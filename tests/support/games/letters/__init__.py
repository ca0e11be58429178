"""A tiny game of sealed papers, for tests of effects that only papers cause."""

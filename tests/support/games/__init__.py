"""Positions and ledgers of the games, and the sample games of the tests."""

"""Tests of `core.games.registry`."""

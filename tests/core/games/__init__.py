"""Tests of `core.games`."""

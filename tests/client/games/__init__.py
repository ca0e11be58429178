"""Tests of `client.games`."""

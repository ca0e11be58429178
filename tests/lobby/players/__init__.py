"""Tests of `lobby.players`."""

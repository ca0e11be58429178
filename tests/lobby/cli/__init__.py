"""Tests of `lobby.cli`."""

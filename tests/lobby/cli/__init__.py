"""Tests of `lobby.cli.room`."""

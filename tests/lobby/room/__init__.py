"""Tests of `lobby.room`."""

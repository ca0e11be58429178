"""Tests of `lobby.room.room`."""

"""Tests of `lobby.discovery`."""

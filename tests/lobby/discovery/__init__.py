"""Tests of `lobby.discovery.discovery`."""

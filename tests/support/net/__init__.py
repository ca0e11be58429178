"""Helpers for tests of the network."""

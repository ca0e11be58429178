"""Helpers for tests of the window."""

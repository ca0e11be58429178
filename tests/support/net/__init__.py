"""Helpers for tests of the net."""

"""Helpers for tests of the lab."""

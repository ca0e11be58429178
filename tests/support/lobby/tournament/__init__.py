"""Helpers for tests of tournaments."""

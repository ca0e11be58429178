"""Helpers for tests of the engine and the games."""

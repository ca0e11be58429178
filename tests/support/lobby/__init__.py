"""Helpers for tests of rooms and discovery."""

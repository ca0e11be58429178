"""Shared test support: tables, players, guests and sample games."""

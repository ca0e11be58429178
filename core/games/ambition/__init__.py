"""Ambition: bluff, alliances, and one card that ends the world (docs/rules/ambition.md)."""

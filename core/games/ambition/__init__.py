"""Ambition: bluff, alliances, and one card that ends the world (docs/play/rules/ambition.md)."""

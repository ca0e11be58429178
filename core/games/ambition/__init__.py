"""Ambition, a game of bluff and alliances, with one card that ends the world.

See docs/play/rules/ambition.md.
"""

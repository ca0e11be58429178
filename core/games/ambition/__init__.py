"""The game Ambition, with bluffs, alliances, and one card that ends the world.

The rules are in docs/play/rules/ambition.md.
"""

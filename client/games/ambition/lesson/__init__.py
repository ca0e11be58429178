"""Lesson of Ambition: two turns of the player, and all that can happen at a table in between."""

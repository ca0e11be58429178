"""Lesson of Ambition: two turns of the player, with everything that happens at the table in between."""

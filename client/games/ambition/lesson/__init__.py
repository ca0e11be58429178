"""The lesson of Ambition: two turns of the player, and all that a table can do in between."""

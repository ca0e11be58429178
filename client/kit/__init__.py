"""What Arcade lacks and a table needs: widgets, time, hexes, textures. It knows nothing of any game."""

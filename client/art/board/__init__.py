"""Pictures of Bridgefront's board: ground, tiles, bridges, units and lights.

`view` puts them together for a state and a camera.
"""

__all__ = ["board_map", "bridges", "ground", "tiles", "tokens", "units", "view"]

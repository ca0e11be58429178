"""Every state of every screen as a scene: what `screenshots.py` takes pictures of, and what tests look at."""

from pictures import ambition, cabinet, matches, menus, midnight, outposts, plain, replays
from pictures.scenes import SCENES

__all__ = ["SCENES", "ambition", "cabinet", "matches", "menus", "midnight", "outposts", "plain", "replays"]

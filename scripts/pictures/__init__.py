"""Every state of every screen as a scene, for the pictures of `screenshots.py` and as cases of tests."""

from pictures import ambition, cabinet, drama, matches, menus, midnight, outposts, plain, replays
from pictures.scenes import SCENES

__all__ = ["SCENES", "ambition", "cabinet", "drama", "matches", "menus", "midnight", "outposts", "plain", "replays"]

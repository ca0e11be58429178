"""Sources of what a window shows: a match, a room, a tournament, a match that is watched."""

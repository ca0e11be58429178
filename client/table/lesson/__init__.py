"""Lessons of any game: a coach, lessons as data, and the match in which they are shown."""

"""Lesson of Outposts."""

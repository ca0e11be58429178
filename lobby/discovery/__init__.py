"""Announcement and discovery of rooms and tournaments on a network."""

"""Painting of Midnight's table, without any decisions."""

"""Outposts' own table: the dry seabed."""

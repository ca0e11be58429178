"""Texts of Outposts: sentences for events, and tables of the state."""

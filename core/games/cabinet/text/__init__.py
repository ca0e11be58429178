"""Texts of Cabinet: sentences for events, and tables of the state."""

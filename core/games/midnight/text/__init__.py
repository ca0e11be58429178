"""Texts of Midnight: sentences for events, and tables of the state."""

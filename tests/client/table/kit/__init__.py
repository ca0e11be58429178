"""Tests of the card table for games in one file."""

"""Tests of the table of games in one file."""

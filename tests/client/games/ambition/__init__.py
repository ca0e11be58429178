"""Tests of the table of Ambition in a window."""

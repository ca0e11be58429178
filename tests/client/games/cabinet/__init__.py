"""Tests of the table of Cabinet in a window."""

"""Tests of the table of Outposts in a window."""

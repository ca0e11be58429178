"""Tests of the rules of Outposts."""

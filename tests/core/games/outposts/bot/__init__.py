"""Tests of the bot of Outposts."""

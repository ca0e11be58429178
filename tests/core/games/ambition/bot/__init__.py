"""Tests of the bot of Ambition."""

"""Tests of the bot of Midnight."""

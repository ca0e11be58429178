"""Tests of the bot of Cabinet."""

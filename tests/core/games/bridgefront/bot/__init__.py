"""Tests of the bot of Bridgefront."""

"""Tests of `core.bots`."""

"""Tests of `core.engine.hidden`."""

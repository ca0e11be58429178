"""Tests of `core.engine.hidden.shared_deck`."""

"""Tests of `core.kit`."""

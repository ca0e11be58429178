"""Tests of `core.engine`."""

"""Tests of `scripts`."""

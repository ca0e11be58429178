"""Tests of Ambition."""

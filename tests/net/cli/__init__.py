"""Tests of `net.cli`."""

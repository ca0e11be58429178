"""Tests of `net.match`."""

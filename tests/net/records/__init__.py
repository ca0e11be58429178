"""Tests of `net.records`."""

"""Tests of `net.transport`."""

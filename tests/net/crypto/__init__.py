"""Tests of `net.crypto`."""

"""Tests of `net.seat`."""

"""Tests of `net.channels`."""

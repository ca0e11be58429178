"""Tests of `net.system`."""

"""Tests of `net.session`."""

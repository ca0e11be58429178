"""Tests of `net.text`."""

"""Tests of `client.session`."""

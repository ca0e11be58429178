"""Tests of `client.app`."""

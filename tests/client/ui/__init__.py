"""Tests of `client.ui`."""

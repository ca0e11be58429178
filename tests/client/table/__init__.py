"""Tests of `client.table`."""

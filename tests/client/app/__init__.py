"""Tests of `client.app.app`."""

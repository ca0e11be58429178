"""Tests that the documents match the code."""

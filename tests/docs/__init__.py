"""Tests of the documents: what they say is what the code does."""

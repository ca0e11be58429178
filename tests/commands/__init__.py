"""Tests of all commands together, those of every package: help, errors, endings, hostile texts."""

"""Tests of the rules of Cabinet."""

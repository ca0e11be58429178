"""Tests of the rules of Midnight."""

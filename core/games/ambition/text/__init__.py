"""Ambition in words: its questions, events and cards, and its state as a table.

This package is no part of the rules.
"""

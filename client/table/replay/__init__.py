"""Replays of recorded matches.

A record is read step by step. The package has its moments, the bar that moves through it, and the library of records.
"""

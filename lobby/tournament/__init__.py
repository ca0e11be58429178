"""Tournaments: who meets whom, and how everybody stands. Pure: every peer computes the same from the same results."""

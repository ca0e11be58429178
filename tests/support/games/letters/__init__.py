"""Tiny game of sealed papers between two seats, for behaviour that only papers cause."""

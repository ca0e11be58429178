"""A tiny game of sealed papers between two seats, for whatever only they bring about."""

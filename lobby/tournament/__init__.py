"""Tournaments without an organiser: a model, the protocol that replicates it, and the program."""

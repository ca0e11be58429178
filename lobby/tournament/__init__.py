"""Tournaments without an organiser: the model, the protocol that replicates it, and the program."""

"""Trials: what takes long, and is asked now and then."""

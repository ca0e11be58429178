"""Trials that take long, and are run now and then."""

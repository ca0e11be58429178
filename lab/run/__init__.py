"""Runs: the matches that are played, the bots that play them, and the results that are stored."""

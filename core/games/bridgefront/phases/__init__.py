"""Phases of a round of Bridgefront, from the setup to Cleanup, a module each."""

"""Drivers on a network: UDP, simulated, and the adapter between driver and channels."""

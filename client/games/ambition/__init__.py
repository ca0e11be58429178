"""Ambition's table: rivals around the baize, the claim in its middle, and alliances along its rim."""

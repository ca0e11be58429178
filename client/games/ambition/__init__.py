"""Ambition's table: rivals around the baize, the claim in its middle, alliances on its rim."""

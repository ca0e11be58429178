"""Positions and a ledger of Outposts."""

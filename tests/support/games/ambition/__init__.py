"""Positions and a ledger of Ambition."""

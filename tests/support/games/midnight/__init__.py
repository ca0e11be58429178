"""Positions and a ledger of Midnight."""

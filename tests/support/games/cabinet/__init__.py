"""Positions and a ledger of Cabinet."""

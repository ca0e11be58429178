"""Positions, players and a ledger of Bridgefront."""

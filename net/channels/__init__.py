"""Encrypted channels between peers, and the addresses at which peers are."""

"""Hidden information: piles, hands, contracts and shared decks, with the audits that account for them.

The public state holds commitments, never faces. `secrets` is the one object that a seat keeps to itself.
"""

__all__ = ["audits", "card_game", "contracts", "determinization", "hand", "piles", "points", "secrets"]

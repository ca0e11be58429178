"""Pictures of cards: faces, backs, chips and landscapes.

`cards` draws those of Bridgefront, `war_cards` those of the other games.
"""

__all__ = ["card_layout", "cards", "war_cards"]

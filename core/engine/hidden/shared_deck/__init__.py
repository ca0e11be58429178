"""Shared decks: one deck that all seats shuffle together, and from which each draws in private.

See docs/internals/shared-deck.md. A game declares `shared_decks.SharedDecks`. The other public modules contain keys,
shuffles and the state.
"""

__all__ = ["events", "keys", "passes", "shared_decks", "state"]

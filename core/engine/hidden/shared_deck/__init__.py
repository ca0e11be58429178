"""Shared decks: one deck that all seats shuffle together, and from which each draws in private.

See docs/internals/shared-deck.md. A game declares `chapter.SharedDecks`. The other public modules contain keys,
shuffles and the state.
"""

__all__ = ["chapter", "events", "keys", "passes", "state"]

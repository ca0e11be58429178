"""One deck for all seats, which all shuffle and each draws from in private.

See docs/internals/shared-deck.md. A game declares `chapter`. The other public modules hold keys, passes and the deck's
part of the state.
"""

__all__ = ["chapter", "events", "keys", "passes", "state"]

"""One deck for all seats, shuffled by all and drawn in private (docs/internals/shared-deck.md).

`chapter` is what a game declares; the other public modules hold keys, passes and the deck's part of the state.
"""

__all__ = ["chapter", "events", "keys", "passes", "state"]

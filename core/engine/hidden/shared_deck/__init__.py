"""Decks that belong to nobody, drawn in private by all: docs/internals/shared-deck.md."""

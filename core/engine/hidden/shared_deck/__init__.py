"""Decks that belong to nobody, drawn in private by all: docs/shared-deck.md."""

"""A small game with closed cards, as an example (docs/design/add-a-game.md)."""

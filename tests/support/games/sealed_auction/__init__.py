"""A small game with closed cards, to show what such a game is made of (docs/design/add-a-game.md)."""

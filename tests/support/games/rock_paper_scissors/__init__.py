"""The smallest possible game, to show what a game is made of (docs/design/add-a-game.md)."""

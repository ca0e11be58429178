"""The smallest possible game, to show what a game is made of (docs/add-a-game.md)."""

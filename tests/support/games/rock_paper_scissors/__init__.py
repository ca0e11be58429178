"""The smallest possible game, as an example of the parts of a game (docs/design/add-a-game.md)."""

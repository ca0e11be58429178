"""Drawing code of Midnight's table, which makes no decisions of the game."""

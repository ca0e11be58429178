"""The smallest team game: rock, paper, scissors of all together against the beacon; alone it is a solo game."""

"""Bridgefront on screen: planning, the board, the match screen."""

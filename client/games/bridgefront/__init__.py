"""Bridgefront on screen: the planning of actions, the board and the match screen."""

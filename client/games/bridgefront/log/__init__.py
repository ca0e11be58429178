"""The log of Bridgefront: its lines, and the links and highlights in them."""

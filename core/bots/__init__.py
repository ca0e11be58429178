"""Players that see what a seat may see: the public state and its own secrets."""

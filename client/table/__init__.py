"""What the tables of all games have in common: who is there, what is heard, the prompt, the log. It knows no game."""

"""The bot of games of the kit. It is no part of the rules."""

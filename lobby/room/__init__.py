"""A room before its match: members, seats, settings, chat, and the start of the match."""

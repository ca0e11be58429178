"""One seat's part in a match: set-up, decisions, commits, seals, reveals, absence and chat.

`driver` is the entry point: it takes bytes, the time and decisions, and gives datagrams and reports.
"""

__all__ = ["absence", "chat", "driver", "handshake", "player_thread", "protocol"]

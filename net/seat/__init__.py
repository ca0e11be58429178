"""One seat's part in a match: set-up, decisions, commits, seals, reveals, absence and chat.

`driver` is the entry point: bytes, time and decisions go in, datagrams and reports come out.
"""

__all__ = ["absence", "chat", "driver", "handshake", "player_thread", "protocol"]

"""One seat's part in a match: set-up, decisions, commits, seals, reveals, absence and chat.

`driver` is the entry point: its inputs are bytes, the time and decisions; its outputs are datagrams and reports.
"""

__all__ = ["absence", "chat", "driver", "handshake", "player_thread", "protocol"]

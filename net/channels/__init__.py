"""Encrypted channels between peers, and the addresses at which peers are.

`channels` turns datagrams from an address into messages from a proven identity (protocol part 13).
"""

__all__ = ["addresses", "channel", "channels", "handshake_limits", "rate_limit"]

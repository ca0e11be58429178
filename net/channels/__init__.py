"""Encrypted channels between peers, and the addresses of the peers.

`channels` turns datagrams from an address into messages from a proven identity (protocol part 13).
"""

__all__ = ["addresses", "channel", "channels", "handshake_limits", "rate_limit"]

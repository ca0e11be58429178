"""Replication of signed feeds between peers: messages, entries, synchronisation, retransmission.

`sync` is the entry point. `entry_log` keeps entries on disk, and `messages` defines the bytes of a datagram.
"""

__all__ = [
    "batch_verification",
    "catch_up",
    "entries",
    "entry_log",
    "feeds",
    "message_table",
    "messages",
    "outbox",
    "peer_state",
    "retransmission",
    "retransmission_timer",
    "rollback_guard",
    "sync",
]

"""A tournament on real sockets: its runner, its search on the network, its export."""

__all__ = ["export", "finder", "runner", "text"]

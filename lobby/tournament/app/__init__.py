"""The program for a tournament on real sockets: running it, finding it on the network, and its export."""

__all__ = ["export", "finder", "runner", "text"]

"""The program for a tournament on real sockets: it runs a member, finds tournaments, and exports results."""

__all__ = ["export", "finder", "runner", "text"]

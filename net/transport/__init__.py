"""Transports of a driver: UDP sockets, a simulated network, and the adapter to channels."""

__all__ = ["adapter", "udp"]

"""Transports for a driver: UDP sockets, a simulated network, and an adapter to channels."""

__all__ = ["adapter", "udp"]

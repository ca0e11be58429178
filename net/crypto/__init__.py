"""Signatures, boxes, handshakes, and the keys of a seat."""

"""Signatures, boxes, handshakes and the keys of a seat.

`primitives` wraps the cryptographic libraries. All other parts of Tether call it instead of the libraries.
"""

__all__ = ["invite", "match_keys", "noise", "primitives", "private_chat"]

"""Signatures, boxes, handshakes, and the keys of a seat.

`primitives` wraps the libraries; everything else in Tether calls it and none of them.
"""

__all__ = ["invite", "match_keys", "noise", "primitives", "private_chat"]

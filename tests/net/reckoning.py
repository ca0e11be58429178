"""What n peers reckon in one process, match after match, is reckoned once: the products of points are functions."""

from __future__ import annotations

from functools import lru_cache

from net import crypto

for _name in ("times", "base_times"):
    setattr(crypto, _name, lru_cache(100_000)(getattr(crypto, _name)))

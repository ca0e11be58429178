"""Parts of `scripts/bench.py`."""

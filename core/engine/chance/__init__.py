"""Public randomness: the beacon, and exact distributions over what it can bring."""

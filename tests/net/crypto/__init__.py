"""Tests of `net.crypto.primitives`."""

"""Tests of `net.proofs`."""

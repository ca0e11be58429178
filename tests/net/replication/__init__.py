"""Tests of `net.replication`."""

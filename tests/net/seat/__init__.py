"""Tests of `net.seat.view`."""

"""Tests of `net.session.runner`."""

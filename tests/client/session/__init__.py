"""Tests of `client.session.match_session`."""

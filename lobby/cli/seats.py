"""`tether peer` and `tether resume`: seats that also look for each other on the networks, where rooms are heard."""

from __future__ import annotations

from functools import partial

from lobby.discovery.peer_search import on_air
from net.cli import peer as lone_peer
from net.cli import resume as lone_resume

peer = partial(lone_peer.peer, open_ears=on_air)
"""Play one seat; return the exit code."""
resume = partial(lone_resume.resume, open_ears=on_air)
"""Resume a saved match; return the exit code."""

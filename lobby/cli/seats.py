"""Commands `tether peer` and `tether resume`, with a search for missing seats on the networks.

The sockets of the search also receive the announcements of rooms.
"""

from __future__ import annotations

from functools import partial

from lobby.discovery.broadcast import NetworkSockets
from net.cli.matches import peer as lone_peer
from net.cli.matches import resume as lone_resume

peer = partial(lone_peer.peer, open_ears=NetworkSockets)
"""Command that plays one seat and returns the exit code."""
resume = partial(lone_resume.resume, open_ears=NetworkSockets)
"""Command that resumes a saved match and returns the exit code."""

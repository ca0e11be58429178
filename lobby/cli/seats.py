"""`tether peer` and `tether resume`: seats that also look for each other on the networks, where rooms are heard."""

from __future__ import annotations

from typing import Any

from lobby.discovery.peer_search import on_air


def peer(**fields: Any) -> int:
    """Play one seat; return the exit code."""
    from net.cli.peer import peer

    return peer(**fields, open_ears=on_air)


def resume(**fields: Any) -> int:
    """Resume a saved match; return the exit code."""
    from net.cli.resume import resume

    return resume(**fields, open_ears=on_air)

"""Waiting times between the members of a tournament."""

from __future__ import annotations

from typing import NamedTuple


class Pace(NamedTuple):
    """Waiting times between members, in seconds."""

    ballot: float = 8.0
    """Seconds for a proposal to come through, before all move to the next ballot."""
    reveal: float = 6.0
    """Seconds to wait for a player's missing nonce, before a round starts without it."""
    slack: float = 3.0
    """Seconds that an entry may be on its way: a proposal need not name later ones."""
    grace: float = 20.0
    """Seconds after a round's time in which results may still arrive."""
    report: float = 1.5
    """Seconds between two players of a table that would report its result."""
    pulse: float = 4.0
    gone: float = 15.0
    """Seconds of silence after which a member is shown as gone."""
    minute: float = 60.0
    """Seconds of a minute of a round's clock; tests have shorter ones."""
    look: float = 0.25
    """Seconds between two updates if nothing new comes."""


PACE = Pace()

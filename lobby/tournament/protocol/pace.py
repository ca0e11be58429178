"""Times for which the members of a tournament wait for each other."""

from __future__ import annotations

from typing import NamedTuple


class Pace(NamedTuple):
    """Times for which members wait for each other, in seconds."""

    ballot: float = 8.0
    """Seconds that a proposal may take before all members move to the next ballot."""
    reveal: float = 6.0
    """Seconds to wait for a player's missing nonce before a round starts without that player."""
    slack: float = 3.0
    """Seconds that an entry may take to arrive; a proposal need not include newer entries."""
    grace: float = 20.0
    """Seconds after the end of a round's time during which results may still arrive."""
    report: float = 1.5
    """Seconds between the turns of a table's players to report the table's result."""
    pulse: float = 4.0
    gone: float = 15.0
    """Seconds of silence after which a member is shown as gone."""
    minute: float = 60.0
    """Seconds in a minute of a round's clock; tests use fewer."""
    look: float = 0.25
    """Seconds between two updates if nothing new arrives."""


PACE = Pace()

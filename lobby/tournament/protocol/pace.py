"""How long the members of a tournament wait for each other."""

from __future__ import annotations

from typing import NamedTuple


class Pace(NamedTuple):
    """How long members wait for each other, in seconds."""

    ballot: float = 8.0
    """For a proposal to come through, before all move to the next ballot."""
    reveal: float = 6.0
    """For the nonce of somebody who does not show one, before a round starts without it."""
    slack: float = 3.0
    """Something may be on its way for so long: a proposal need not name what came later."""
    grace: float = 20.0
    """After a round's time, for results to arrive."""
    report: float = 1.5
    """Between two players of a table who would report its result."""
    pulse: float = 4.0
    gone: float = 15.0
    """Of whom nothing has been heard for so long is shown as gone."""
    minute: float = 60.0
    """A minute of a round's clock; tests have shorter ones."""
    look: float = 0.25
    """Between two looks at what has to be done, if nothing new comes."""


PACE = Pace()

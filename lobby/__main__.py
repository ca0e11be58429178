"""`python -m lobby`: the same as `tether`, without its window."""

from net import stopping

stopping.at_once()

from lobby.commands import run  # noqa: E402 - only once Ctrl-C is heeded

stopping.ending(run)

"""`python -m lobby`: the same as `tether`, without its window."""

from net.system import shutdown

shutdown.at_once()

from lobby.cli.commands import run  # noqa: E402 - only once Ctrl-C is heeded

shutdown.ending(run)

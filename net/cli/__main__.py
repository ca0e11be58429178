"""`python -m net.cli`: the same as `tether`, with no more than this package knows."""

from net.system import shutdown

shutdown.at_once()

from net.cli.app import run  # noqa: E402 - only once Ctrl-C is heeded

shutdown.ending(run)

"""Entry point of `python -m lobby`: the commands of `tether` without its window."""

from net.system import shutdown

shutdown.exit_on_interrupt()

from lobby.cli.commands import run  # noqa: E402 - only once Ctrl-C is heeded

shutdown.run_main(run)

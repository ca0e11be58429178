"""Entry point of `python -m net.cli`, which is `tether` limited to this package."""

from net.system import shutdown

shutdown.exit_on_interrupt()

from net.cli.app import run  # noqa: E402 - only once Ctrl-C is heeded

shutdown.run_main(run)

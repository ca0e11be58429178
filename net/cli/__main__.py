"""Entry point of `python -m net.cli`, which is `tether` limited to this package."""

from net.system import shutdown

shutdown.exit_on_interrupt()

from net.cli.app import run  # noqa: E402 - only once Ctrl-C is heeded
from net.system.installed_games import register_installed_games  # noqa: E402

register_installed_games()  # the process of a seat plays the games of its parent, which has reported those left out
shutdown.run_main(run)

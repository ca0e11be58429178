"""Entry point of `python -m lobby`: the commands of `tether` without its window."""

from net.system import shutdown

shutdown.exit_on_interrupt()

from lobby.cli.commands import run  # noqa: E402 - only once Ctrl-C is heeded
from net.system.installed_games import register_installed_games  # noqa: E402

register_installed_games()  # the process of a bot plays the games of its parent, which has reported those left out
shutdown.run_main(run)

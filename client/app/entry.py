"""Entry point of the installed `tether` program, which handles Ctrl-C before it loads anything else."""

from __future__ import annotations

from typing import NoReturn

from net.system import shutdown

shutdown.exit_on_interrupt()


def entry() -> NoReturn:
    """Run the command line and exit."""
    from client.app.startup import main

    shutdown.run_main(main)

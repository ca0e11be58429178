"""The program `tether` as it is installed: it heeds Ctrl-C before it loads anything else."""

from __future__ import annotations

from typing import NoReturn

from net.system import shutdown

shutdown.at_once()


def entry() -> NoReturn:
    """Does what the words on the command line say, and exits."""
    from client.app.startup import main

    shutdown.ending(main)

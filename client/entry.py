"""The program `tether` as it is installed: it heeds Ctrl-C before it loads anything else."""

from __future__ import annotations

from typing import NoReturn

from net import stopping

stopping.at_once()


def entry() -> NoReturn:
    """Does what the words on the command line say, and exits."""
    from client.start import main

    stopping.ending(main)

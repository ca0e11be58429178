"""The command line: `tether match`, `peer`, `verify`, `show`, `cards`."""

from net.cli.app import main

__all__ = ["main"]

"""`tether replay FILE`: a record in the window."""

from __future__ import annotations

from pathlib import Path

import click

from client import start
from client.kit import NoWindow
from net.cli.records import FILE


class NotShown(click.ClickException):
    """A record that no window can show here; exit code 1."""


@click.command(epilog="\b\nExample:\n  tether match --out match.tether\n  tether replay match.tether\n")
@FILE
def replay(file: Path) -> int:
    """Shows a match again in the window: any moment, at any speed, with the hands of all.

    Without a display `tether show` tells it in the terminal.
    """
    try:
        app = start.open_app()
    except NoWindow as why:
        raise NotShown(f"{str(why).rstrip('.')}. In the terminal it is told by: tether show {file}") from None
    app.menu()
    app.watch(file)
    return start.play(app)

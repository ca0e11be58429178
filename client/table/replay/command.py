"""The command `tether replay FILE`, which shows a record in the window."""

from __future__ import annotations

from pathlib import Path

import click

from client.app import startup
from client.ui import NoWindow


class NotShown(click.ClickException):
    """An error for a record that no window can show here; the exit code is 1."""


def replay(file: Path) -> int:
    """Show a recorded match in the window."""
    try:
        app = startup.open_app()
    except NoWindow as why:
        raise NotShown(f"{str(why).rstrip('.')}. `tether show {file}` prints the match in the terminal") from None
    app.show_menu()
    app.show_replay(file)
    return startup.run_window(app)

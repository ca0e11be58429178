"""Help texts of the command that needs a window.

`client.table.replay.command` does the work; it is loaded only when the command runs.
"""

from __future__ import annotations

from net.cli.declarations import Argument, Command
from net.cli.paths import InFile

replay = Command(
    "replay",
    "client.table.replay.command:replay",
    Argument("file", type=InFile(dash=False)),
    summary="Watch a recorded match in the window",
    help="""Watch a recorded match in the window, at any speed, with all hands visible.

    Without a display use `tether show`, which prints the match in the terminal.
    """,
    examples="  tether match --out match.tether\n  tether replay match.tether",
)

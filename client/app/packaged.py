"""The packaged program, which contains its own Python: the window, or a command by its first word.

tether                              the window
tether host, tether join ADDRESS    the window on a room
tether command-line match --seats 4     the same as `tether match` elsewhere; the bots of a match are started so
tether first-frame PICTURE          opens the window, keeps the first picture, says how long it took, and ends

On Windows there is also `tether-terminal`: the same program in a console, where its output is visible.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path

from net.system import shutdown

if __name__ == "__main__":
    shutdown.exit_on_interrupt()

from net.cli.matches.processes import COMMAND_LINE

FIRST_FRAME = "first-frame"


def main(words: Sequence[str] | None = None) -> int:
    """Run the command that the first word names, and return its exit code."""
    first, *others = [*(sys.argv[1:] if words is None else words), ""]
    if first == COMMAND_LINE:
        from lobby.cli.commands import run

        return run(others[:-1])
    if first == FIRST_FRAME:
        return first_frame(Path(others[0]))
    from client.app.startup import main as start

    return start([first, *others[:-1]] if first else [])


def first_frame(picture: Path) -> int:
    """Run until the first frame is drawn, and save it as a picture.

    Print the time that it took. Return 1 if no window can be opened.
    """
    started = time.monotonic()
    from client.app.launch import main as window
    from client.ui import why_no_window
    from net.text.sanitizer import print_lines

    if not why_no_window():
        import arcade
        import pyglet

        def look(_dt: float) -> None:
            shown = arcade.get_window()
            if getattr(shown, "drawn_count", 0):
                pyglet.clock.unschedule(look)
                shown.snapshot().save(picture)
                print_lines(f"first frame after {time.monotonic() - started:.2f} s")
                arcade.exit()

        pyglet.clock.schedule(look)
    return window()


if __name__ == "__main__":
    shutdown.run_main(main)

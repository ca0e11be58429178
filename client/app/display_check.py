"""`python -m client.app.display_check`: prints why the program cannot have a window here, or nothing."""

from __future__ import annotations

from client.ui import why_no_window
from net.text.sanitizer import say


def why_not() -> str:
    """Why the client cannot be played here, in plain words; "" if it can. Opens a window that is not shown."""
    why = why_no_window()
    if why:
        return why
    from client.ui.window import NoOpenGL, open_window

    try:
        open_window(size=(64, 64), atlas=512, visible=False).close()
    except NoOpenGL as error:
        return str(error)
    return ""


if __name__ == "__main__":
    say(why_not())

"""Check module `client.app.display_check`, which prints why the program cannot open a window.

It is run with `python -m`.

It prints nothing if a window can be opened.
"""

from __future__ import annotations

from client.ui import why_no_window
from net.text.sanitizer import print_lines


def why_not() -> str:
    """Return the reason why no window can be opened, in plain words, or "" if one can.

    The function opens a hidden window.
    """
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
    print_lines(why_not())

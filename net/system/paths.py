"""Where a user's files are, as the system has it: what is kept, what is running, settings, and what can be made again.

Each raises `NoHome` for a user who has no home folder.
"""

from __future__ import annotations

import errno
from collections.abc import Callable
from pathlib import Path

import platformdirs

NAME = "tether"
MATCHES = "matches"
"""The folder within `data` in which matches are kept until they are over."""


class NoHome(OSError):
    """There is nowhere to keep anything."""


def data() -> Path:
    """Keys, matches, tournaments."""
    return _found(lambda: platformdirs.user_data_dir(NAME, appauthor=False))


def state() -> Path:
    """What says which programs are running."""
    return _found(lambda: platformdirs.user_state_dir(NAME))


def settings() -> Path:
    """The settings of the window."""
    return _found(lambda: platformdirs.user_config_dir(NAME, appauthor=False))


def cache() -> Path:
    """Whatever is made anew if it is not there."""
    return _found(lambda: platformdirs.user_cache_dir(NAME, appauthor=False))


def _found(folder: Callable[[], str]) -> Path:
    """Newer versions of the library refuse where there is no home; older ones name a folder that begins with "~"."""
    try:
        path = Path(folder())
    except RuntimeError:
        path = Path()
    if not path.is_absolute():
        raise NoHome(errno.ENOENT, "this user has no home folder to save in; set HOME to one")
    return path

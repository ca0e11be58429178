"""Folders of a user's files on each system: data, running state, settings and cache.

Each function raises `NoHome` for a user without a home folder. The environment variable TETHER_HOME names a folder for
another player of this user. The running programs of both still see each other, so that no key plays twice.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import platformdirs

NAME = "tether"
VARIABLE = "TETHER_HOME"
MATCHES = "matches"
"""Name of the folder within `data` in which matches are kept until they are over."""


class NoHome(OSError):
    """Error for a missing home folder, without which nothing can be stored."""


def data() -> Path:
    """Return the folder of keys, matches and tournaments."""
    return _chosen("") or _found(lambda: platformdirs.user_data_dir(NAME, appauthor=False))


def state() -> Path:
    """Return the folder that shows which programs are running."""
    return _found(lambda: platformdirs.user_state_dir(NAME))


def settings() -> Path:
    """Return the folder of the window's settings."""
    return _chosen("settings") or _found(lambda: platformdirs.user_config_dir(NAME, appauthor=False))


def cache() -> Path:
    """Return the folder of files that are created again when they are missing."""
    return _chosen("cache") or _found(lambda: platformdirs.user_cache_dir(NAME, appauthor=False))


def _chosen(part: str) -> Path | None:
    """Return a folder within the one that the environment variable names; None if the variable is not set."""
    home = os.environ.get(VARIABLE, "").strip()
    return Path(home).expanduser().absolute() / part if home else None


def _found(folder: Callable[[], str]) -> Path:
    """Return the folder; raise `NoHome` if the user has no home folder.

    Newer versions of the library raise an error if there is no home. Older ones name a folder that begins with "~".
    """
    try:
        path = Path(folder())
    except RuntimeError:
        path = Path()
    if not path.is_absolute():
        raise NoHome(errno.ENOENT, "this user has no home folder to save in; set HOME to one")
    return path

"""Folders of a user's files on each system: data, running state, settings and cache.

Each function raises `NoHome` for a user without a home folder. The environment variable TETHER_HOME can name a folder
for a second player who shares this user account. The programs of both players still see each other's locks, so that no
key is used twice at once.
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
"""Name of the folder within `data_folder` in which matches are kept until they are over."""


class NoHome(OSError):
    """Error for a missing home folder, without which nothing can be stored."""


def data_folder() -> Path:
    """Return the folder in which keys, matches and tournaments are saved."""
    return _folder_from_environment("") or _check_folder(lambda: platformdirs.user_data_dir(NAME, appauthor=False))


def state_folder() -> Path:
    """Return the folder with the lock files of running programs."""
    return _check_folder(lambda: platformdirs.user_state_dir(NAME))


def settings_folder() -> Path:
    """Return the folder in which the settings of the window are saved."""
    return _folder_from_environment("settings") or _check_folder(
        lambda: platformdirs.user_config_dir(NAME, appauthor=False)
    )


def cache_folder() -> Path:
    """Return the folder for files that are created again if they are missing."""
    return _folder_from_environment("cache") or _check_folder(
        lambda: platformdirs.user_cache_dir(NAME, appauthor=False)
    )


def _folder_from_environment(part: str) -> Path | None:
    """Return a subfolder of the folder in the environment variable, or None if the variable is not set."""
    home = os.environ.get(VARIABLE, "").strip()
    return Path(home).expanduser().absolute() / part if home else None


def _check_folder(folder: Callable[[], str]) -> Path:
    """Return a folder that `platformdirs` names; raise `NoHome` if the user has no home folder.

    Newer versions of the library raise an error in that case. Older ones return a path that begins with "~".
    """
    try:
        path = Path(folder())
    except RuntimeError:
        path = Path()
    if not path.is_absolute():
        raise NoHome(errno.ENOENT, "this user has no home folder to save in; set HOME to one")
    return path

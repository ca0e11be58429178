"""The command that installs a further part of Tether, which depends on how Tether itself was installed.

The name `tether` on a package index is not ours, so no message may tell a user to install it from there.
"""

from __future__ import annotations

import json
import os
import sys
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

ROOT = Path(__file__).resolve().parents[2]
INSTALL_ARGUMENTS = {"": " games", "client": "", "lab": " lab", "print": " print"}
"""Arguments of `scripts/play.py` that install an extra, by the name of the extra."""


def install_command(extra: str = "", prefix: str = sys.prefix, root: Path = ROOT, source: Path | None = None) -> str:
    """Return the command that adds one of the extras of pyproject.toml to this installation.

    The extra "" means Tether without any extra. `prefix` is the environment, `root` is the folder with the packages,
    and `source` is the folder from which Tether was installed.
    """
    home, quote = Path(prefix), '"' if os.name == "nt" else "'"
    source = source or source_folder()
    what = f"{quote}{source or '.'}{f'[{extra}]' if extra else ''}{quote}"
    where = "" if source else " (in Tether's folder)"
    if (home / "pipx_metadata.json").exists():
        return f"pipx install --force {what}{where}"
    if (home / "uv-receipt.toml").exists():
        return f"uv tool install --force {what}{where}"
    script = root / "scripts" / "play.py"
    if extra in INSTALL_ARGUMENTS and home == root / ".venv" and script.exists():
        return f"python3 {script}{INSTALL_ARGUMENTS[extra]}"
    return f"{sys.executable} -m pip install {what}{where}"


def source_folder() -> Path | None:
    """Return the folder from which Tether was installed, or None if it is unknown or no longer exists."""
    try:
        noted = json.loads(distribution("tether").read_text("direct_url.json") or "{}")
        url = urlsplit(str(noted["url"]))
    except (PackageNotFoundError, ValueError, KeyError, TypeError):
        return None
    folder = Path(url2pathname(url.path))
    return folder if url.scheme == "file" and (folder / "pyproject.toml").exists() else None

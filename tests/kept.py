"""What takes long to make and is the same each time: one worker of a test run makes it for all of them."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")


def kept(name: str, make: Callable[[], T]) -> T:
    """What `make` gives, read as it was written: who comes later in this run reads what another one has left."""
    home = os.environ.get("TETHER_TESTS_HOME")
    if home is None:  # no test run
        return make()
    folder = Path(home) / "kept"
    path = folder / name
    if not path.exists():
        made = pickle.dumps(make())
        folder.mkdir(parents=True, exist_ok=True)
        new = folder / f"{name}.{os.getpid()}"
        new.write_bytes(made)
        with suppress(PermissionError):  # another one has made it meanwhile, and Windows keeps what is being read
            new.replace(path)
    found: T = pickle.loads(path.read_bytes())
    return found

"""Error messages for people.

>>> error_reason(FileNotFoundError(2, "No such file or directory", "x")), error_reason(ValueError("too long"))
('No such file or directory', 'too long')
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager


def error_reason(error: Exception) -> str:
    """Return the message of an error; for a system error, without its number and path."""
    return str((error.strerror if isinstance(error, OSError) else None) or error)


def error_reason_with_file(error: Exception) -> str:
    """Return the message of an error, preceded by the name of the file concerned if the error has one.

    >>> error_reason_with_file(FileNotFoundError(2, "No such file or directory", "x"))
    'x: No such file or directory'
    >>> error_reason_with_file(ValueError("too long"))
    'too long'
    """
    file = error.filename if isinstance(error, OSError) else None
    return f"{file}: {error_reason(error)}" if file else error_reason(error)


@contextmanager
def add_path_to_errors(path: str | os.PathLike[str]) -> Iterator[None]:
    """Add this path to any `OSError` that is raised in the context without a path.

    A full disk raises such an error while the file is written.
    """
    try:
        yield
    except OSError as wrong:
        if wrong.filename is None and wrong.errno is not None:
            wrong.filename = os.fspath(path)
        raise

"""Human-readable error messages.

>>> reason(FileNotFoundError(2, "No such file or directory", "x")), reason(ValueError("too long"))
('No such file or directory', 'too long')
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager


def reason(wrong: Exception) -> str:
    """Return the cause of an error, without the number and path of a system error."""
    return str((wrong.strerror if isinstance(wrong, OSError) else None) or wrong)


def reason_with_file(wrong: Exception) -> str:
    """Return the cause of an error, preceded by the name of its file if that is known.

    >>> reason_with_file(FileNotFoundError(2, "No such file or directory", "x"))
    'x: No such file or directory'
    >>> reason_with_file(ValueError("too long"))
    'too long'
    """
    file = wrong.filename if isinstance(wrong, OSError) else None
    return f"{file}: {reason(wrong)}" if file else reason(wrong)


@contextmanager
def naming(path: str | os.PathLike[str]) -> Iterator[None]:
    """Add a path to an `OSError` raised in this context, while the file of that path is written.

    A full disk raises an error without a path.
    """
    try:
        yield
    except OSError as wrong:
        if wrong.filename is None and wrong.errno is not None:
            wrong.filename = os.fspath(path)
        raise

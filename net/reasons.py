"""Why something has failed, as one says it.

>>> reason(FileNotFoundError(2, "No such file or directory", "x")), reason(ValueError("too long"))
('No such file or directory', 'too long')
"""

from __future__ import annotations


def reason(wrong: Exception) -> str:
    """What went wrong, without the number and the path that an error of the system has about it."""
    return str((wrong.strerror if isinstance(wrong, OSError) else None) or wrong)

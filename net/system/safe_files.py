"""Opening of files whose names come from a user or whose folder comes from somebody else.

No function here blocks on a pipe, writes through a link, or reads a file of unlimited size.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import IO

MOST_SMALL = 1024 * 1024
"""Maximum number of bytes of each small file that lies beside a log."""
_PLAIN_FILE_FLAGS = getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
_OPEN = os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | _PLAIN_FILE_FLAGS
_KINDS = {stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket", stat.S_IFCHR: "a device", stat.S_IFBLK: "a device"}


class UnsafeFile(OSError):
    """Error for a file that is refused because it is not a plain file or too large; the message says why."""


def open_unshared(path: Path, create: bool = True) -> IO[bytes]:
    """Open a file for unbuffered reading and writing; with `create`, create it if it is missing.

    It must be a regular file without a second name, as data written through a link would change another file. Nothing
    is truncated. Raises `UnsafeFile` for any other kind of file, and `OSError` if the system cannot open it.
    """
    while True:
        try:
            before = path.lstat()
        except FileNotFoundError:
            if not create:
                raise
            try:
                number = os.open(path, _OPEN | os.O_CREAT | os.O_EXCL, 0o600)
            except FileExistsError:  # created in between by another process
                continue
        else:
            _check_unshared(path, before)
            number = os.open(path, _OPEN)
        break
    try:
        _check_unshared(path, os.fstat(number))
        now = path.lstat()
        if not os.path.samestat(now, os.fstat(number)):  # replaced in between; Windows has no O_NOFOLLOW
            raise UnsafeFile(f"{path} was replaced while it was opened")
        _check_unshared(path, now)
        return os.fdopen(number, "r+b", buffering=0)
    except BaseException:
        os.close(number)
        raise


def _check_unshared(path: Path, found: os.stat_result) -> None:
    if stat.S_ISLNK(found.st_mode):
        raise UnsafeFile(f"{path} is a link to another file: it is not written to. Put a copy in its place")
    if not stat.S_ISREG(found.st_mode):
        raise UnsafeFile(f"{path} is no regular file: it is not written to")
    if found.st_nlink > 1:
        raise UnsafeFile(f"{path} has a second name (a hard link): it is not written to. Put a copy in its place")
    if hasattr(os, "geteuid") and found.st_uid != os.geteuid():
        raise UnsafeFile(f"{path} belongs to another user: it is not written to. Put a copy in its place")


def open_regular(path: Path, write: bool = False) -> IO[bytes]:
    """Open a regular file, or a link to one, for unbuffered reading; with `write`, also for writing.

    Raises `UnsafeFile` for a pipe, a device or a socket without opening it, as that could block for ever. Raises
    `OSError` if the system cannot open the file.
    """
    check_regular(path, path.stat())
    number = os.open(path, (os.O_RDWR if write else os.O_RDONLY) | _PLAIN_FILE_FLAGS)
    try:
        check_regular(path, os.fstat(number))  # replaced in between
        mode, buffering = ("r+b", 0) if write else ("rb", -1)
        return open(path, mode, buffering, opener=lambda *_: number)  # it knows its path
    except BaseException:
        os.close(number)
        raise


def check_regular(path: Path, status: os.stat_result) -> None:
    """Raise `UnsafeFile` for a pipe, a device or a socket, and `IsADirectoryError` for a directory."""
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(status.st_mode):
        kind = _KINDS.get(stat.S_IFMT(status.st_mode), "special")
        raise UnsafeFile(errno.EINVAL, f"it is {kind}, not a regular file", str(path))


def read_limited(path: Path, most: int) -> bytes:
    """Return the bytes of a regular file.

    Raises `UnsafeFile` if it is not a regular file or has more than `most` bytes, and `OSError` if it cannot be read.
    """
    with open_regular(path) as file:
        size = os.fstat(file.fileno()).st_size
        if size > most:
            raise UnsafeFile(f"{path} has {size:,} bytes; at most {most:,} are read")
        data = file.read(most + 1)
    if len(data) > most:  # the file has grown
        raise UnsafeFile(f"{path} has more than {most:,} bytes, which is the most that is read")
    return data

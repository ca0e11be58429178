"""Files whose names come from a user or a foreign folder.

No function here waits for a pipe, writes through a link, or reads a file of unlimited size.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import IO

MOST_SMALL = 1024 * 1024
"""Maximum number of bytes of each of the small files in the same folder as a log."""
_PLAIN_FILE_FLAGS = getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
_OPEN = os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | _PLAIN_FILE_FLAGS
_KINDS = {stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket", stat.S_IFCHR: "a device", stat.S_IFBLK: "a device"}


class UnsafeFile(OSError):
    """Error for a file that is not opened for writing, or not read; the message says why."""


def open_own(path: Path, create: bool = True) -> IO[bytes]:
    """Open a file for reading and writing, unbuffered, and create it if it is missing.

    It must be a regular file and have no other name: what is written through a link would end up in a file elsewhere.
    Nothing is truncated. Raises `UnsafeFile` and `OSError`.
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
            _check(path, before)
            number = os.open(path, _OPEN)
        break
    try:
        _check(path, os.fstat(number))
        now = path.lstat()
        if not os.path.samestat(now, os.fstat(number)):  # replaced in between; Windows has no O_NOFOLLOW
            raise UnsafeFile(f"{path} was replaced while it was opened")
        _check(path, now)
        return os.fdopen(number, "r+b", buffering=0)
    except BaseException:
        os.close(number)
        raise


def _check(path: Path, found: os.stat_result) -> None:
    if stat.S_ISLNK(found.st_mode):
        raise UnsafeFile(f"{path} is a link to another file: it is not written to. Put a copy in its place")
    if not stat.S_ISREG(found.st_mode):
        raise UnsafeFile(f"{path} is no regular file: it is not written to")
    if found.st_nlink > 1:
        raise UnsafeFile(f"{path} has a second name (a hard link): it is not written to. Put a copy in its place")
    if hasattr(os, "geteuid") and found.st_uid != os.geteuid():
        raise UnsafeFile(f"{path} belongs to another user: it is not written to. Put a copy in its place")


def open_regular(path: Path, write: bool = False) -> IO[bytes]:
    """Open a regular file, or a link to one, for reading, and with `write` also for writing, unbuffered.

    A pipe, a device or a socket is refused without being opened, as opening it could wait for ever. Raises `UnsafeFile`
    and `OSError`.
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


def check_regular(path: Path, found: os.stat_result) -> None:
    """Raise `UnsafeFile` for a pipe, a device or a socket, and `IsADirectoryError` for a directory."""
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(found.st_mode):
        kind = _KINDS.get(stat.S_IFMT(found.st_mode), "special")
        raise UnsafeFile(errno.EINVAL, f"it is {kind}, not a regular file", str(path))


def read_limited(path: Path, most: int) -> bytes:
    """Return the bytes of a regular file of at most this size; raise `UnsafeFile` and `OSError`."""
    with open_regular(path) as file:
        size = os.fstat(file.fileno()).st_size
        if size > most:
            raise UnsafeFile(f"{path} has {size:,} bytes; at most {most:,} are read")
        data = file.read(most + 1)
    if len(data) > most:  # the file has grown
        raise UnsafeFile(f"{path} has more than {most:,} bytes, which is the most that is read")
    return data

"""Files that outlast a crash: each is written completely under a new name, or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
import sys
from pathlib import Path

from net.text.errors import naming

_CREATE_NEW_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


def durable(fd: int) -> None:
    """Wait until a file's bytes outlast a crash."""
    if sys.platform == "linux":
        os.fdatasync(fd)
    elif sys.platform == "darwin":
        import fcntl

        try:
            fcntl.fcntl(fd, fcntl.F_FULLFSYNC)  # on macOS, fsync leaves data in the disk's cache
        except OSError:  # not supported by this file system
            os.fsync(fd)
    else:
        os.fsync(fd)


def write_private(path: Path, data: bytes) -> None:
    """Write a secret to a durable file that only the owner can read, or leave no file."""
    write_whole(path, data, 0o600)


def write_whole(path: Path, data: bytes, mode: int = 0o666) -> None:
    """Write a file that outlasts a crash, or leave what was there before; raise `OSError`.

    The bytes go into a new file of a random name, which then takes the place of the old one. So a link that somebody
    has planted in the folder is replaced, never followed. A device or a pipe is written to directly. A failure leaves
    no other file.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    if is_stream(path):
        _write_stream(path, data)
        return
    part = path.with_name(f"{path.name[:100]}.{secrets.token_hex(8)}.part")
    file = os.open(part, _CREATE_NEW_FLAGS, mode)  # fails if the name exists, even as a link
    try:
        with naming(path), os.fdopen(file, "wb") as out:
            out.write(data)
            out.flush()
            durable(out.fileno())
        part.replace(path)
    except BaseException:  # a full disk, or Ctrl-C
        with contextlib.suppress(OSError):
            part.unlink()
        raise
    settle(path.parent)


def _write_stream(path: Path, data: bytes) -> None:
    """Write to a device or a pipe.

    A pipe that no program reads is refused, as opening it could wait for ever.
    """
    try:
        file = os.open(path, os.O_WRONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0))
    except OSError as error:
        if error.errno == errno.ENXIO:
            raise OSError(errno.ENXIO, "no program reads it", str(path)) from None
        raise
    with naming(path), os.fdopen(file, "wb") as out:
        if sys.platform != "win32":
            os.set_blocking(file, True)
        out.write(data)


def is_stream(path: Path) -> bool:
    """Return True if the path names a device, a pipe or a socket, which no file may replace."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def settle(directory: Path) -> None:
    """Make the new name of a renamed file durable, if the system can."""
    if sys.platform != "win32":
        fd = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)

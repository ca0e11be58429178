"""Files that outlast a crash: each is written completely under a new name, or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
import sys
from pathlib import Path

from net.text.errors import add_path_to_errors

_CREATE_NEW_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


def make_durable(fd: int) -> None:
    """Wait until the bytes written to an open file are safe from a crash."""
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
    """Write a secret to a new durable file that only its owner can read; leave no file behind on failure."""
    write_atomically(path, data, 0o600)


def write_atomically(path: Path, data: bytes, mode: int = 0o666) -> None:
    """Write a durable file completely, or leave the old file as it was; raise `OSError` if that fails.

    The bytes go into a new file with a random name, which then replaces the old one. Therefore a link that somebody has
    planted in the folder is replaced and never followed. A device or a pipe is written to directly. After a failure no
    temporary file remains.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    if is_stream(path):
        _write_stream(path, data)
        return
    part = path.with_name(f"{path.name[:100]}.{secrets.token_hex(8)}.part")
    file = os.open(part, _CREATE_NEW_FLAGS, mode)  # fails if the name exists, even as a link
    try:
        with add_path_to_errors(path), os.fdopen(file, "wb") as out:
            out.write(data)
            out.flush()
            make_durable(out.fileno())
        part.replace(path)
    except BaseException:  # a full disk, or Ctrl-C
        with contextlib.suppress(OSError):
            part.unlink()
        raise
    sync_directory(path.parent)


def _write_stream(path: Path, data: bytes) -> None:
    """Write to a device or a pipe.

    A pipe without a reader is refused, because opening it could block for ever.
    """
    try:
        file = os.open(path, os.O_WRONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0))
    except OSError as error:
        if error.errno == errno.ENXIO:
            raise OSError(errno.ENXIO, "no program reads it", str(path)) from None
        raise
    with add_path_to_errors(path), os.fdopen(file, "wb") as out:
        if sys.platform != "win32":
            os.set_blocking(file, True)
        out.write(data)


def is_stream(path: Path) -> bool:
    """Return True if the path is a device, a pipe or a socket, which must not be replaced by a file."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def sync_directory(directory: Path) -> None:
    """Make the entry of a renamed file in its directory durable, if the system supports that."""
    if sys.platform != "win32":
        fd = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)

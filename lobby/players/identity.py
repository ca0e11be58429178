"""Identity of a user: a key in the user's folder, which only one program uses at a time.

The program makes the key at its first start.

>>> fingerprint(bytes(32))
'KC57-KCC0'
>>> print_in_words(bytes(32))
'agenda goat couch goat'
>>> for row in key_picture(bytes(32)).rows:
...     print("".join(".o#"[cell] for cell in row))
o.o.o
#o.o#
o#.#o
o...o
o.#.o
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import IO, NamedTuple

from core.engine.codec import H
from net.crypto.invite import LETTERS
from net.crypto.primitives import KEY, Signer
from net.records.chunk_file import later_version, newer_version_text
from net.replication.entry_log import lock_file
from net.system import paths
from net.system.durable_files import write_private
from net.system.safe_files import open_regular, read_limited
from net.text.code_words import BITS_PER_WORD
from net.text.code_words import to_words as words_of

FILE = "identity"
ANNOUNCED_FILE_NAME = "announced"
MAGIC = b"TETHER key 1\n"
"""First line of a key file in any later format; in the present format the file contains only the key."""
PRINT_BYTES = 5
"""Number of bytes of a key's print."""
SIDE = 5
"""Number of cells on each side of a key's picture."""
HUE_COUNT = 6


class Identity(NamedTuple):
    """Seed of a key, and the open file that locks the key for this program.

    The file is None for a key that is not saved.
    """

    seed: bytes
    file: IO[bytes] | None = None

    @property
    def key(self) -> bytes:
        """Public key."""
        return Signer(self.seed).identity

    @property
    def announcement_file(self) -> Path | None:
        """File with the counter for announcements under this key; None for a key that is not saved."""
        return None if self.file is None else Path(self.file.name).with_name(ANNOUNCED_FILE_NAME)

    def __repr__(self) -> str:
        return f"Identity({fingerprint(self.key)})"


def identity_folder() -> Path:
    """Return the folder for keys and matches: the user's data folder on this system."""
    return paths.data_folder()


def new_identity() -> Identity:
    """Return a new identity that is not saved."""
    return Identity(os.urandom(KEY))


def load_own_identity(home: Path) -> Identity:
    """Return the identity that is saved in this folder; create and save it at the first start.

    If another program is using it, return a new identity. Raises `OSError` if the folder cannot be used, and
    `ValueError` if the file is damaged.
    """
    path = home / FILE
    if not path.exists():
        write_private(path, os.urandom(KEY))
    file = open_regular(path, write=True)
    try:
        lock_file(file)
    except OSError:
        file.close()
        return new_identity()
    seed = file.read(KEY + 1)
    if later_version(MAGIC, seed):
        file.close()
        raise ValueError(f"{path}: {newer_version_text('identity', later_version(MAGIC, seed))}")
    if len(seed) != KEY:
        file.close()
        raise ValueError(f"{path} is damaged; move it away, and Tether creates a new identity")
    return Identity(seed, file)


def saved_key(home: Path) -> bytes:
    """Return the public key of the identity in this folder, or b"" if the identity is missing or damaged."""
    try:
        seed = read_limited(home / FILE, KEY)
    except OSError:
        return b""
    return Signer(seed).identity if len(seed) == KEY else b""


def key_print(identity: bytes) -> bytes:
    """Return the print of a key: five bytes that distinguish it from other keys.

    A print is so short that a determined forger can make another key with the same print.
    """
    return H("tether.print", [identity])[:PRINT_BYTES]


def fingerprint(identity: bytes) -> str:
    """Return the fingerprint of a key: the print as eight letters, by which people distinguish keys."""
    number = int.from_bytes(key_print(identity), "big")
    letters = "".join(LETTERS[number >> 5 * i & 31] for i in range(8))
    return f"{letters[:4]}-{letters[4:]}"


def print_in_words(identity: bytes) -> str:
    """Return the print of a key as words that can be read aloud."""
    return words_of(int.from_bytes(key_print(identity), "big"), 8 * PRINT_BYTES // BITS_PER_WORD)


class Picture(NamedTuple):
    """Small picture of a key, with mirror symmetry.

    Each cell is background (0), light (1) or dark (2), in one of `HUE_COUNT` hues. The picture distinguishes keys at a
    glance, but proves nothing.
    """

    rows: tuple[tuple[int, ...], ...]
    hue: int


def key_picture(identity: bytes) -> Picture:
    """Return the picture of a key."""
    number = int.from_bytes(H("tether.picture", [identity])[:8], "big")
    number, hue = divmod(number, HUE_COUNT)
    rows = []
    for _ in range(SIDE):
        half = []
        for _ in range(SIDE // 2 + 1):
            number, cell = divmod(number, 3)
            half.append(cell)
        rows.append((*half, *reversed(half[:-1])))
    return Picture(tuple(rows), hue)

"""Transfer of an identity to another computer in an encrypted file.

The file contains the key, the name, the colour and the known players. It consists of the magic, a salt of 16 bytes, a
nonce of 12 bytes, and ChaCha20-Poly1305 of enc([1, seed, name, colour, known players]). The cipher key is scrypt of the
passphrase (n = 2^16, r = 8, p = 1). The magic and the salt are authenticated as well.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from core.engine.codec import BadEncodingError, dec, enc, fields
from lobby.players import known_players
from lobby.players.identity import FILE, Identity, load_own_identity
from lobby.players.known_players import KnownPlayer, KnownPlayers
from lobby.players.profile import Profile, read_profile, write_profile
from net.crypto.primitives import KEY
from net.records.chunk_file import later_version
from net.system.durable_files import write_private
from net.system.safe_files import open_regular
from net.text.filenames import to_filename
from net.text.normalization import to_nfc

MAGIC = b"TETHER identity 1\n"
SUFFIX = ".tether-identity"
SALT, NONCE = 16, 12
VERSION = 1
MIN_PASSPHRASE_LENGTH = 8
"""Minimum number of characters in a passphrase."""
MOST_BYTES = known_players.MOST_BYTES + 4096
PREVIOUS_FILE = "identity-before"
"""Name of the file that keeps the key that an imported key has replaced."""


def suggested_path(name: str) -> Path:
    """Return a suggested path for the file of an identity with this name, which may be any text.

    The file is in the user's home folder, or in the current folder if the user has no home folder.
    """
    try:
        home = Path.home()
    except RuntimeError:
        home = Path()
    return home / f"{to_filename(name, 'me')}{SUFFIX}"


class BadTransfer(ValueError):
    """Error for a passphrase or a file that cannot be used; the message is the reason."""


class Passport(NamedTuple):
    """Data of an identity that is moved to another computer."""

    seed: bytes
    profile: Profile
    players: tuple[KnownPlayer, ...] = ()

    def __repr__(self) -> str:
        return f"Passport({self.profile.name})"


def make_passport(home: Path, identity: Identity) -> Passport:
    """Return all data of this folder's identity that moves to another computer."""
    players = KnownPlayers(home / known_players.FILE).players
    return Passport(identity.seed, read_profile(home), tuple(players))


def encrypt_passport(passport: Passport, passphrase: str) -> bytes:
    """Return the bytes of an encrypted file; raise `BadTransfer` if the passphrase is too short."""
    if len(passphrase) < MIN_PASSPHRASE_LENGTH:
        raise BadTransfer(f"The passphrase needs at least {MIN_PASSPHRASE_LENGTH} characters; several words are best.")
    salt, nonce = os.urandom(SALT), os.urandom(NONCE)
    plain = enc([VERSION, passport.seed, *passport.profile, known_players.pack_players(passport.players)])
    secret = ChaCha20Poly1305(_stretch_passphrase(passphrase, salt)).encrypt(nonce, plain, MAGIC + salt)
    return MAGIC + salt + nonce + secret


def decrypt_passport(data: bytes, passphrase: str) -> Passport:
    """Return the passport in the bytes of an encrypted file.

    Raises `BadTransfer` if the passphrase is wrong, or if the file is damaged or of a newer format.
    """
    head = len(MAGIC)
    if later_version(MAGIC, data):
        raise BadTransfer(_newer_format_text(later_version(MAGIC, data)))
    if data[:head] != MAGIC or not head + SALT + NONCE < len(data) <= MOST_BYTES:
        raise BadTransfer("This is not a Tether identity file.")
    salt, nonce, secret = data[head:][:SALT], data[head + SALT :][:NONCE], data[head + SALT + NONCE :]
    try:
        plain = ChaCha20Poly1305(_stretch_passphrase(passphrase, salt)).decrypt(nonce, secret, MAGIC + salt)
    except InvalidTag:
        raise BadTransfer("Wrong passphrase, or the file is damaged.") from None
    found: object = 0
    try:
        contents = dec(plain, MOST_BYTES)
        found = contents[0] if type(contents) is list and contents else 0
        version, seed, name, colour, players = fields(contents, int, bytes, str, int, bytes)
        passport = Passport(seed, Profile(name, colour), tuple(known_players.read_players(players)))
    except (BadEncodingError, ValueError, TypeError):
        version, passport = 0, Passport(b"", Profile())
    if type(found) is int and found > VERSION:
        raise BadTransfer(_newer_format_text(found))
    if version != VERSION or len(passport.seed) != KEY or not passport.profile.is_valid:
        raise BadTransfer("The file is from another version of Tether.")
    return passport


def _newer_format_text(version: int) -> str:
    return f"The file was written by a newer Tether (format {version}). Update Tether to read it."


def write(path: Path, passport: Passport, passphrase: str) -> None:
    """Write a new encrypted file that only its owner can read.

    Raises `BadTransfer` if the passphrase is too short, and `OSError` if the file already exists or cannot be written.
    """
    data = encrypt_passport(passport, passphrase)
    if path.exists():
        raise FileExistsError(f"{path.name} is there already")
    write_private(path, data)


def read(path: Path, passphrase: str) -> Passport:
    """Return the passport in an encrypted file.

    Raises `BadTransfer` if it cannot be decrypted, and `OSError` if the file cannot be read.
    """
    with open_regular(path) as file:
        return decrypt_passport(file.read(MOST_BYTES + 1), passphrase)


def install_passport(home: Path, passport: Passport, current: Identity | None = None) -> Identity:
    """Make the passport's identity that of the folder, and keep the previous one as `PREVIOUS_FILE`.

    `current` is this user's identity, if this program has it open. Raises `BadTransfer` while another program uses the
    identity, and `OSError` if the folder cannot be written.
    """
    held = current if current is not None and current.file is not None else load_own_identity(home)
    if held.file is None:
        raise BadTransfer("Another Tether on this computer is using this identity: close it first.")
    held.file.close()
    if held.seed != passport.seed:
        write_private(home / PREVIOUS_FILE, held.seed)
        write_private(home / FILE, passport.seed)
    write_profile(home, passport.profile)
    KnownPlayers(home / known_players.FILE).add(passport.players)
    return load_own_identity(home)


def _stretch_passphrase(passphrase: str, salt: bytes) -> bytes:
    said = to_nfc(passphrase).encode()
    return hashlib.scrypt(said, salt=salt, n=2**16, r=8, p=1, maxmem=2**27, dklen=32)

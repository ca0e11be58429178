"""The player before the window: key, name and colour, and whom it has met, as they are kept in the user's folder."""

from __future__ import annotations

from pathlib import Path

from client.app.settings import NAME_LENGTH, complain
from lobby.players import known_players as known
from lobby.players.identity import Identity, fingerprint, fresh_identity, in_words, own_identity
from lobby.players.known_players import KnownPlayers
from lobby.players.profile import Profile, read_profile, write_profile


class Person:
    """`home` is the folder; without one everything lives as long as the program."""

    def __init__(self, home: Path | None) -> None:
        self.home = home
        self.known = KnownPlayers(None if home is None else home / known.FILE)
        self._identity: Identity | None = None
        self._trouble = ""
        if self.known.trouble:
            complain(self.known.trouble)

    @property
    def identity(self) -> Identity:
        """The own key; a fresh one where none can be kept."""
        if self._identity is None:
            try:
                self._identity = own_identity(self.home) if self.home is not None else fresh_identity()
            except (OSError, ValueError) as wrong:
                complain(str(wrong))
                self._trouble = "Your key cannot be read"
                self._identity = fresh_identity()
        return self._identity

    @property
    def lasting(self) -> bool:
        """Whether the key is that of the folder, kept for the next start."""
        return self.identity.file is not None

    @property
    def passing(self) -> str:
        """Why the key is another one than the kept one, in a sentence; "" if it is that."""
        if self.home is None or self.lasting:
            return ""
        taken = "Another Tether on this computer plays with your key"
        return f"{self._trouble or taken}: this window has another one, for this once."

    def learner(self) -> KnownPlayers:
        """Another view of the known players, to be used by another thread."""
        return KnownPlayers(self.known.path)

    def profile(self) -> Profile:
        """Name and colour, the name as short as the window wants it."""
        if self.home is None:
            return Profile()
        name, colour = read_profile(self.home)
        return Profile(name[:NAME_LENGTH].rstrip(), colour)

    def keep(self, profile: Profile) -> None:
        """Keeps name and colour; a disk that does not take them spoils nothing else."""
        if self.home is not None and profile != self.profile():
            try:
                write_profile(self.home, profile)
            except OSError as wrong:
                complain(f"Name and colour cannot be kept: {wrong}")

    def export(self, path: Path, passphrase: str) -> None:
        """Writes the identity to a file; raises `BadTransfer` and `OSError`."""
        from lobby.players import transfer

        home = self._home()
        transfer.write(path, transfer.passport_of(home, self.identity), passphrase)

    def take_in(self, path: Path, passphrase: str) -> Profile:
        """The identity in a file is the own one from now on; its name and colour. Raises `BadTransfer`, `OSError`."""
        from lobby.players import transfer

        home = self._home()
        self._identity = transfer.take_in(home, transfer.read(path, passphrase), self.identity)
        self.known.reload()
        return self.profile()

    def _home(self) -> Path:
        if self.home is None or not self.lasting:
            from lobby.players.transfer import BadTransfer

            raise BadTransfer("Another Tether on this computer uses this identity: close it first.")
        return self.home


def warns(known: KnownPlayers | None, name: str, key: bytes) -> bool:
    """Whether somebody has a known name and another key."""
    return known is not None and known.stranger(name, key)


def key_words(known: KnownPlayers | None, name: str, key: bytes) -> str:
    """Fingerprint as letters and words, and what is known of it."""
    met = f" {known.words(name, key)}" if known is not None else ""
    return f"Key {fingerprint(key)}: {in_words(key)}.{met}"

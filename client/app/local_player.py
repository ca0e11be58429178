"""Local player: the key, name, colour and known players, stored in the user's folder."""

from __future__ import annotations

from pathlib import Path

from client.app.settings import NAME_LENGTH, warn
from lobby.players import known_players as known
from lobby.players.identity import Identity, fingerprint, load_own_identity, new_identity, print_in_words
from lobby.players.known_players import KnownPlayers
from lobby.players.profile import Profile, read_profile, write_profile


class LocalPlayer:
    """Local player, whose data is stored in the folder `home`.

    Without a folder, the data exists only while the program runs.
    """

    def __init__(self, home: Path | None) -> None:
        self.home = home
        self.known = KnownPlayers(None if home is None else home / known.FILE)
        self._identity: Identity | None = None
        self._trouble = ""
        if self.known.trouble:
            warn(self.known.trouble)

    @property
    def identity(self) -> Identity:
        """Identity of our player; a new one if none can be stored."""
        if self._identity is None:
            try:
                self._identity = load_own_identity(self.home) if self.home is not None else new_identity()
            except (OSError, ValueError) as wrong:
                warn(str(wrong))
                self._trouble = "Your key cannot be read"
                self._identity = new_identity()
        return self._identity

    @property
    def is_stored(self) -> bool:
        """True if the key is the stored one, which the next start of the program will use again."""
        return self.identity.file is not None

    @property
    def temporary_key_reason(self) -> str:
        """Sentence that explains why the key is temporary, or "" if it is the stored key."""
        if self.home is None or self.is_stored:
            return ""
        taken = "Another Tether on this computer is using your key"
        return f"{self._trouble or taken}: this window uses a temporary one."

    def known_players_view(self) -> KnownPlayers:
        """Return another view of the known players, for use in another thread."""
        return KnownPlayers(self.known.path)

    def profile(self) -> Profile:
        """Return the name and the colour; the name is cut to the window's limit."""
        if self.home is None:
            return Profile()
        name, colour = read_profile(self.home)
        return Profile(name[:NAME_LENGTH].rstrip(), colour)

    def save_profile(self, profile: Profile) -> None:
        """Save the name and the colour; a disk error is reported but not raised."""
        if self.home is not None and profile != self.profile():
            try:
                write_profile(self.home, profile)
            except OSError as wrong:
                warn(f"Your name and colour could not be saved: {wrong}")

    def export_identity(self, path: Path, passphrase: str) -> None:
        """Write the identity to a file; raises `BadTransfer` and `OSError`."""
        from lobby.players import transfer

        home = self._home()
        transfer.write(path, transfer.make_passport(home, self.identity), passphrase)

    def import_identity(self, path: Path, passphrase: str) -> Profile:
        """Adopt the identity in a file and return its name and colour.

        Raises `BadTransfer` and `OSError`.
        """
        from lobby.players import transfer

        home = self._home()
        self._identity = transfer.install_passport(home, transfer.read(path, passphrase), self.identity)
        self.known.reload()
        return self.profile()

    def _home(self) -> Path:
        if self.home is None or not self.is_stored:
            from lobby.players.transfer import BadTransfer

            raise BadTransfer("Another Tether on this computer is using this identity: close it first.")
        return self.home


def has_different_key(known: KnownPlayers | None, name: str, key: bytes) -> bool:
    """Return True if the name belongs to a known player whose key differs from this one."""
    return known is not None and known.has_other_key(name, key)


def key_words(known: KnownPlayers | None, name: str, key: bytes) -> str:
    """Return the fingerprint of a key as letters and words, with what is known about the key."""
    met = f" {known.standing_text(name, key)}" if known is not None else ""
    return f"Key {fingerprint(key)}: {print_in_words(key)}.{met}"

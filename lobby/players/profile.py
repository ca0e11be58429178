"""Profile of a player: the name and favourite colour, saved next to the key.

Both the window and the terminal use it.
"""

from __future__ import annotations

import getpass
import json
import secrets
from pathlib import Path
from typing import NamedTuple

from lobby.players.colours import COLOURS, NO_COLOUR
from lobby.players.confusables import clean_name
from net.system.durable_files import write_private
from net.system.safe_files import open_regular
from net.text.code_words import WORDS
from net.text.names import is_name

FILE = "profile.json"
MOST_BYTES = 4096
DEFAULT_PLAYER_NAME = "Player"


class Profile(NamedTuple):
    """Name ("" for none yet) and colour of a player, from 1 (`NO_COLOUR` for none)."""

    name: str = ""
    colour: int = NO_COLOUR

    @property
    def is_valid(self) -> bool:
        """True if the name and the colour are valid."""
        return (
            type(self.name) is str
            and (not self.name or is_name(self.name))
            and type(self.colour) is int
            and 0 <= self.colour <= len(COLOURS)
        )


def read_profile(home: Path) -> Profile:
    """Return the profile that is saved in a folder, or an empty profile if it is missing or damaged."""
    try:
        with open_regular(home / FILE) as file:
            data = json.loads(file.read(MOST_BYTES))
        profile = Profile(data["name"], data["colour"])
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return Profile()
    return profile if profile.is_valid else Profile()


def write_profile(home: Path, profile: Profile) -> None:
    """Save the profile; raise `OSError` if that fails."""
    write_private(home / FILE, json.dumps(profile._asdict(), ensure_ascii=False).encode() + b"\n")


def login_name() -> str:
    """Return the user's login name if it is a valid player's name, otherwise `DEFAULT_PLAYER_NAME`."""
    try:
        user = clean_name(getpass.getuser())
    except (OSError, KeyError, ImportError):
        user = ""
    return user if is_name(user) else DEFAULT_PLAYER_NAME


def random_name() -> str:
    """Return a random name for a single match, which reveals nothing about the player."""
    return " ".join(secrets.choice(WORDS).capitalize() for _ in range(2))

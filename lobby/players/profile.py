"""What a player is called and which colour it likes, kept beside its key: the same in the window and in a terminal."""

from __future__ import annotations

import getpass
import json
import secrets
from pathlib import Path
from typing import NamedTuple

from lobby.players.colours import COLOURS, NO_COLOUR
from lobby.players.confusables import cleaned
from net.system.durable_files import write_private
from net.text.code_words import WORDS
from net.text.names import is_name

FILE = "profile.json"
MOST_BYTES = 4096
NAMELESS = "Player"


class Profile(NamedTuple):
    """A name ("" for none yet) and a colour of `COLOURS` from 1 (`NO_COLOUR` for none)."""

    name: str = ""
    colour: int = NO_COLOUR

    @property
    def sound(self) -> bool:
        """Whether it is one."""
        return (
            type(self.name) is str
            and (not self.name or is_name(self.name))
            and type(self.colour) is int
            and 0 <= self.colour <= len(COLOURS)
        )


def read_profile(home: Path) -> Profile:
    """The profile in a folder; an empty one if there is none, or it is damaged."""
    try:
        with (home / FILE).open("rb") as file:
            data = json.loads(file.read(MOST_BYTES))
        profile = Profile(data["name"], data["colour"])
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return Profile()
    return profile if profile.sound else Profile()


def write_profile(home: Path, profile: Profile) -> None:
    """Keeps it; raises `OSError`."""
    write_private(home / FILE, json.dumps(profile._asdict(), ensure_ascii=False).encode() + b"\n")


def login_name() -> str:
    """The name under which the user is known to the computer, if it is one for a table; else `NAMELESS`."""
    try:
        user = cleaned(getpass.getuser())
    except (OSError, KeyError, ImportError):
        user = ""
    return user if is_name(user) else NAMELESS


def passing_name() -> str:
    """A name for this once, which says nothing of who it is."""
    return " ".join(secrets.choice(WORDS).capitalize() for _ in range(2))

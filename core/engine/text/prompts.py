"""How questions are put to a player: the player's half of them, which is no part of the rules."""

from __future__ import annotations

from typing import NamedTuple


class Put(NamedTuple):
    """A question in words."""

    title: str
    """What it is about, in a word or two."""
    sentence: str
    """What must or may be done."""

"""Open options of the rules, each with the values that are compared with its default."""

from __future__ import annotations

from typing import NamedTuple

from core.engine.game import Game
from core.engine.options import Value
from lab.games.registry import entry_of

MAX_CONTRASTS = 2
"""Maximum number of values of an option that are compared with its default."""


class StudyQuestion(NamedTuple):
    """An open option of the rules: its name, its default, and the values to be compared with it."""

    option: str
    usual: Value
    others: tuple[Value, ...]
    text: str


def questions(game: Game, seats: int) -> list[StudyQuestion]:
    """Return the open options of a game that change play with this number of seats.

    >>> from core.games.registry import find_game
    >>> [question.option for question in questions(find_game("outposts"), 1)]
    ['warden', 'level']
    """
    record, found = entry_of(game.name), []
    for name, option in game.options.table.items():
        left_out = name in record.on_screen or name in (record.together if seats == 1 else record.alone)
        if option.kind == "open" and not left_out:
            unusual = tuple(value for value in option.values if value != option.default)
            others = record.contrasts.get(name) or unusual[:MAX_CONTRASTS]
            found.append(StudyQuestion(name, option.default, others, option.text))
    return found

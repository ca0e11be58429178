"""Open options of the rules, each with the values that are compared with its default."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from core.engine.changed_game import rulesets_of
from core.engine.game import Game
from core.engine.options import Value
from lab.games.registry import entry_of
from lab.run.rulesets import find_field, neighbours

MAX_CONTRASTS = 2
"""Maximum number of values of an option that are compared with its default."""


class StudyQuestion(NamedTuple):
    """An open option of the rules: its name, its default, and the values to be compared with it."""

    option: str
    usual: Value
    others: tuple[Value, ...]
    text: str = ""


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


def any_question(game: Game, name: str) -> StudyQuestion | None:
    """Return the question about any option of the rules, or any number that a ruleset may change.

    A number is compared with the values next to its own. Return None if there is no such name, or no other value.
    """
    option = game.options.table.get(name)
    if option is not None:
        others = tuple(value for value in option.values if value != option.default)[:MAX_CONTRASTS]
        return StudyQuestion(name, option.default, others, option.text) if others else None
    field = find_field(game.name, name)
    if field is None:
        return None
    found = [value for by in (-1, 1) for value in neighbours(field.kind, field.printed, by)][:MAX_CONTRASTS]
    return StudyQuestion(name, field.kind.write(field.printed), tuple(found)) if found else None


def names_of_questions(game: Game) -> Iterator[str]:
    """Yield the names of all options, and of the numbers of the rules."""
    yield from game.options.table
    rulesets = rulesets_of(game)
    if rulesets is not None:
        yield from (path.removeprefix("numbers.") for path in rulesets.fields if path.startswith("numbers."))

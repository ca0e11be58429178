"""The open options of the rules as questions: each with the values that are set against the usual one."""

from __future__ import annotations

from typing import NamedTuple

from core.engine.game import Game
from core.engine.options import Value

CONTRASTS: dict[tuple[str, str], tuple[Value, ...]] = {
    ("bridgefront", "base_mana"): (4, 6),
    ("bridgefront", "vp_to_win"): (7, 10),
    ("bridgefront", "champion_limit"): (3, 6),
    ("bridgefront", "initiative_mode"): ("choice", "low"),
}
"""Where an option has many values: at most two of them."""
MOST = 2
ON_SCREEN = {("bridgefront", "gold_word"), ("bridgefront", "victory_card_names"), ("cabinet", "courtesy")}
"""Words on screen, and courtesies of the window: they change no match of bots."""
ALONE = {("outposts", "warden"), ("outposts", "level")}
"""What means something to whoever plays alone."""
TOGETHER = {("outposts", "brisk")}
"""What means nothing to whoever plays alone."""


class Question(NamedTuple):
    """An open option: its name, the usual value, and those that are set against it."""

    option: str
    usual: Value
    others: tuple[Value, ...]
    text: str


def questions(game: Game, seats: int) -> list[Question]:
    """The open options of a game that change play at so many seats.

    >>> from core.games.registry import find
    >>> [question.option for question in questions(find("outposts"), 1)]
    ['warden', 'level']
    """
    found = []
    for name, option in game.options.table.items():
        at = (game.name, name)
        left_out = at in ON_SCREEN or (at in TOGETHER if seats == 1 else at in ALONE)
        if option.kind == "open" and not left_out:
            others = CONTRASTS.get(at) or tuple(value for value in option.values if value != option.default)[:MOST]
            found.append(Question(name, option.default, others, option.text))
    return found

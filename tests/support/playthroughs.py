"""Golden playthroughs: whole matches as readable text, replayed line by line (see tests/test_golden.py).

They show a change of the rules as a reader would notice it. They contain the questions, all decisions, the events, and
the state's digest at the end of each round. `scripts/build/golden.py` rewrites them, and the difference is reviewed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from core.engine.game import Ask
from core.engine.local_match import LocalMatch
from core.engine.text.words import format_count
from tests.support.all_games import GAMES
from tests.support.core.trial import players
from tests.support.games.entry import FOLDERS, Playthrough, game_tests

PLAYTHROUGHS = tuple(
    sorted(
        (playthrough for name in FOLDERS for playthrough in game_tests(name).playthroughs),
        key=lambda playthrough: [*GAMES].index(playthrough.game),
    )
)
"""The golden matches of all games, from the `entry.py` in each folder of tests/support/games."""


def played(playthrough: Playthrough) -> str:
    """Return the match as text."""
    return "\n".join(_lines(playthrough)) + "\n"


def _lines(p: Playthrough) -> Iterator[str]:
    game: Any = GAMES[p.game]
    table = LocalMatch(game, players(game, p.seats, p.seed, p.players), p.seed, dict(p.options), p.sealed)
    state = table.state
    yield f"{game.title}, {format_count(p.seats, 'seat')}, {p.players} players"
    yield f"seed: {p.seed}"
    yield f"options: {' '.join(f'{name}={value}' for name, value in p.options) or 'none'}"
    yield f"scheme: {'sealed' if p.sealed else 'null'}"
    while not state.over:
        asks, where = game.pending_asks(state), game.progress(state)
        yield ""
        yield f"[{state.t}] {where}"
        decisions, events = table.step()
        for seat, ask in asks.items():
            yield f"  {seat} {_asked(ask)}: {shown(decisions[seat])}"
        yield from (f"    {game.narrate(state, event)}" for event in events)
        if state.over or game.progress(state).split(":")[0] != where.split(":")[0]:
            yield f"  digest {state.digest().hex()}"
    yield ""
    for place in game.standing(state):
        yield f"{place.rank}. seat {place.seat}: {', '.join(f'{name} {value}' for name, value in place.score)}"


def _asked(ask: Ask) -> str:
    return f"{ask.kind}{' (by itself)' if ask.is_automatic else ''}"


def shown(value: Any) -> str:
    """Return a decision as text: records by name with non-empty fields, bytes by their beginning and length."""
    if isinstance(value, bytes):
        return f"<{value[:4].hex()} {len(value)}>" if value else "<>"
    if not isinstance(value, tuple):
        return repr(value)
    record: Any = value
    if not hasattr(record, "_fields"):
        return f"({' '.join(map(shown, value))})"
    defaults = record._field_defaults
    fields = [
        f"{name}={shown(part)}"
        for name, part in record._asdict().items()
        if name not in defaults or part != defaults[name]
    ]
    return " ".join([type(value).__name__, *fields])

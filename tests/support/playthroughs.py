"""Golden playthroughs: whole matches as readable text, replayed line by line (see tests/test_golden.py).

They show a change of the rules as a reader would notice it. They contain the questions, all decisions, the events, and
the state's digest at the end of each round. `scripts/build/golden.py` rewrites them, and the difference is reviewed.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from core.engine.game import Ask
from core.engine.local_match import LocalMatch
from core.engine.options import Value
from core.engine.text.words import count
from tests.support.all_games import GAMES
from tests.support.core.trial import players

GOLDEN = Path(__file__).resolve().parents[1] / "golden"


class Playthrough(NamedTuple):
    """Inputs of a match; `name` is that of its file."""

    name: str
    game: str
    seats: int
    seed: str
    sealed: bool = True
    players: str = "bold"
    options: tuple[tuple[str, Value], ...] = ()

    @property
    def path(self) -> Path:
        """Path of the file with the text."""
        return GOLDEN / f"{self.name}.txt"


PLAYTHROUGHS = (
    Playthrough("bridgefront_2_random", "bridgefront", 2, "first light", players="random"),
    Playthrough(
        "bridgefront_2_variants",
        "bridgefront",
        2,
        "other rules",
        options=(
            ("base_mana", 6),
            ("initiative_mode", "choice"),
            ("home_mine_values", "shared"),
            ("capital_draft", "sequential"),
            ("lead_rotation", "step"),
            ("preview", "formula"),
            ("refuse_card", "on"),
            ("fizzle_scope", "card"),
            ("final_tie", "dice"),
        ),
    ),
    Playthrough("bridgefront_3_sealed_row", "bridgefront", 3, "three", options=(("market_mode", "sealed_row"),)),
    Playthrough("bridgefront_4", "bridgefront", 4, "a table for four"),
    Playthrough(
        "bridgefront_6_wide",
        "bridgefront",
        6,
        "all of them",
        sealed=False,
        options=(
            ("board_size", "wide"),
            ("vp_to_win", 6),
            ("duplicate_factions", "on"),
            ("virtuous_steal", "passive"),
            ("hit_control", "prompt"),
            ("two_stack_battles", "separate"),
            ("initiative_ties", "dice"),
        ),
    ),
    Playthrough("midnight_3", "midnight", 3, "three nations", players="heuristic"),
    Playthrough("midnight_5_modules", "midnight", 5, "all modules", options=(("escalations", "on"), ("pacts", "on"))),
    Playthrough("cabinet_2_storm", "cabinet", 2, "two ministers", options=(("target", "storm"), ("clock", "seed"))),
    Playthrough("cabinet_3", "cabinet", 3, "three ministers", players="heuristic"),
    Playthrough("cabinet_5", "cabinet", 5, "the whole cabinet", players="mixed", options=(("target", "calm"),)),
    Playthrough("outposts_1_hard", "outposts", 1, "alone", players="heuristic", options=(("level", "hard"),)),
    Playthrough("outposts_1_grim", "outposts", 1, "alone and grim", options=(("warden", "grim"),)),
    Playthrough("outposts_2", "outposts", 2, "two leagues"),
    Playthrough("outposts_3_brisk", "outposts", 3, "three leagues", players="heuristic", options=(("brisk", "on"),)),
    Playthrough("outposts_4", "outposts", 4, "the whole shelf", players="mixed"),
    Playthrough("ambition_3", "ambition", 3, "three houses", players="heuristic"),
    Playthrough(
        "ambition_5_seed",
        "ambition",
        5,
        "five houses",
        players="mixed",
        options=(
            ("claim_draw", "seed"),
            ("declare_cap", "seed"),
            ("exchange_type", "seed"),
            ("trade_fairs", "pool"),
            ("exhaustion", "accident"),
            ("bluffs", "narrow"),
        ),
    ),
    Playthrough("sealed_auction_4", "sealed_auction", 4, "four bidders"),
    Playthrough("pickpockets_3", "pickpockets", 3, "three pockets"),
    Playthrough("magpies_3", "magpies", 3, "three nests", options=(("rounds", 2),)),
    Playthrough("common_purse_3", "common_purse", 3, "three satchels"),
    Playthrough("rock_paper_scissors_3", "rock_paper_scissors", 3, "three hands"),
    Playthrough("against_the_house_1", "against_the_house", 1, "alone"),
    Playthrough("against_the_house_3", "against_the_house", 3, "three of a team, together"),
)


def played(playthrough: Playthrough) -> str:
    """Return the match as text."""
    return "\n".join(_lines(playthrough)) + "\n"


def _lines(p: Playthrough) -> Iterator[str]:
    game: Any = GAMES[p.game]
    table = LocalMatch(game, players(game, p.seats, p.seed, p.players), p.seed, dict(p.options), p.sealed)
    state = table.state
    yield f"{game.title}, {count(p.seats, 'seat')}, {p.players} players"
    yield f"seed: {p.seed}"
    yield f"options: {' '.join(f'{name}={value}' for name, value in p.options) or 'none'}"
    yield f"scheme: {'sealed' if p.sealed else 'null'}"
    while not state.over:
        asks, where = game.asks(state), game.progress(state)
        yield ""
        yield f"[{state.t}] {where}"
        decisions, events = table.step()
        for seat, ask in asks.items():
            yield f"  {seat} {_asked(ask)}: {shown(decisions[seat])}"
        yield from (f"    {game.tell(state, event)}" for event in events)
        if state.over or game.progress(state).split(":")[0] != where.split(":")[0]:
            yield f"  digest {state.digest().hex()}"
    yield ""
    for place in game.standing(state):
        yield f"{place.rank}. seat {place.seat}: {', '.join(f'{name} {value}' for name, value in place.score)}"


def _asked(ask: Ask) -> str:
    return f"{ask.kind}{' (by itself)' if ask.automatic else ''}"


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

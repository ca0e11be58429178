"""Recorded matches of the first edition: each decision as its place among the options, and the results by round."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from core.bots.heuristic import HeuristicBot
from core.bots.random_bot import RandomBot
from core.engine.game import Decision, Game, Player, State
from core.engine.hidden.secrets import Secrets
from core.engine.local_match import LocalMatch
from core.games.outposts.game import GAME

PATH = Path(__file__).with_name("classic.json")
"""The recorded matches; they were played at d5666468, before the Second edition."""
MATCHES: tuple[tuple[str, str, int, dict[str, str]], ...] = (
    ("hard", "classic a", 1, {"level": "hard", "warden": "grim"}),
    ("hard", "classic b", 2, {}),
    ("hard", "classic c", 3, {"brisk": "on"}),
    ("hard", "classic d", 4, {}),
    ("random", "classic e", 1, {}),
    ("random", "classic f", 2, {"brisk": "on"}),
    ("random", "classic g", 3, {}),
    ("random", "classic h", 4, {}),
)
"""Players, seed, number of seats and options of each match."""
BOTS: dict[str, Any] = {"hard": HeuristicBot, "random": RandomBot}


class Recorder:
    """A player that writes down the place of each decision of another player among the options."""

    def __init__(self, player: Player, places: list[int]) -> None:
        self.player, self.places = player, places

    def decide(self, game: Game, state: State, seat: int, secrets: Secrets) -> Decision:
        """Return the player's decision."""
        decision = self.player.decide(game, state, seat, secrets)
        self.places.append(list(_options(state, seat, secrets)).index(decision))
        return decision


class Repeater:
    """A player that decides as recorded."""

    def __init__(self, places: list[int]) -> None:
        self.places = list(reversed(places))

    def decide(self, game: Game, state: State, seat: int, secrets: Secrets) -> Decision:
        """Return the option at the next recorded place."""
        place = self.places.pop()
        return next(option for number, option in enumerate(_options(state, seat, secrets)) if number == place)


def _options(state: Any, seat: int, secrets: Secrets) -> Iterator[Decision]:
    return GAME.options_of(state, seat, secrets)


def _results(state: Any) -> list[Any]:
    """Return what a round has led to: points, goods, holds, Deals, the map and the Warden's figures."""
    return [
        state.round, list(state.points), [list(state.goods[seat]) for seat in state.seats],
        [list(hold) for hold in state.hold], [list(deals) for deals in state.deals], list(state.owner),
        list(state.level), state.warden_points, list(state.warden_hold), list(state.discards),
    ]  # fmt: skip


def play(game: Game, players: Mapping[int, Player], seed: str, options: Mapping[str, str]) -> list[Any]:
    """Play a match, and return the results of each round and at the end."""
    table: LocalMatch[Any] = LocalMatch(game, players, seed, options)
    found: list[Any] = []

    def watch(state: Any, decisions: Any, events: Any) -> None:
        if state.over or (found and found[-1][0] != state.round) or not found:
            found.append(_results(state))

    table.play(watch)
    found.append([[place.rank, place.seat, *map(list, place.score)] for place in GAME.standing(table.state)])
    return found


def record(game: Game) -> list[dict[str, Any]]:
    """Play all matches with their bots, and return their records."""
    found = []
    for bots, seed, seats, options in MATCHES:
        places: dict[int, list[int]] = {seat: [] for seat in range(1, seats + 1)}
        players = {seat: Recorder(BOTS[bots](seed, seat), places[seat]) for seat in places}
        results = play(game, players, seed, options)
        found.append({"seed": seed, "decisions": list(places.values()), "results": results})
    return found


def recorded() -> list[dict[str, Any]]:
    """Return the recorded matches."""
    found: list[dict[str, Any]] = json.loads(PATH.read_text(encoding="ascii"))
    return found

"""Scenes of the moments that take the whole table: the start of a match, turns of events, and the victory."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from math import inf
from typing import Any

from client.app.shot import play_match
from client.games import table_of
from client.session.source import MatchEvent
from client.table.screens import match_screen
from client.table.view import Look
from core.engine.game import Game
from core.games.ambition import events as ambition_events
from core.games.bridgefront import events as bridgefront_events
from core.games.midnight import events as midnight_events
from core.games.registry import GAMES, find_game
from net.match.events import EndOfMatch, StepResolved
from net.system import game_files
from pictures.scenes import SCENES
from pictures.stage import Stage, Tape
from tests.support.kit import EXAMPLES, forget

FILE_GAME = "flotsam"
"""Game in one file that has the table of all such games."""
Wanted = Callable[[Any, Any], bool]
PLAYERS = {"bridgefront": 4, "midnight": 5, "cabinet": 3, "outposts": 3, "ambition": 4, FILE_GAME: 3}
"""Players of the match of each game."""


SEEDS = {"ambition": "moment 4", "bridgefront": "moment 7"}
"""Seeds of matches with a rare event: an Armageddon, and the fall of a Capital."""


def whole_match(name: str) -> tuple[Any, MatchEvent, list[Any]]:
    """Return the game of a match between bots, the message of its beginning, and its steps."""
    if name == FILE_GAME and name not in GAMES:
        GAMES[name] = load_file_game()
    return _play(name)


@lru_cache(maxsize=1)
def load_file_game() -> Game:
    """Return the game that is loaded from a file."""
    return GAMES[game_files.load(EXAMPLES / f"{FILE_GAME}.py")]


def forget_file_game() -> None:
    """Forget the game in a file, so that others may load it again."""
    if FILE_GAME in game_files.LOADED:
        GAMES.setdefault(FILE_GAME, load_file_game())
        forget(FILE_GAME)
    load_file_game.cache_clear()
    _play.cache_clear()


@lru_cache(maxsize=8)
def _play(name: str) -> tuple[Any, MatchEvent, list[Any]]:
    game = find_game(name)
    first, steps = play_match(game, PLAYERS[name], 1, {}, SEEDS.get(name, "moment"))
    return game, first, steps


def start(stage: Stage, name: str, seated: bool = True) -> Any:
    """Show the start card of a game, before or after the players are known."""
    game, first, _ = whole_match(name)
    tape = Tape()
    screen = match_screen(table_of(game), tape, look=Look())
    screen.controller.ceremony.introduce(game.name)
    stage.show(screen)
    stage.settle(0.1)
    if seated:
        tape.told = [first]
        stage.settle(0.8)
    return screen


def stage_until(stage: Stage, name: str, wanted: Wanted) -> Any:
    """Show the moment that an event causes, with its words settled."""
    game, first, steps = whole_match(name)
    at = next(i for i, step in enumerate(steps) if find_event(step.heard, wanted))
    screen = play_to(stage, game, first, steps[:at])
    screen.controller.source.told = [steps[at].heard]
    frames = 0
    while not screen.table.moment.is_open and frames < 6000:
        stage.window._dispatch_updates(1 / 60)
        frames += 1
    stage.driver.pass_time(1.0)
    stage.driver.step(frames=2)
    return screen


def find_event(heard: MatchEvent, wanted: Wanted) -> bool:
    """Return True if a step has an event that is wanted in the table after the step."""
    report = heard.report
    assert isinstance(report, StepResolved)
    return any(wanted(event, heard.state) for event in report.events)


def takes_capital(event: Any, state: Any) -> bool:
    """Return True if a battle is lost in the loser's own Capital."""
    lost = isinstance(event, bridgefront_events.BattleEnded) and event.winner
    return bool(lost) and state.capital_owner(event.hex) == event.loser


def play_to(stage: Stage, game: Any, first: MatchEvent, steps: list[Any]) -> Any:
    """Show the table after these steps, with animations at their usual speed from then on."""
    tape = Tape(first, *(step.heard for step in steps))
    screen = match_screen(table_of(game), tape, look=Look(speed=inf), on_end=lambda *_: None)
    stage.show(screen)
    stage.settle(0.1)
    screen.timeline.speed = 1.0
    return screen


def victory(stage: Stage, name: str) -> Any:
    """Show the moment of a victory."""
    game, first, steps = whole_match(name)
    screen = play_to(stage, game, first, steps)
    last = screen.table.model.table
    screen.controller.source.told = [
        MatchEvent(EndOfMatch(last.t, b"", tuple(game.standing(last))), None, None, (), b"")
    ]
    stage.driver.pass_time(1.1)
    stage.driver.step(frames=2)
    return screen


for game_name in PLAYERS:
    SCENES[f"start-{game_name}"] = partial(start, name=game_name)
    SCENES[f"victory-{game_name}"] = partial(victory, name=game_name)
SCENES["start-waiting"] = partial(start, name="midnight", seated=False)
SCENES["midnight-last-tick"] = partial(
    stage_until, name="midnight", wanted=lambda event, _: isinstance(event, midnight_events.MidnightCame)
)
SCENES["ambition-armageddon"] = partial(
    stage_until,
    name="ambition",
    wanted=lambda event, _: isinstance(event, ambition_events.MatchEnded) and event.why == "armageddon",
)
SCENES["capital-falls"] = partial(stage_until, name="bridgefront", wanted=takes_capital)
NAMES = ("start-waiting", "midnight-last-tick", "ambition-armageddon", "capital-falls",
         *(f"{kind}-{name}" for name in PLAYERS for kind in ("start", "victory")))  # fmt: skip
"""Names of these scenes."""

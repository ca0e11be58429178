"""Scenes of the replay viewer."""

from __future__ import annotations

import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Any

from pictures.moments import SEED
from pictures.scenes import scene
from pictures.stage import NAMES, Stage


@lru_cache(maxsize=2)
def record_path(game: str, seats: int, when: str) -> Path:
    """Return the path of the record of a whole match between bots."""
    from core.bots.registry import BOTS
    from core.games.registry import find_game
    from net.records import record as records
    from net.session.runner import play_local

    players = [BOTS["heuristic"](SEED, seat) for seat in range(1, seats + 1)]
    played = play_local(find_game(game), seats, {}, SEED, players, names=NAMES[:seats])
    path = Path(tempfile.mkdtemp(prefix="tether-")) / f"{when} {' - '.join(NAMES[:seats])}.tether"
    records.write(path, played.record)
    return path


def open_replay(stage: Stage, path: Path) -> Any:
    """Return the replay of a record with its complete log."""
    stage.app().show_replay(path)
    loader: Any = stage.driver.screen
    loader.loading.wait(600)
    stage.driver.step(frames=2)
    screen: Any = stage.driver.screen
    while len(screen.controller._lines) < len(screen.controller.replay_timeline.entries):
        stage.window._dispatch_updates(1 / 60)
    return screen


def replay_at(stage: Stage, screen: Any, place: Any) -> Any:
    """Return the replay at a moment, after all animations have ended."""
    screen.controller.go_to(place)
    stage.settle(1.0)
    return screen


def show_record(stage: Stage) -> None:
    """Show the description of the record."""
    stage.driver.key("F2")
    stage.settle()


def replay_of(stage: Stage, kind: str = "battle") -> Any:
    """Return a replay just after the dice of its last battle, or at the beginning of its fourth round."""
    screen = open_replay(stage, record_path("bridgefront", 4, "2026-11-21 20.15"))
    timeline = screen.controller.replay_timeline
    mark = [mark for mark in timeline.marks if mark.kind == kind][-1 if kind == "battle" else 3]
    rolled = [e for e in timeline.entries if e.place > mark.place and type(e.event).__name__ == "CombatRolled"]
    return replay_at(stage, screen, rolled[1].place if kind == "battle" else mark.place)


@scene
def replay(stage: Stage) -> None:
    replay_of(stage)


@scene
def replay_of_a_seat(stage: Stage) -> None:
    screen = replay_of(stage, "round")
    for _ in range(3):
        stage.driver.key("PERIOD")
    screen.controller.set_view(2)
    stage.settle(1.5)


@scene
def replay_record(stage: Stage) -> None:
    replay_of(stage, "round")
    show_record(stage)


def show_big_screen(stage: Stage, game: str, seats: int, steps: int) -> None:
    """Show the big screen of a match between bots after this number of steps."""
    from client import games
    from client.app.settings import LARGEST_TEXTS, Settings
    from client.app.theme import game_theme
    from client.session.spectator_session import MatchFound, StepShown
    from client.table.replay.frames import ReplayFrames
    from client.table.screens import live_screen
    from client.ui import theme as themes
    from core.bots.registry import BOTS
    from core.engine.local_match import LocalMatch
    from core.games.registry import GAMES
    from net.match.events import StepResolved

    themes.set_theme(game_theme(LARGEST_TEXTS))
    stage.window.restyle()
    result = GAMES[game]
    table = LocalMatch(result, {seat: BOTS["heuristic"]("big", seat) for seat in range(1, seats + 1)}, "big", {})
    state = table.state.clone()
    names = ("Ada", "Ilse", "Marek", "Oda", "Priya", "Tomas")[:seats]
    faces: dict[int, dict[int, int]] = {seat: {} for seat in range(1, seats + 1)}
    frames = ReplayFrames(result, bytes(32), names, {}, False, "", [state], [state.digest()], faces=faces)
    lines = []
    for t in range(1, steps + 1):
        decisions, events = table.step()
        digest = table.state.digest()
        step = StepResolved(t, dict(decisions), table.state.beacon, list(events), digest)
        lines.append(StepShown(step, table.state.clone()))

    class Line:
        """Session without further news."""

        addresses = (("192.168.1.5", 47801),)

        def news(self) -> list[Any]:
            """Return no news."""
            return []

        def close(self) -> None:
            """Do nothing."""

    session: Any = Line()
    settings = Settings(text_scale=LARGEST_TEXTS, reduced_motion=True)
    screen: Any = live_screen(
        games.table_of(result), MatchFound(frames), session, settings, stage.window.pop, None, lines, big=True
    )
    stage.window.push(screen)
    for _ in range(12):
        stage.driver.step()
    screen.controller.audience._waited = 21.0
    screen.controller.audience.below.touch()
    stage.settle()


@scene
def big_bridgefront(stage: Stage) -> None:
    show_big_screen(stage, "bridgefront", 4, 60)


@scene
def big_midnight(stage: Stage) -> None:
    show_big_screen(stage, "midnight", 4, 60)


@scene
def big_cabinet(stage: Stage) -> None:
    show_big_screen(stage, "cabinet", 4, 30)


@scene
def big_outposts(stage: Stage) -> None:
    show_big_screen(stage, "outposts", 4, 60)

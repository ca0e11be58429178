"""Scenes of the replay viewer."""

from __future__ import annotations

import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Any

from pictures.moments import SEED
from pictures.scenes import scene
from pictures.stage import NAMES, Stage


@lru_cache(maxsize=1)
def record() -> Path:
    """The record of a whole match of four bots."""
    from core.bots import BOTS
    from core.bridgefront.game import GAME
    from net import record as records
    from net.match import play_local

    players = [BOTS["heuristic"](SEED, seat) for seat in range(1, 5)]
    played = play_local(GAME, 4, {}, SEED, players, names=NAMES[:4])
    path = Path(tempfile.mkdtemp(prefix="tether-")) / "2026-11-21 20.15 Ada - Ilse - Marek - Oda.tether"
    records.write(path, played.record)
    return path


def seen_again(stage: Stage, kind: str = "battle") -> Any:
    """A replay, just after the dice of its last battle, or at the beginning of its fourth round."""
    stage.app().watch(record())
    stage.driver.screen.loading.wait(600)
    stage.driver.step(frames=2)
    screen = stage.driver.screen
    while len(screen._lines) < len(screen.reel.entries):
        stage.window._dispatch_updates(1 / 60)
    mark = [mark for mark in screen.reel.marks if mark.kind == kind][-1 if kind == "battle" else 3]
    rolled = [e for e in screen.reel.entries if e.place > mark.place and type(e.event).__name__ == "CombatRolled"]
    screen.go_to(rolled[1].place if kind == "battle" else mark.place)
    stage.settle(1.0)
    return screen


@scene
def replay(stage: Stage) -> None:
    seen_again(stage)


@scene
def replay_of_a_seat(stage: Stage) -> None:
    screen = seen_again(stage, "round")
    for _ in range(3):
        stage.driver.key("PERIOD")
    screen.view_of(2)
    stage.settle(1.5)


@scene
def replay_record(stage: Stage) -> None:
    seen_again(stage, "round")
    stage.driver.key("F2")
    stage.settle()

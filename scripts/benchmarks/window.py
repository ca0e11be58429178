"""Cost of the client: frames of the match screen, latency, start, and memory.

Run it by `scripts/bench.py --client`. It needs a display, or Xvfb. Frames are made one after another as fast as
possible. The figures are therefore the limit of the machine, independent of the frame rate of a window. On a machine
with other work only `cpu_ms` is meaningful, which is the processor time of a frame, including the threads of the
software renderer.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import environment

FRAMES = 90
PARTS = ("start", "memory", "frames", "tables")


def measure_rate(draw: Callable[[], object], frames: int = FRAMES) -> dict[str, float]:
    """Draw frames, and return the number of frames a second and the time of the slower ones."""
    times, spent = [], time.process_time()
    for _ in range(frames):
        began = time.perf_counter()
        draw()
        times.append(time.perf_counter() - began)
    return summarize(times, time.process_time() - spent)


def summarize(times: list[float], spent: float) -> dict[str, float]:
    """Return the frames a second by the median, the 95th percentile, and the processor time of a frame.

    Times are in milliseconds.
    """
    ordered = sorted(times)
    return {
        "cpu_ms": round(1000 * spent / len(times), 2),
        "frames_per_second": round(1 / statistics.median(ordered), 1),
        "median_ms": round(1000 * statistics.median(ordered), 2),
        "p95_ms": round(1000 * ordered[int(len(ordered) * 0.95)], 2),
    }


def measure_frames() -> dict[str, Any]:
    """Measure the match screen of six seats in two sizes.

    It is measured at rest while the Roil drifts, redrawn completely, under a moving pointer, and during the animation
    of a step.
    """
    from pictures import moments, screenshots
    from pictures.stage import Stage

    stage = Stage()
    driver = stage.driver
    result: dict[str, Any] = {}
    for name in ("720", "1080"):
        w, h, scale, _ = screenshots.SIZES[name]
        stage.clear()
        driver.resize(w, h, scale)
        screen = stage.asked(moments.first_moment(moments.asks_kind("action"), 6))
        driver.step(frames=20)

        def frame() -> None:
            driver.step()
            stage.window.ctx.finish()

        def anew(screen: Any = screen) -> None:
            screen.redraw_all()
            frame()

        result[f"{name}_at_rest"] = measure_rate(frame)
        result[f"{name}_everything_anew"] = measure_rate(anew)
        if name != "720":
            continue
        across = iter(range(10_000))

        def hand(screen: Any = screen, across: Any = across) -> None:
            x = screen.table.hand.rect.x + 40 + (next(across) * 7) % (screen.table.hand.rect.w - 80)
            driver.move((x, 70.0))
            stage.window.ctx.finish()

        measure_rate(hand, 40)  # every card has been shown large once
        result[f"{name}_pointer_over_the_hand"] = measure_rate(hand)
        result[f"{name}_step_told"] = measure_animation(stage, moments)
    result["latency_frames"] = rise_latency(stage, moments)
    result["atlas_share"] = round(stage.window.textures.used_fraction(), 2)
    stage.clear()
    stage.window.close()
    return result


SCENES = ("midnight-action", "cabinet-action", "outposts-action", "ambition-six")
"""Scenes with an action of the player at the tables of the other games."""


def measure_tables() -> dict[str, Any]:
    """Measure the frames of the tables in `SCENES` in two sizes, and the latency of a card.

    The latency is the number of frames until a card of the hand rises under the pointer.
    """
    from pictures import SCENES as SHOWN
    from pictures import screenshots
    from pictures.stage import Stage

    stage = Stage()
    result: dict[str, Any] = {}
    for scene in SCENES:
        for name in ("720", "1080"):
            w, h, scale, _ = screenshots.SIZES[name]
            stage.clear()
            stage.driver.resize(w, h, scale)
            SHOWN[scene](stage)
            screen: Any = stage.driver.screen
            stage.driver.step(frames=20)

            def frame() -> None:
                stage.driver.step()
                stage.window.ctx.finish()

            def anew(screen: Any = screen) -> None:
                screen.redraw_all()
                frame()

            result[f"{scene}_{name}"] = {"at_rest": measure_rate(frame), "everything_anew": measure_rate(anew)}
        result[f"{scene}_latency_frames"] = frames_until_rise(stage, screen)
    result["atlas_share"] = round(stage.window.textures.used_fraction(), 2)
    stage.clear()
    stage.window.close()
    return result


def measure_animation(stage: Any, moments: Any) -> dict[str, float]:
    """Measure the frames of the busiest step, from its first frame to its last."""
    late = [m for m in moments.match_steps() if m.before.round >= 4]
    maximum = max(late, key=lambda m: sum(type(x).__name__ in ("StackMoved", "CombatRolled", "ForcesDeployed")
                                          for x in m.events))  # fmt: skip
    screen = stage.told(maximum, lambda s: s.table.narrator.is_busy)
    times: list[float] = []
    spent = time.process_time()
    while screen.table.narrator.is_busy and len(times) < 3000:
        began = time.perf_counter()
        stage.driver.step()
        stage.window.ctx.finish()
        times.append(time.perf_counter() - began)
    return summarize(times, time.process_time() - spent)


def rise_latency(stage: Any, moments: Any) -> int:
    """Return the number of frames from a pointer event to the picture of a risen card."""
    return frames_until_rise(stage, stage.asked(moments.first_moment(moments.asks_kind("action"), 6)))


def frames_until_rise(stage: Any, screen: Any) -> int:
    """Return the number of frames until a card rises on a screen that is already shown."""
    before = stage.driver.shot().tobytes()
    s = stage.window.ui_scale
    x, y = (screen.table.hand.rect.x + screen.table.hand.rect.w / 2) * s, 60 * s
    stage.window.dispatch_event("on_mouse_motion", x, y, 1, 1)
    for frame in range(1, 20):
        stage.window._dispatch_updates(1 / 60)
        if stage.driver.shot().tobytes() != before:
            return frame
    return 20


def measure_start() -> dict[str, Any]:
    """Measure the time from the start of the process to the first picture of the main menu and to the board behind it.

    The menu can be used from its first picture on. The cases are a player's first start, and a later start with
    pictures cached on the disk.
    """
    with tempfile.TemporaryDirectory() as home:
        return {name: start_once(home) for name in ("first", "later")}


def start_once(home: str) -> dict[str, float]:
    """Return the times of one start of the program with this home folder."""
    folders = dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "APPDATA", "LOCALAPPDATA"), home)
    began = time.time()
    child = [sys.executable, str(Path(__file__).resolve()), str(began)]
    done = subprocess.run(child, check=True, stdout=subprocess.PIPE, env={**os.environ, **folders})
    result: dict[str, float] = json.loads(done.stdout)
    return result


def start_to_menu(began: float) -> dict[str, float]:
    """Start the program as a player does; return the times of its menu and of the board behind it.

    Each counts when it is completely drawn.
    """
    import pyglet

    from client.app.startup import open_app

    pyglet.window.Window._enable_event_queue = False  # else events dispatched here wait for a loop that never runs
    app = open_app()
    app.show_menu()
    window: Any = app.window
    result: dict[str, float] = {}

    def frame() -> None:
        window.switch_to()
        window._dispatch_updates(1 / 60)
        window.dispatch_event("on_draw")
        window.flip()
        window.ctx.finish()

    def note(name: str) -> None:
        result[f"{name}_seconds"] = round(time.time() - began, 2)
        result[f"{name}_cpu_seconds"] = round(time.process_time(), 2)

    frame()
    note("menu")
    while not window.screen_on_top.scenery.board.ready:
        frame()
    frame()
    note("board")
    window.close()
    return result


def measure_memory(matches: int, game: str = "bridgefront") -> dict[str, Any]:
    """Return the memory in megabytes after each of several whole matches, played by mouse in one window."""
    from tests.support.client.driver import Driver, open_test_window

    players = importlib.import_module(f"tests.support.client.{game}.players")
    MousePerson, sit_down = getattr(players, "MousePerson", None) or players.Mouse, players.sit_down

    window = open_test_window(4096)
    driver = Driver(window, Path())
    held = []
    for i in range(matches):
        screen = sit_down(driver, f"bench {i}", speed=inf)
        MousePerson(driver, screen, f"bench {i}").play()
        driver.leave()
        del screen
        gc.collect()
        held.append(round(resident_memory(), 1))
    window.close()
    return {"megabytes_after_each_match": held}


def resident_memory() -> float:
    """Return the current memory of this process in megabytes."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


def measure_parts(parts: set[str], matches: int) -> dict[str, Any]:
    """Return the requested figures; each part is measured in a separate process."""
    if len(parts) > 1:
        script = [sys.executable, str(Path(__file__).with_name("bench.py")), "--client", "--matches", str(matches)]
        alone = [[*script, "--only", part] for part in PARTS if part in parts]
        done = [subprocess.run(words, check=True, stdout=subprocess.PIPE).stdout for words in alone]
        return {name: figures for told in done for name, figures in json.loads(told).items()}
    import tests.client.conftest  # noqa: F401  (a display, before Arcade is imported)

    result: dict[str, Any] = {}
    if "start" in parts:
        result["start"] = measure_start()
    if "memory" in parts:
        result["memory"] = measure_memory(matches)
    if "frames" in parts:
        result["frames"] = measure_frames()
    if "tables" in parts:
        result["tables"] = measure_tables()
        for game in ("midnight", "outposts"):
            result[f"memory_{game}"] = measure_memory(max(2, matches // 3), game)
    return result


if __name__ == "__main__":
    sys.path.insert(0, str(environment.ROOT))
    print(json.dumps(start_to_menu(float(sys.argv[1]))))

"""The part of `bench.py` on other game engines in Python: random decisions a second on one core.

They are measured in turn with Tether. Each runs the code that its users would write: ask for the legal decisions,
choose one at random, play it, and repeat until the game is over. The engines are installed into a separate environment
next to that of the project (`.venv-peers`), which is created if it is missing. They are never a dependency. Engines
that cannot be installed are left out and reported. Both sides run on the same Python.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import environment

HOME = environment.ROOT / ".venv-peers"
PEERS = {"python-chess": "chess", "catanatron": "catanatron", "open_spiel": "open-spiel"}
"""Engines to measure, and their packages."""
SECONDS = 2.0
"""Seconds of processor time for one measurement."""

SCRIPT = """
import json, random, sys, time

def until(seconds, game):
    began = time.process_time()
    decided = 0
    while time.process_time() - began < seconds:
        decided += game()
    return decided / (time.process_time() - began)

def chess_game():
    board, decided = chess.Board(), 0
    while not board.is_game_over(claim_draw=False) and decided < 400:
        board.push(random.choice(list(board.legal_moves)))
        decided += 1
    return decided

def catan_game():
    game, decided = Game([RandomPlayer(c) for c in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)]), 0
    while game.winning_color() is None and game.state.num_turns < 1000:
        game.play_tick()
        decided += 1
    return decided

def spiel_game(name):
    game = pyspiel.load_game(name)
    def play():
        state, decided = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, odds = zip(*state.chance_outcomes())
                state.apply_action(random.choices(actions, odds)[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
                decided += 1
        return decided
    return play

random.seed(sys.argv[2])
found, seconds = {}, float(sys.argv[3])
if sys.argv[1] == "python-chess":
    import chess
    found["python-chess"] = until(seconds, chess_game)
elif sys.argv[1] == "catanatron":
    from catanatron import Color, Game, RandomPlayer
    found["catanatron, 4 seats"] = until(seconds, catan_game)
else:
    import pyspiel
    from open_spiel.python import games
    for name in ("python_tic_tac_toe", "python_liars_poker", "python_kuhn_poker"):
        if name in pyspiel.registered_names():
            found["OpenSpiel, " + name] = until(seconds, spiel_game(name))
print(json.dumps(found))
"""


def peers_python() -> str:
    """Return the Python of the environment that holds the other engines; install those that can be installed."""
    python = HOME / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists():
        environment.make_environment(HOME)
    for package in PEERS.values():
        if environment.pip(python, package).returncode:
            sys.stderr.write(f"{package} cannot be installed here\n")
    return str(python)


def measure_engines(runs: int) -> dict[str, Any]:
    """Return the decisions a second of each engine and of Tether, and their ratio.

    The figures are medians over runs taken in turn.
    """
    from benchmarks.engine import local_games

    python = peers_python()
    ours: list[float] = []
    theirs: dict[str, list[float]] = {}
    ratios: dict[str, list[float]] = {}
    for run in range(runs):
        for peer in PEERS:
            mine = local_games("random", False)(run)["decisions_per_second"]
            ours.append(mine)
            command = [python, "-I", "-c", SCRIPT, peer, str(run), str(SECONDS)]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            result = json.loads(done.stdout.strip().rpartition("\n")[2] or "{}") if not done.returncode else {}
            for name, speed in result.items():
                theirs.setdefault(name, []).append(speed)
                ratios.setdefault(name, []).append(mine / speed)
    return {
        "tether_decisions_per_second": round(statistics.median(ours)),
        **{
            name: {
                "decisions_per_second": round(statistics.median(speeds)),
                "ratio": round(statistics.median(ratios[name]), 3),
            }
            for name, speeds in theirs.items()
        },
    }

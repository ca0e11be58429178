"""The registry: a game is registered by its name alone, and its entry in each layer is found from the name."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

import core.games
from client import games as tables
from core.bots.heuristic import HeuristicBot
from core.bots.levels import MasterBot
from core.engine.local_match import LocalMatch
from core.games import registry
from core.games.entry import GameEntry
from core.games.registry import GAMES, LAYERS, NAMES, PLACES, record_of
from lab.games.registry import entry_of
from net.cli.games.new_game import TEMPLATE
from net.match.genesis import rules_hash
from net.system.installed_games import GROUP, leave_out_broken_games, register_installed_games
from tests.support.games.rock_paper_scissors.game import GAME as SAMPLE
from tests.support.sources import ROOT, imported, modules, nodes

OTHER_NAMES = {
    "client/art/sound/sounds.py": {"midnight"},  # a sound of that name
}
"""Words of a file that are spelled as a game and mean something else."""
ART = "client/art/"
"""Pictures of Bridgefront's board and cards, which lie with the painters that all share."""


def outside() -> list[str]:
    """Return the files of the product that are in no game's folder."""
    homes = tuple(f"{layer}/games/{name}/" for layer in LAYERS for name in NAMES)
    return [path for path in modules("core", "net", "lobby", "lab", "client") if not path.startswith(homes)]


def texts(path: str) -> list[str]:
    """Return the strings in a file except its docstrings."""
    every = list(nodes(path))
    told = [node.value for node in every if isinstance(node, ast.Expr)]
    found = [node for node in every if isinstance(node, ast.Constant) and not any(node is one for one in told)]
    return [node.value for node in found if isinstance(node.value, str)]


def test_no_file_outside_a_games_own_folders_names_that_game() -> None:
    """The author of a new game changes only the game's own folders."""
    named = {path: sorted(set(NAMES) & set(texts(path)) - OTHER_NAMES.get(path, set())) for path in outside()}
    assert {path: names for path, names in named.items() if names} == {}


def test_the_registered_games_are_the_folders_with_an_entry_sorted_by_position() -> None:
    folders = {path.parent.name for path in (ROOT / "core/games").glob("*/entry.py")}
    assert folders == set(NAMES) and NAMES[0] == "bridgefront"
    positions = [record.position for name in NAMES if (record := record_of(name)) is not None]
    assert positions == sorted(positions) and len(positions) == len(NAMES) >= 5


def test_a_game_in_a_new_folder_of_the_games_package_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name, position in (("tides", 0), ("eddies", 1000), ("notes", None)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("")
        entry = f"from core.games.entry import GameEntry\nENTRY = GameEntry('{name}', '', '', position={position})\n"
        if position is not None:
            (tmp_path / name / "entry.py").write_text(entry)
    (tmp_path / "plain").mkdir()
    monkeypatch.setattr(core.games, "__path__", [*core.games.__path__, str(tmp_path)])
    try:
        assert registry.game_names_in(core.games.__path__) == ("tides", *NAMES, "eddies")
    finally:
        for module in [
            name
            for name in sys.modules
            if name.startswith(("core.games.tides", "core.games.eddies", "core.games.notes"))
        ]:
            del sys.modules[module]


def test_no_file_outside_a_games_own_folders_imports_that_game() -> None:
    theirs = tuple(f"{layer}.games.{name}" for layer in LAYERS for name in NAMES)
    found = {path: [name for name in imported(path) if name.startswith(theirs)] for path in outside()}
    assert {path: names for path, names in found.items() if names and not path.startswith(ART)} == {}


@pytest.mark.parametrize("name", NAMES)
def test_every_part_named_by_a_game_entry_exists(name: str) -> None:
    record = record_of(name)
    assert record is not None and (record.name, record.title) == (GAMES[name].name, GAMES[name].title)
    assert record.game is GAMES[name] and record.answers and record.catalogue is not None
    assert entry_of(name).deck is not None


@pytest.mark.parametrize("layer", LAYERS)
@pytest.mark.parametrize("name", ["", "..", "os", "sys:path", "midnight.bot", "../midnight", "nothing+00"])
def test_an_unregistered_game_name_loads_nothing(name: str, layer: str) -> None:
    before = set(sys.modules)
    records: Any = {"core": registry.RECORDS, "client": tables.RECORDS}.get(layer)
    assert (records.find(name) if records is not None else entry_of(name).deck) is None
    assert name not in GAMES and set(sys.modules) == before
    with pytest.raises(KeyError):
        GAMES[name]


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a package of a game that the user has installed; restore the registry afterwards."""
    places = {layer: dict(PLACES[layer]) for layer in LAYERS}
    home = tmp_path / "tides"
    home.mkdir()
    (home / "__init__.py").write_text("")
    (home / "game.py").write_text(
        "from tests.support.games.rock_paper_scissors.game import RockPaperScissors\n"
        "class Tides(RockPaperScissors):\n    name = 'tides'\n    title = 'Tides'\nGAME = Tides()\n"
    )
    (home / "entry.py").write_text(
        "from core.games.entry import GameEntry\nENTRY = GameEntry('tides', 'Tides', 'tides.game:GAME')\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    yield
    for layer in LAYERS:
        PLACES[layer].clear()
        PLACES[layer].update(places[layer])
    GAMES.pop("tides", None)
    registry.RECORDS._loaded.pop("tides", None)
    for name in [name for name in sys.modules if name.partition(".")[0] == "tides"]:
        del sys.modules[name]


def test_an_installed_game_is_registered_and_loaded_lazily(installed: Any) -> None:
    assert register_installed_games([EntryPoint("tides", "tides.entry:ENTRY", GROUP)]) == []
    assert "tides" in GAMES and list(GAMES)[: len(NAMES)] == list(NAMES) and "tides.entry" not in sys.modules
    assert ("tides", "Tides") in tables.titles() and "tides.game" not in sys.modules
    assert GAMES["tides"].title == "Tides" and isinstance(record_of("tides"), GameEntry)
    assert tables.entry_of("tides").table == "" and entry_of("tides").deck is None
    assert rules_hash(GAMES["tides"]) != rules_hash(SAMPLE)


@pytest.mark.parametrize("name", ["midnight", "midnight.client", "a b", "tides+0", "tides.server", "", "\x1b[31m"])
def test_an_installed_game_cannot_take_the_name_of_another(name: str, installed: Any) -> None:
    before = {layer: dict(PLACES[layer]) for layer in LAYERS}
    [refused] = register_installed_games([EntryPoint(name, "tides.entry:ENTRY", GROUP)])
    assert "is left out" in refused and "\x1b" not in refused
    assert before == PLACES and list(GAMES) == list(NAMES) and "tides" not in sys.modules


BROKEN = {
    "nothing is there": ("nothing_of_it.entry:ENTRY", "there is no nothing_of_it.entry:ENTRY"),
    "it raises": ("tides.raises:ENTRY", "ValueError: first second"),
    "it exits": ("tides.exits:ENTRY", "SystemExit: 3"),
    "its entry is missing": ("tides.game:ENTRY", "has no attribute 'ENTRY'"),
    "its entry is no entry": ("tides.game:GAME", "tides.game:GAME is no GameEntry"),
    "its rules are missing": ("tides.no_rules:ENTRY", "has no attribute 'OTHER'"),
    "it has another name": ("tides.renamed:ENTRY", "it is called 'tides'"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_package_is_left_out_with_one_sentence(what: str, installed: Any, tmp_path: Path) -> None:
    home = tmp_path / "tides"
    entry = "from core.games.entry import GameEntry\nENTRY = GameEntry('{}', 'Tides', 'tides.game:{}')\n"
    (home / "raises.py").write_text("raise ValueError('first\\nsecond')\n")
    (home / "exits.py").write_text("raise SystemExit(3)\n")
    (home / "no_rules.py").write_text(entry.format("tides", "OTHER"))
    (home / "renamed.py").write_text(entry.format("ebb", "GAME"))
    place, fault = BROKEN[what]
    assert register_installed_games([EntryPoint("tides", place, GROUP)]) == []
    [refused] = leave_out_broken_games()
    assert refused.startswith("The installed game 'tides' is left out: its package does not work") and fault in refused
    assert "\n" not in refused and list(GAMES) == list(NAMES) and record_of("tides") is None


def test_installed_games_are_registered_once(installed: Any) -> None:
    points = [EntryPoint("tides", "tides.entry:ENTRY", GROUP)]
    assert register_installed_games(points) == register_installed_games(points) == []


def test_an_installed_game_is_played_by_processes(tmp_path: Path) -> None:
    """Each seat is a process of its own, which knows the installed games, too."""
    text = TEMPLATE.replace("NAME", "tides").replace("TITLE", "Tides")
    (tmp_path / "tides.py").write_text(f"{text}\nENTRY = GAME.entry\n")
    info = tmp_path / "tides-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: tides\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[tether.games]\ntides = tides:ENTRY\n")
    words = [sys.executable, "-P", "-m", "client", "match", "--game", "tides", "--seats", "2", "--json"]
    env = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}", "TETHER_HOME": str(tmp_path / "home")}
    done = subprocess.run(words, env=env, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0 and '"digest"' in done.stdout, done.stderr


def test_a_package_that_works_is_kept(installed: Any) -> None:
    assert register_installed_games([EntryPoint("tides", "tides.entry:ENTRY", GROUP)]) == []
    assert leave_out_broken_games() == [] and GAMES["tides"].title == "Tides"


def test_every_bot_plays_a_game_without_an_entry() -> None:
    assert record_of(SAMPLE.name) is None
    table = LocalMatch(SAMPLE, {1: HeuristicBot("", 1), 2: MasterBot("", 2)}, "sample")
    while not table.state.over:
        table.step()
    assert len(SAMPLE.standing(table.state)) == 2

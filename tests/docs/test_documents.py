"""The documents: citations in code exist in docs/play/rules, tables equal those of the engine, and links resolve."""

from __future__ import annotations

import importlib.util
import io
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tokenize
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
import pytest

from client.app.commands import ALL as WINDOW_COMMANDS
from core.games.ambition import cards as ambition
from core.games.ambition.changes import RULESETS as AMBITION_RULESETS
from core.games.bridgefront import board
from core.games.bridgefront.catalogue import CARDS
from core.games.bridgefront.factions import FACTIONS
from core.games.bridgefront.phases import market
from core.games.bridgefront.text.words import screen_name
from core.games.cabinet import cards as cabinet
from core.games.midnight import cards as midnight
from core.games.midnight.ruleset import Numbers as MidnightNumbers
from core.games.outposts import goods as outposts_goods
from core.games.outposts.changes import RULESETS as OUTPOSTS_RULESETS
from core.games.registry import NAMES, find_game
from lobby.cli import room as lobby_commands
from net.cli.app import cli, run
from tests.support.records import CATALOGUES

ROOT = Path(__file__).resolve().parents[2]
AMBITION, OUTPOSTS = AMBITION_RULESETS.printed, OUTPOSTS_RULESETS.printed
RULES = ROOT / "docs" / "play" / "rules"
_SPEC = importlib.util.spec_from_file_location("game_pages", ROOT / "scripts" / "build" / "game_pages.py")
assert _SPEC is not None and _SPEC.loader is not None
PAGES = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(PAGES)
find_game("bridgefront")  # registers all cards
assert lobby_commands  # registers its commands

# What is cited --------------------------------------------------------------------------------------------------------

LABEL = r"(?:RU|SU|AL|AO|BE|DE|IB|NB|NU|PE|SC|[ABCDFHKLMNORTZ])\d{1,2}|ES\d\d|A-[A-Z]{3,4}"
SECTION = r"\d{1,2}\.\d{1,2}(?:[a-e]|\.\d+)?(?! (?:seconds|percentage|times|ms|µs|s|kB|MB|%))"
CITED = re.compile(
    r"(PROTOCOL |hidden cards )?"
    rf"(?:(parts?|rules?) (\d+)\b(?!\.)|({LABEL})\b|(?:parts? )?(?<![\d.\w=-])({SECTION})(?![\d\w]))"
)
CORNERS = re.compile(r"corners K0-K5")
HOMES = {
    "bridgefront.md": ("core/games/bridgefront", "client/games/bridgefront"),
    "midnight.md": ("core/games/midnight", "client/games/midnight"),
    "cabinet.md": ("core/games/cabinet",),
    "outposts.md": ("core/games/outposts",),
    "ambition.md": ("core/games/ambition", "client/games/ambition"),
}
HOMES |= {f"{name}.md": (f"core/games/{name}",) for name in NAMES if f"{name}.md" not in HOMES}
"""Folders that cite each rules text."""


def prose(path: Path) -> Iterator[str]:
    """Yield the comments and docstrings."""
    for token in tokenize.generate_tokens(io.StringIO(path.read_text("utf-8")).readline):
        if token.type == tokenize.COMMENT or (token.type == tokenize.STRING and '"""' in token.string):
            yield CORNERS.sub("", token.string)


@cache
def cited_in(path: Path) -> list[tuple[str, str, str]]:
    """Return (place, text, item) of every citation of a file."""
    where = path.relative_to(ROOT).as_posix()
    found = [match for text in prose(path) for match in CITED.findall(text)]
    return [(where, of.strip(), part or label or section) for of, _, part, label, section in found]


def cited(*folders: str) -> Iterator[tuple[str, str, str]]:
    """Yield the citations of all files in these folders."""
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield from cited_in(path)


@cache
def anchors(name: str) -> frozenset[str]:
    """Return the citable items of a text: parts, sections, numbered points with their letters, and labels."""
    found: set[str] = set()
    heading = point = ""
    for line in (RULES / name).read_text("utf-8").splitlines():
        if match := re.match(r"#+ (\d+(?:\.\d+)*)\b", line):
            heading, point = match[1], ""
            found.add(heading)
        elif match := re.match(r"(\d+)\. ", line):
            point = f"{heading}.{match[1]}"
            found.add(point)
        elif match := re.match(r"\s+- ([a-e])\. ", line):
            found.add(point + match[1])
        found.update(re.findall(rf"\*\*({LABEL}|15\.9)\b", line))
        found.update(re.findall(rf"^\| ({LABEL}|\d+\.\d+)\b", line))
    return frozenset(found)


@cache
def cited_of_the_protocol() -> frozenset[str]:
    """Return the protocol's sections that are cited as such; in a sentence about them the word may be missing."""
    return frozenset(what for _, of, what in cited("core", "net") if of == "PROTOCOL")


def test_every_protocol_section_cited_in_code_exists() -> None:
    parts = sorted((ROOT / "docs" / "internals" / "protocol").glob("*.md"))
    told = {cite for part in parts for cite in anchors(f"../../internals/protocol/{part.name}")}
    assert [
        f"{where}: {what}"
        for where, of, what in cited("core", "net", "lab", "lobby", "client")
        if of == "PROTOCOL" and what not in told
    ] == []
    numbers = {number for number in told if number.isdigit()}
    assert numbers == {str(n) for n in range(1, 26)}


@pytest.mark.parametrize("name", HOMES)
def test_every_rule_cited_in_code_exists(name: str) -> None:
    missing = []
    for where, of, what in cited(*HOMES[name]):
        known = anchors("hidden-cards.md") if of == "hidden cards" else anchors(name)
        if name == "bridgefront.md" and re.match(r"[HZ]\d", what):
            known = anchors("hidden-cards.md")
        if where.endswith("printed_cards.py") and re.fullmatch(r"[BN]\d\d", what):
            continue  # the code of a printed card, no citation
        if of != "PROTOCOL" and what not in known and what not in cited_of_the_protocol():
            missing.append(f"{where}: {of} {what}")
    assert not missing


def test_the_citation_search_finds_only_citations() -> None:
    """The search finds the many citations, and ignores other numbers."""
    text = "Ranks (8.3.4, rules part 12, B5, 11.4d; hidden cards 2.5): 1.5 seconds, 12 kB, IPv4, scale=0.25"
    found = ["".join((of, part, label, section)) for of, _, part, label, section in CITED.findall(text)]
    assert found == ["8.3.4", "12", "B5", "11.4d", "hidden cards 2.5"]
    assert len(set(cited(*HOMES["bridgefront.md"]))) > 100
    assert len(set(cited(*HOMES["midnight.md"]))) > 50
    assert len(set(cited(*HOMES["cabinet.md"]))) > 50


@pytest.mark.parametrize(("name", "folder"), [(name, name.removesuffix(".md")) for name in HOMES])
def test_every_ruling_cited_in_a_test_name_exists(name: str, folder: str) -> None:
    labels = {
        label
        for path in (ROOT / "tests" / "core" / "games" / folder).rglob("test_*.py")
        for label in re.findall(rf"def test_({LABEL})_", path.read_text("utf-8"))
    }
    assert labels
    assert labels <= anchors(name) | anchors("hidden-cards.md")


def test_rulings_are_numbered_without_gaps() -> None:
    last = {"A": 29, "B": 15, "C": 19, "F": 10, "K": 21, "L": 18, "M": 17, "N": 6, "O": 12, "D": 11}
    wanted = {f"{letter}{i}" for letter, count in last.items() for i in range(1, count + 1)}
    assert wanted <= anchors("bridgefront.md")
    assert {f"H{i}" for i in range(1, 11)} | {"Z1", "Z2", "Z3"} <= anchors("hidden-cards.md")
    assert {f"R{i}" for i in range(1, 30)} | {f"ES{i:02}" for i in range(1, 21)} <= anchors("midnight.md")
    assert {f"T{i}" for i in range(1, 8)} | {f"M{i}" for i in range(1, 6)} <= anchors("midnight.md")
    assert {f"RU{i}" for i in range(1, 6)} | {f"SU{i}" for i in range(1, 7)} <= anchors("midnight.md")
    assert {f"B{i}" for i in range(1, 37)} | {"D1", "D2", "D3", "D4", "L1", "L2"} <= anchors("cabinet.md")
    assert {f"A{i}" for i in range(1, 16)} | {f"C{i}" for i in range(1, 39)} <= anchors("outposts.md")
    assert {f"A{i}" for i in range(1, 55)} | {f"C{i}" for i in range(1, 7)} <= anchors("ambition.md")
    assert {f"F{i}" for i in range(1, 6)} | {f"K{i}" for i in range(1, 8)} <= anchors("ambition.md")


# Tables ---------------------------------------------------------------------------------------------------------------


def rows(path: Path, first: str) -> list[list[str]]:
    """Return the cells of the table whose heading begins with this cell, without bold."""
    lines = path.read_text("utf-8").splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith(f"| {first} |"))
    found = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        found.append([cell.strip().replace("**", "") for cell in line.strip("|").split("|")])
    return found


@pytest.mark.parametrize("game", NAMES)
def test_the_options_in_the_rules_match_the_game(game: str) -> None:
    name, options = f"{game}.md", find_game(game).options
    text = (RULES / name).read_text("utf-8")
    for option in options.table.values():
        line = re.search(rf"^\| {option.name} \|.*$", text, re.M)
        assert line, f"docs/play/rules/{name}: add the option {option.name}"
        cells = [cell.strip() for cell in line[0].strip("|").split("|")]
        values = set()
        for value in re.sub(r"\*\*", "", cells[1]).split(", "):
            low, dash, high = value.partition("-")
            values |= {str(n) for n in range(int(low), int(high) + 1)} if dash else {value}
        assert values == {str(value) for value in option.values}, option.name
        assert re.findall(r"\*\*(.+?)\*\*", cells[1]) == [str(option.default)], option.name
        if option.ruling:
            assert cells[3] == option.ruling
            assert option.ruling in anchors(name)
    named = set(re.findall(r"^\| ([a-z]+(?:_[a-z]+)*) \| .*\*\*", text, re.M))
    assert named == set(options.table)


def test_the_board_in_the_rules_matches_bridgefront() -> None:
    for row in rows(RULES / "bridgefront.md", "players"):
        if not row[0].isdigit():
            continue
        players = int(row[0])
        assert (int(row[2]), int(row[3])) == (players + 1, board.FORGE_COUNTS[players])
        if players == 6:
            assert (row[1], board.CORNERS[6]) == ("K0 to K5", (0, 1, 2, 3, 4, 5))
        elif players == 5:
            found = [(int(q), int(r)) for q, r in re.findall(r"\((-?\d),(-?\d)\)", row[1])]
            assert tuple(found) == board.FIVE_PLAYER_SLOTS[4] + board.FIVE_PLAYER_SLOTS[5]
        else:
            assert row[1].split() == [f"K{i}" for i in board.CORNERS[players]]


def test_the_previews_in_the_rules_match_bridgefront() -> None:
    text = (RULES / "bridgefront.md").read_text("utf-8")
    row = re.search(r"^\| N \|(.*)\|$", text, re.M)
    assert row
    numbers = [int(cell) for cell in row[1].split("|")]
    assert (*numbers, *numbers[-1:] * 2) == market.PREVIEW["table"]  # rounds 8-10 share a column


def test_the_page_of_bridgefront_has_printed_names_and_the_rules_have_the_factions() -> None:
    page = (ROOT / "docs" / "play" / "bridgefront.md").read_text("utf-8")
    renamed = [card for card in CARDS if screen_name(card) != card.name]
    assert renamed and all(f"**{screen_name(card)}** (printed: {card.name} ·" in page for card in renamed)
    order = re.search(
        r"Ranks that name nothing follow the order ([^.]+)\.", (RULES / "bridgefront.md").read_text("utf-8")
    )
    assert order and re.sub(r"\s*\(.*?\)|\n", " ", order[1]).replace(" ", "").split(",") == [f.code for f in FACTIONS]


def test_rulings_on_single_cards_name_existing_cards() -> None:
    document = (RULES / "bridgefront-cards.md").read_text("utf-8")
    named = re.findall(r"^- \*\*(.+?)\*\*", document, re.M)
    assert len(named) > 60 and {*named} <= {card.name for card in CATALOGUES["bridgefront"].cards}


@pytest.mark.parametrize("game", CATALOGUES)
def test_the_generated_page_of_a_game_is_current(game: str) -> None:
    made = "\n".join(PAGES.page_lines(game)) + "\n"
    page = ROOT / "docs" / "play" / f"{game}.md"
    assert page.read_text("utf-8") == made, f"{page.name}: run scripts/build/game_pages.py"
    assert all(f"**{card.name}**" in made for card in CATALOGUES[game].cards)


@pytest.mark.parametrize("page", PAGES.TABLES, ids=lambda page: page.name)
def test_the_generated_table_of_a_page_is_current(page: Path) -> None:
    assert page.read_text("utf-8") == PAGES.with_table(page), f"{page.name}: run scripts/build/game_pages.py"


def test_the_tables_in_the_rules_match_cabinet() -> None:
    path = RULES / "cabinet.md"

    def letters(cost: cabinet.Cost) -> str:
        return " ".join(cabinet.LETTERS[kind] for kind in cost)

    for row in rows(path, "players"):
        seats = int(row[0])
        left = len(cabinet.CHALLENGE_CARDS) - cabinet.REMOVED_CHALLENGES[seats]
        assert [int(cell) for cell in row[1:]] == [*cabinet.TARGETS[seats], cabinet.CHALLENGE_LIMITS[seats], left]
    assert [tuple(row) for row in rows(path, "resource")] == [
        (name, letter, str(copies))
        for name, letter, copies in zip(cabinet.RESOURCES, cabinet.LETTERS, cabinet.RESOURCE_COPIES)
    ]


def test_the_documented_difficulty_of_cabinet_was_measured() -> None:
    """Teams of the best bots win 70 to 90 in 100 at normal; teams that wait at the limit win below 10."""
    measured = json.loads((ROOT / "tests" / "data" / "cabinet_teams.json").read_text("ascii"))["figures"]
    best = {(line["seats"], line["target"]): line for line in measured if line["team"] == "best"}
    table = rows(ROOT / "docs" / "design" / "games-tables.md", "team of")
    assert [(int(row[0]), row[1]) for row in table] == [(n, level) for n in cabinet.TARGETS for level in cabinet.LEVELS]
    for row in table:
        line = best[int(row[0]), row[1]]
        low, high = line["interval"]
        assert row[2] == f"{100 * line['share']:.1f} % ({100 * low:.1f} to {100 * high:.1f})"
        assert row[3] == f"{line['turns_when_won']:.1f}" and line["matches"] >= 100
        assert [int(cell) for cell in row[4:]] == [line["endings"].get(how, 0) for how in ("deck", "upkeep")]
        assert row[1] != "normal" or 0.7 < line["share"] < 0.9
    seated = [line for line in measured if line["team"] == "sit"]
    assert {line["seats"] for line in seated} == set(cabinet.TARGETS)
    assert all(line["target"] == "normal" and line["interval"][1] < 0.1 for line in seated)


def test_the_tables_in_the_rules_match_outposts() -> None:
    path = RULES / "outposts.md"
    assert [row[0] for row in rows(path, "good")] == list(outposts_goods.NAMES[: len(outposts_goods.GOODS)])
    assert [int(row[2]) for row in rows(path, "on level")] == list(OUTPOSTS.level_defence[1:])


def test_the_tables_in_the_rules_match_midnight() -> None:
    path = RULES / "midnight.md"
    assert [tuple(int(n) for n in row[2].split(", ")) for row in rows(path, "dial")] == list(midnight.DIAL_VALUES)
    assert [row[0] for row in rows(path, "dial")] == list(midnight.DIAL_NAMES)
    for row, card in zip(rows(path, "card"), midnight.CARDS, strict=True):
        in_sets = midnight.CARDS.index(card) in midnight.SET_KINDS
        ways = {"border": card.border, "set": in_sets, "Capital": card.capital, "Discard": card.discard}
        played = "; ".join(way for way, may in ways.items() if may)
        assert row == [card.name, str(card.copies), played, "yes" if card.wild else "", card.mark]
    for row in rows(path, "from"):
        minute = int(row[0])
        assert row[2:4] == [str(midnight.SUNSET_LOSS[minute]), str(midnight.SUNSET_STEPS[minute])]
    dice = {row[1]: int(row[2]) for row in rows(path, "die")}
    assert dice["calm"] == MidnightNumbers().calm_faces
    assert [dice[face] for face in ("crisis averted", "tensions rise", "conflict ensues", "the clock ticks")] == [
        midnight.RED.count(face) for face in (midnight.AVERTED, midnight.RISE, midnight.CONFLICT, midnight.TICK)
    ]


def test_the_tables_in_the_rules_match_ambition() -> None:
    path = RULES / "ambition.md"
    pacts = [[f"AL{i}", pact.name, str(pact.stake), pact.text] for i, pact in enumerate(AMBITION.pacts, 1)]
    assert [row[:4] for row in rows(path, "alliance")] == pacts
    pool = sum(card.copies for card in ambition.INTRIGUES)
    sizes = {n: sum(AMBITION.kinds(n, 0)[ambition.INTRIGUE_DECK]) - pool for n in ambition.POOL_DRAWN}
    assert [[int(cell) for cell in row] for row in rows(path, "players")] == [
        [n, sizes[n], drawn, sizes[n] + drawn] for n, drawn in ambition.POOL_DRAWN.items()
    ]
    points = {row[0]: row[1] for row in rows(path, "what") if len(row) == 2}
    assert points["each Nuclear Arms in hand"] == str(AMBITION.numbers.arms_worth)
    assert points["each Intrigue card in hand, Armageddon too"] == str(AMBITION.numbers.intrigue_worth)
    text = path.read_text("utf-8")
    assert f"of the other {pool}, the common pool" in text
    assert f"Together they are worth {sum(elite.value for elite in ambition.ELITES)}." in text


# Links ----------------------------------------------------------------------------------------------------------------

DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def anchor(heading: str) -> str:
    """Return a heading in the form in which links name it."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def headings(path: Path) -> set[str]:
    """Return the link targets in a document."""
    return {anchor(heading) for heading in re.findall(r"^#+ (.+)$", path.read_text("utf-8"), re.M)}


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_in_documents_resolve(path: Path) -> None:
    text = re.sub(r"```.*?```", "", path.read_text("utf-8"), flags=re.S)
    broken = []
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        file, _, part = target.partition("#")
        to = path.parent / file if file else path
        if not to.exists() or (part and part not in headings(to)):
            broken.append(target)
    assert not broken


# --json ---------------------------------------------------------------------------------------------------------------

JSON = ROOT / "docs" / "internals" / "json.md"
SAMPLES: dict[str, list[str]] = {
    "tether match": ["match", "--local", "--seats", "2", "--seed", "json", "--option", "vp_to_win=5"],
    "tether verify": ["verify", "{record}"],
    "tether show": ["show", "{record}"],
    "tether cards": ["cards", "Zap"],
    "tether games": ["games"],
    "tether print": ["print", "midnight", "--cards=Siren", "--ink-saving", "--out={record}.pdf"],
    "tether code": ["code"],
}
"""Arguments that yield data of a command, where that is cheap.

The first object has the keys of its section's first list.
"""


def commands(group: click.Group, name: str = "tether") -> Iterator[tuple[str, click.Command]]:
    """Yield every command with its full name."""
    mine = {each.name: each for each in WINDOW_COMMANDS} if group is cli else {}
    for word, command in sorted({**mine, **group.commands}.items()):
        if isinstance(command, click.Group):
            yield from commands(command, f"{name} {word}")
        yield f"{name} {word}", command


def telling_data() -> set[str]:
    """Return the commands that have the option --json."""
    return {name for name, command in commands(cli) for option in command.params if "--json" in option.opts}


def documented() -> set[str]:
    """Return the commands that the headings of docs/internals/json.md name."""
    headings = re.findall(r"^## (tether .+)$", JSON.read_text("utf-8"), re.M)
    return {name for heading in headings for name in heading.split(", ")}


def section(name: str) -> str:
    """Return the section of docs/internals/json.md about a command."""
    heading = rf"^## (?:.*, )?{re.escape(name)}(?:, .*)?\n"  # commands with the same fields share a section
    found = re.search(rf"{heading}((?:.|\n)*?)(?=^## |\Z)", JSON.read_text("utf-8"), re.M)
    assert found, f"docs/internals/json.md: add a section '## {name}' with a list of its fields"
    return found[1]


def test_every_command_with_json_has_a_documented_section() -> None:
    missing = sorted(telling_data() - documented())
    assert not missing, "docs/internals/json.md: add a section with a list of its fields for each of these commands"
    for name in telling_data():
        assert re.search(r"^(?:- |\| )`\w+`|fields of\s+\[`tether ", section(name), re.M), f"no fields: {name}"


def test_every_json_section_documents_an_existing_command() -> None:
    assert documented() <= set(dict(commands(cli)))


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the record of a short match."""
    kept = tmp_path_factory.mktemp("json") / "match.tether"
    assert run([*SAMPLES["tether match"], "--out", str(kept)]) == 0
    return kept


@pytest.mark.parametrize("name", sorted(SAMPLES.keys() & telling_data()))
def test_the_documented_json_fields_match_the_output(
    name: str, record: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for each in WINDOW_COMMANDS:
        monkeypatch.setitem(cli.commands, each.name, each)
    capsys.readouterr()
    assert run([word.format(record=record) for word in SAMPLES[name]] + ["--json"]) == 0
    printed = json.loads(capsys.readouterr().out.splitlines()[0])
    first = printed[0] if isinstance(printed, list) else printed
    listed = re.search(r"(?:^(?:- |\| )`.*\n)+", section(name), re.M)
    assert listed and re.findall(r"`(\w+)`", re.sub(r"(?:: | \| ).*", "", listed[0])) == list(first)
    for row in first.get("ranking", []):
        assert set(row) <= set(re.findall(r"`(\w+)`", JSON.read_text("utf-8")))


# Commands -------------------------------------------------------------------------------------------------------------


def typed(path: Path) -> Iterator[str]:
    """Yield every line to be typed in a document: `tether`, or `scripts/play.py` with a command."""
    text = path.read_text("utf-8")
    blocks = re.findall(r"^```\n(.*?)^```|^((?:    tether .+\n)+)", text, re.M | re.S)
    lines = [line.strip() for pair in blocks for block in pair for line in block.splitlines()]
    lines += re.findall(r"`(tether [a-z][^`]*)`", re.sub(r"```.*?```", "", text, flags=re.S))
    for line in lines:
        words = re.sub(r"^\$ ", "", line).replace("python3 scripts/play.py", "tether")
        words = re.split(r" #|\s{2,}", words)[0]  # what follows tells what it does
        if re.match(r"tether [a-z]", words):
            yield words


TODAY = [path for path in DOCUMENTS if path.name != "CHANGELOG.md"]
"""Documents that describe the program as it is."""


@pytest.mark.parametrize("path", TODAY, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_commands_in_documents_exist(path: Path) -> None:
    known = dict(commands(cli))
    for line in typed(path):
        words = [word for word in line.split() if word != "..."]
        name = max((" ".join(words[:n]) for n in (2, 3) if " ".join(words[:n]) in known), key=len, default="")
        assert name, f"no such command: {line}"
        options = {opt for option in known[name].params for opt in (*option.opts, *option.secondary_opts)}
        for word in words:
            if word.startswith("--") and word != "--help":
                assert word.partition("=")[0].strip("`,.;:)") in options, f"no such option: {line}"


# What is given away ---------------------------------------------------------------------------------------------------

PLACES = (".ci", "client", "core", "docs", "lab", "lobby", "net", "scripts", "tests")


def test_the_source_distribution_is_complete(tmp_path: Path) -> None:
    """It has all that further development needs: sources, licences, documents and tests."""
    home, out = tmp_path / "tether", tmp_path / "out"
    ignored = shutil.ignore_patterns("__pycache__", ".*_cache")
    for place in PLACES:
        shutil.copytree(ROOT / place, home / place, ignore=ignored)
    for file in [*ROOT.glob("*.md"), *ROOT.glob("*.toml"), *ROOT.glob("*.txt"), *ROOT.glob("*.in"), ROOT / "LICENSE"]:
        shutil.copy(file, home)
    out.mkdir()
    build = "import sys; sys.path.insert(0, 'scripts/build'); import backend; backend.build_sdist(sys.argv[1])"
    subprocess.run([sys.executable, "-B", "-c", build, str(out)], cwd=home, check=True, capture_output=True)
    with tarfile.open(next(out.glob("*.tar.gz"))) as packed:
        held = {name.partition("/")[2] for name in packed.getnames()}
    wanted = {path.relative_to(home).as_posix() for path in home.rglob("*") if path.is_file()}
    assert wanted - held == set()


def test_pyproject_names_every_licence_file() -> None:
    """Every licence file named in pyproject.toml exists, and every licence text of the project is named."""
    patterns = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["license-files"]
    named = {path for pattern in patterns for path in ROOT.glob(pattern)}
    assert all(any(ROOT.glob(pattern)) for pattern in patterns)
    assert named == {path for place in (".", "docs", "client/assets/fonts") for path in (ROOT / place).glob("LICENSE*")}


# Paths ----------------------------------------------------------------------------------------------------------------

PATH = re.compile(r"`((?:client|core|docs|lab|lobby|net|scripts|tests)(?:/[\w.*-]+)+/?)`")


@pytest.mark.parametrize("path", TODAY, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_paths_named_in_documents_exist(path: Path) -> None:
    missing = [name for name in PATH.findall(path.read_text("utf-8")) if not any(ROOT.glob(name.rstrip("/")))]
    assert not missing

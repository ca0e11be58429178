#!/usr/bin/env python3
"""Print every text that players can read, one per line, sorted, for review and for diffs.

Lines begin with their kind: "source" (text in the code, with … where the code inserts something), "log" (matches of
bots as seat 1 reads them), "card" and "book" (cards and rulebooks). `python3 scripts/build/corpus.py log` prints one
kind.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import environment

if not environment.can_import("msgpack", "arcade"):
    environment.enter("client")
sys.path.insert(0, str(environment.ROOT))

from client.games import book
from client.table.seats.names import Names
from client.ui.keys import Keymap
from core.bots.random_bot import RandomBot
from core.engine.local_match import LocalMatch
from core.games.registry import GAMES, record_of

SOURCES = ("client", "core/games/*/text", "core/engine/text", "lobby/cli", "lobby/tournament/app")
"""Folders whose sentences players read."""
SEATS = 3
"""Players of each match."""


def sentences(path: Path) -> Iterator[str]:
    """Yield the texts of a module that contain at least two words, without its docstrings."""
    tree = ast.parse(path.read_text("utf-8"))
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in ast.walk(node)}
    notes = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            words = "".join(str(p.value) if isinstance(p, ast.Constant) else "…" for p in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside | notes:
            words = node.value
        else:
            continue
        if re.search(r"[a-z,.:;!?…}] [a-zA-Z…{]", words) and not re.search(r"[\\^]|\(\?|\bSELECT\b", words):
            yield words


def code_texts() -> Iterator[str]:
    """Yield the texts in the code, each line separately."""
    for folder in SOURCES:
        for top in sorted(environment.ROOT.glob(folder)):
            for path in sorted(top.rglob("*.py")):
                for words in sentences(path):
                    yield from words.splitlines()


def log_lines() -> Iterator[str]:
    """Yield the log of one match between random bots for each game, as seat 1 reads it."""
    names = Names(1, ("Ada", "Orla", "James"))
    for name, game in GAMES.items():
        table: Any = LocalMatch(game, {seat: RandomBot("corpus", seat) for seat in range(1, SEATS + 1)}, "corpus")
        told: list[str] = []

        def follow(state: Any, decisions: object, events: list[Any], game: Any = game, told: list[str] = told) -> None:
            told.extend(names.to_plain_text(game.narrate(state, event)) for event in events)

        table.play(follow)
        yield from (f"{name}: {words}" for words in told)


def card_lines() -> Iterator[str]:
    """Yield the lines of all cards."""
    for name in GAMES:
        record = record_of(name)
        if record is not None and record.cards and record.catalogue is not None:
            for card in record.catalogue.cards:
                yield from (f"{name}: {line}" for line in card.face.splitlines())


def book_paragraphs() -> Iterator[str]:
    """Yield the paragraphs of all rulebooks with the default options."""
    for name in GAMES:
        for chapter in book(name).chapters(Keymap()):
            for paragraph in chapter.lines:
                yield from (f"{name}: {line}" for line in str(paragraph).splitlines())


KINDS = {"source": code_texts, "log": log_lines, "card": card_lines, "book": book_paragraphs}


def corpus(kinds: list[str]) -> list[str]:
    """Return the texts of these kinds, sorted and without duplicates."""
    return sorted({f"{kind}: {words.strip()}" for kind in kinds for words in KINDS[kind]() if words.strip()})


def main() -> int:
    """Print the texts of the requested kinds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"only these: {', '.join(KINDS)}")
    kinds = parser.parse_args().kinds or list(KINDS)
    for unknown in set(kinds) - set(KINDS):
        parser.error(f"no kind {unknown!r}; there are: {', '.join(KINDS)}")
    print("\n".join(corpus(kinds)))
    return 0


if __name__ == "__main__":
    sys.exit(main())

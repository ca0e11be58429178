#!/usr/bin/env python3
"""Write docs/play/<game>.md: the rulebook and the cards of each game, as the window shows them.

`python3 scripts/build/game_pages.py` writes all pages, and the tables in the pages of `TABLES`. A test fails if one of
them is out of date.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import environment

if not environment.can_import("msgpack", "arcade"):
    environment.enter("client")
sys.path.insert(0, str(environment.ROOT))

from client.games import book
from client.table.keys import KEYS
from client.ui.keys import Keymap
from client.ui.richtext import parse
from core.engine.options import Option
from core.engine.text.catalogue import INVENTED_TEXT_NOTE, CatalogueCard
from core.games.bridgefront.catalogue import CARDS, DECKS, FACTION_CARDS, STARTER_CARDS
from core.games.registry import GAMES, find_game, record_of

DOCS = environment.ROOT / "docs"
PAGES = DOCS / "play"
ON_SCREEN = ("Keys", "Options", "Cards", "Signs", "Fair play")
"""Chapters about the window or about all games, and those that follow in full."""
COUNTED = re.compile(r"(?:\d|\bof|\bheld|\bmost|\bmore)\W*$")
"""The text before an icon that stands for a word: a number, "of", "held", "most" or "more"."""
SEVERAL = re.compile(r"(?<!\d)(?:[2-9]|\d\d+)\W*$")
"""The text before an icon of several: a number above 1."""
WORDS = {"vp": "permanence"}
"""Words beside icons that are not called by their word."""
UNITS = {"vp": "VP"}
"""Words that icons stand for, where it is not their name."""
MANY = 8
"""Number of values from which a page names only the usual one."""


def markdown(text: str) -> str:
    """Return rich text as Markdown; bold text stays bold, and an icon without its word next to it becomes that word.

    >>> markdown(":gold:  *Gold*: pay *3* :gold:")
    '**Gold**: pay **3** gold'
    """
    runs, parts = parse(text), []
    for run, after in zip(runs, (*runs[1:], None)):
        if not run.icon:
            parts.append(f"**{run.text}**" if run.bold else run.text)
            continue
        counted = COUNTED.search("".join(parts))
        named = after is not None and after.text.lower().lstrip().startswith(WORDS.get(run.text, run.text))
        if counted and not named:
            word = UNITS.get(run.text, run.text)
            parts.append(f"{word}s" if word.endswith("mark") and SEVERAL.search("".join(parts)) else word)
    return re.sub(r" (?=[.,;:!?)])", "", " ".join("".join(parts).replace("****", "").split()))


def card_line(card: CatalogueCard) -> str:
    """Return a card as a list item with its name, its facts, and its text."""
    head, facts, *text = card.face.split("\n")
    shown = " · ".join(fact for fact in facts.split(" · ")[1:] if fact != "-")
    if printed := head.removeprefix(card.name).strip(" ()"):
        shown = f"{printed} · {shown}" if shown else printed
    lines = [line if line[-1] in ".:" else f"{line}." for line in text if not line.startswith(INVENTED_TEXT_NOTE)]
    words = " ".join(lines)
    return f"- **{card.name}**{f' ({shown})' if shown else ''}{f': {words}' if words else ''}"


def page_lines(game: str) -> Iterator[str]:
    """Yield the lines of a game's page."""
    record = record_of(game)
    catalogue = record.catalogue if record is not None else None
    assert catalogue is not None
    yield f"# {GAMES[game].title}: rulebook"
    yield "\n<!-- Made by scripts/build/game_pages.py: edit client/games and core/games instead. -->\n"
    yield "The rulebook of the window (F3), with the usual options, and all cards."
    yield f"A first game: [how to play]({guide_name(game)}). Rulings and details: [the rules](rules/{game}.md)."
    for chapter in book(game).chapters(Keymap(KEYS), None):
        if chapter.title not in ON_SCREEN:
            yield f"\n## {chapter.title}\n"
            yield from (f"- {markdown(line)}" for line in chapter.lines)
    yield "\n## Options\n"
    yield from map(option_line, GAMES[game].options.table.values())
    yield "\n## Cards"
    if catalogue.note:
        yield f"\n{catalogue.note}"
    for where, cards in groupby(catalogue.cards, key=lambda card: card.row[0]):
        yield f"\n### {where}\n"
        yield from map(card_line, cards)


def option_line(option: Option) -> str:
    """Return an option as a list item with its meaning, and with its values if there are few of them."""
    values = [f"{option.display_name(v)}{' (usual)' if v == option.default else ''}" for v in option.values]
    some = f": {', '.join(values)}" if len(values) < MANY else f", usually {option.display_name(option.default)}"
    return f"- **{option.name.replace('_', ' ')}**: {option.text}{some}"


def guide_name(game: str) -> str:
    """Return the file name of the page that explains a first match of the game."""
    return "how-to-play.md" if game == "bridgefront" else f"how-to-play-{game}.md"


def index_lines() -> Iterator[str]:
    """Yield the table of the games' pages in docs/index.md."""
    yield "| game | learn it | rulebook and cards | settle a question |"
    yield "|---|---|---|---|"
    for game in GAMES:
        rules = f"[rules](play/rules/{game}.md)"
        if (PAGES / "rules" / f"{game}-cards.md").exists():
            rules += f", [single cards](play/rules/{game}-cards.md)"
        guide = f"[how to play](play/{guide_name(game)})"
        yield f"| {GAMES[game].title} | {guide} | [rulebook](play/{game}.md) | {rules} |"


def deck_lines() -> Iterator[str]:
    """Yield the table of the decks in Bridgefront's rules 12.5."""
    find_game("bridgefront")  # registers all cards
    yield "| deck | names | cards |"
    yield "|---|---|---|"
    yield f"| starter, for each player | {len(STARTER_CARDS)} | {_copies(STARTER_CARDS)} |"
    yield f"| faction, for each player | {len(FACTION_CARDS[0])} | {_copies(FACTION_CARDS[0])} |"
    for deck, numbers in zip(("I", "II", "III"), DECKS):
        with_two = _copies(number for number in numbers if CARDS[number].from_seats <= 2)
        fewer = f" ({with_two} with two players)" if with_two < _copies(numbers) else ""
        yield f"| Archive {deck} | {len(numbers)} | {_copies(numbers)}{fewer} |"
    names, cards = (", ".join(str(count(deck)) for deck in DECKS[3:]) for count in (len, _copies))
    yield f"| power I, II, III | {names} | {cards} |"


def _copies(numbers: Iterable[int]) -> int:
    return sum(CARDS[number].copies for number in numbers)


TABLES: dict[Path, Callable[[], Iterator[str]]] = {
    DOCS / "index.md": index_lines,
    PAGES / "rules" / "bridgefront.md": deck_lines,
}
"""Pages with a table that follows from the games, between two comments."""
TABLE = re.compile(r"(?<=<!-- Made by scripts/build/game_pages.py -->\n).*?(?=<!-- end -->\n)", re.S)


def with_table(page: Path) -> str:
    """Return the text of a page of `TABLES` with its current table; raise `ValueError` if the comments are missing."""
    lines = "".join(f"{line}\n" for line in TABLES[page]())
    text, count = TABLE.subn(lambda _: lines, page.read_text("utf-8"))
    if count != 1:
        raise ValueError(f"{page.name} has {count} places for a table")
    return text


def main() -> int:
    """Write every page, and return 0."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    for game in GAMES:
        (PAGES / f"{game}.md").write_text("\n".join(page_lines(game)) + "\n", encoding="utf-8")
    for page in TABLES:
        page.write_text(with_table(page), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

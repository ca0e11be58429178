"""The command `tether print GAME`, which writes the sheets of a game as a PDF file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from difflib import get_close_matches
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from client.sheets.paper import CARDS, PAPERS
from core.engine.changed_game import ChangedGame, printed_game
from core.engine.game import Game
from core.engine.text.catalogue import Catalogue, CatalogueCard
from core.engine.text.words import format_count
from core.games.registry import record_of
from net.cli.arguments import outfile
from net.cli.arguments.paths import STDOUT_PATH
from net.cli.arguments.value_types import quote_value
from net.cli.games.rules import game_of_ruleset
from net.cli.matches.progress import LiveLines
from net.system.installation import install_command
from net.text.sanitizer import print_json, print_lines

if TYPE_CHECKING:
    from client.sheets.document import Counts, Order

LIBRARIES = ("reportlab", "arcade")
"""Modules that come with the extra `print`."""
MOST_NAMES = 500
"""Maximum number of names in --cards or --type."""


def print_sheets(
    game: str,
    out: Path | None,
    paper: str,
    card: str,
    ink: bool,
    seats: int | None,
    names: str | None,
    types: str | None,
    copies: int | None,
    backs: bool,
    no_cards: bool,
    no_board: bool,
    no_tokens: bool,
    no_rules: bool,
    as_json: bool,
    rules: Path | None = None,
) -> None:
    """Write the PDF file, and print what it contains."""
    found = game_of_ruleset(rules, game)
    plain, ruleset = printed_game(found).name, found.content if isinstance(found, ChangedGame) else ""
    players = player_count_of(found, seats)
    some = names is not None or types is not None
    if some and no_cards:
        raise click.UsageError("--no-cards does not go with --cards or --type")
    path = out if out is not None else Path(f"{plain}.pdf")
    outfile.check_writable(path)
    _needs_libraries()
    record = record_of(plain)
    catalogue = (record.catalogue if record is not None else None) or Catalogue((), ())
    order = order_of(found, catalogue.by_rules(ruleset) if ruleset else catalogue, players, ruleset)
    order = replace(
        order,
        cards=() if no_cards else chosen(order.cards, found.title, names, types),
        copies=copies or 0,
        chapters=() if some or no_rules else order.chapters,
        boards=not (some or no_board),
        tokens=not (some or no_tokens),
        backs=backs,
        ink=ink,
        paper=PAPERS[paper],
        card=CARDS[card],
    )
    data, counts = _made(order)
    outfile.write(path, data, "the sheets")
    if as_json:
        print_json({"file": str(path), "bytes": len(data), **counts._asdict()})
    elif path != STDOUT_PATH:
        print_lines(f"{path}: {_describe_contents(counts)}, {_format_size(len(data))}. Print it at 100 %.")


def player_count_of(game: Game, seats: int | None) -> int:
    """Return the given number of players, or the game's maximum if none is given."""
    if seats is None:
        return max(game.seat_counts)
    if seats not in game.seat_counts:
        few, many = min(game.seat_counts), max(game.seat_counts)
        raise click.UsageError(f"{game.title} is for {few} to {many} players, not {seats}")
    return seats


def order_of(game: Game, catalogue: Catalogue, seats: int, ruleset: str = "") -> Order:
    """Return the order of everything that a game prints, with the cards of this catalogue.

    `ruleset` is the content of the ruleset that the catalogue belongs to.
    """
    from client import games
    from client.sheets import rules
    from client.sheets.components import PLAIN
    from client.sheets.document import Order
    from client.table.keys import KEYS
    from client.ui.keys import Keymap

    sheets = games.sheets(printed_game(game).name, ruleset) or PLAIN
    chapters = rules.printed(games.book(printed_game(game).name, ruleset).chapters(Keymap(KEYS), None))
    return Order(game.title, seats, (*catalogue.cards, *sheets.extra), sheets=sheets, chapters=chapters)


def chosen(
    cards: Sequence[CatalogueCard], title: str, names: str | None, types: str | None
) -> tuple[CatalogueCard, ...]:
    """Return the cards with these names and of these types; all cards if neither is given.

    A card that is named is printed once at least. Raises `UsageError` for a name that no card has.
    """
    if names is None and types is None:
        return tuple(cards)
    wanted = set(_listed("--cards", names))
    called = {word: [card for card in cards if word == card.name.lower()] for word in wanted}
    groups = set(_listed("--type", types))
    grouped = {word: [card for card in cards if word in card.groups or word in card.other_names] for word in groups}
    for word, found in (*called.items(), *grouped.items()):
        if not found:
            raise _unknown_name_error(word, title, cards, word in wanted)
    kept = {card.name for found in (*called.values(), *grouped.values()) for card in found}
    named = {card.name for found in called.values() for card in found}
    return tuple(_at_least_one(card) if card.name in named else card for card in cards if card.name in kept)


def _at_least_one(card: CatalogueCard) -> CatalogueCard:
    few = card.copies._replace(min_seats=1)
    return card._replace(copies=few if few.total(1) else few._replace(fixed=1))


def _listed(option: str, text: str | None) -> Iterator[str]:
    """Yield the names in a comma-separated list, in lower case."""
    if text is None:
        return
    found = [" ".join(part.lower().split()) for part in text.split(",")]
    found = [part for part in found if part]
    if not found:
        raise click.UsageError(f"{option} names nothing")
    if len(found) > MOST_NAMES:
        raise click.UsageError(f"{option} has {len(found)} names; at most {MOST_NAMES} are taken")
    yield from found


def _unknown_name_error(word: str, title: str, cards: Sequence[CatalogueCard], is_name: bool) -> click.UsageError:
    """Return an error about a name that no card has, with the nearest ones."""
    names = {card.name.lower(): card.name for card in cards}
    shown = names if is_name else {group: group for card in cards for group in card.groups}
    close = get_close_matches(word[:100], shown, 3, 0.6)
    perhaps = f"; perhaps {' or '.join(shown[each] for each in close)}" if close else ""
    kind = "card" if is_name else "deck or type of cards"
    return click.UsageError(f"{title} has no {kind} {quote_value(word)}{perhaps}; `tether cards` lists them all")


def _needs_libraries() -> None:
    missing = next((name for name in LIBRARIES if find_spec(name) is None), "")
    if missing:
        raise click.ClickException(
            f"printing needs the package {missing!r}, which comes with: {install_command('print')}"
        )


def _made(order: Order) -> tuple[bytes, Counts]:
    from client.sheets.document import make

    with LiveLines() as lines:
        lines.show("Drawing the sheets...")
        return make(order)


def _format_size(number: int) -> str:
    """Return a number of bytes in words.

    >>> _format_size(48_900), _format_size(14_350_000)
    ('49 kB', '14.3 MB')
    """
    return f"{number / 1e6:.1f} MB" if number >= 1e6 else f"{number / 1e3:.0f} kB"


def _describe_contents(counts: Counts) -> str:
    """Return what a file contains, in words."""
    parts = (("card", counts.cards), ("board", counts.boards), ("token", counts.tokens))
    listed = ", ".join(format_count(number, name) for name, number in parts if number)
    return f"{format_count(counts.pages, 'page')}{f' with {listed}' if listed else ''}"

"""`tether cards`: the cards of a game, in the words that players read."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path

import click

from core.engine.changed_game import ChangedGame
from core.engine.text.catalogue import Catalogue, CatalogueCard
from core.games.registry import record_of
from net.cli.games.rules import game_of_ruleset
from net.text.sanitizer import format_table, print_json, print_text, terminal_width


def cards(game: str, name: tuple[str, ...], as_json: bool, rules: Path | None = None) -> None:
    """List the cards of a game, or print the texts of the named ones."""
    found_game = game_of_ruleset(rules, game)
    title, game = found_game.title, found_game.name
    record = record_of(game)
    catalogue = record.catalogue if record is not None else None
    if catalogue is not None and isinstance(found_game, ChangedGame):
        catalogue = catalogue.by_rules(found_game.content)
    if catalogue is None:
        raise click.UsageError(f"{title} has no cards")
    wanted = " ".join(name).strip().lower()
    if not wanted:
        if as_json:
            print_json([_card_data(card, catalogue) for card in catalogue.cards])
        else:
            print_text(_list_cards(catalogue))
        return
    found = [card for card in catalogue.cards if card.is_called(wanted)]
    if not found:
        found = [card for card in catalogue.cards if wanted in card.name.lower()]
    if not found:
        perhaps = _suggestion_text(wanted, catalogue)
        raise click.UsageError(f"{title} has no card {' '.join(name)!r}{perhaps}; `tether cards` lists them all")
    if as_json:
        print_json([_card_data(card, catalogue) for card in found])
    else:
        print_text("\n\n".join(card.face for card in found))


def _card_data(card: CatalogueCard, catalogue: Catalogue) -> dict[str, str]:
    return {
        "name": card.name,
        **{head.lower(): cell for head, cell in zip(catalogue.heads, card.row)},
        "says": card.face,
    }


def _suggestion_text(wanted: str, catalogue: Catalogue) -> str:
    names = {card.name.lower(): card.name for card in catalogue.cards}
    close = get_close_matches(wanted, names, 3, 0.6)
    return f"; perhaps {' or '.join(names[name] for name in close)}" if close else ""


def _list_cards(catalogue: Catalogue) -> str:
    rows = [(card.name, *card.row) for card in catalogue.cards]
    listed = format_table(("Card", *catalogue.heads), rows, terminal_width())
    note = f"{catalogue.note}\n" if catalogue.note else ""
    return f"{listed}\n\n{note}{len(rows)} cards. `tether cards NAME` prints what a card says."

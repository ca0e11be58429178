"""`tether cards`: the catalogue, as players read it."""

from __future__ import annotations

from difflib import get_close_matches

import click

import core.games  # noqa: F401 - fills the catalogue
from core.bridgefront.card import CHAMPION, Card
from core.bridgefront.catalogue import CARDS, SECTIONS
from core.bridgefront.telling.words import on_screen, screen_name
from core.kernel.telling.words import capitalised, table

NUMBERED = list(zip(SECTIONS, CARDS))


@click.command(
    epilog='\b\nExamples:\n  tether cards\n  tether cards Zap\n  tether cards "Market II"\n  tether cards Leadbound\n'
)
@click.argument("name", nargs=-1)
def cards(name: tuple[str, ...]) -> None:
    """Lists all cards; with NAME, a card or a section, it prints what they say."""
    wanted = " ".join(name).strip().lower()
    if not wanted:
        click.echo(_catalogue())
        return
    found = [(section, card) for section, card in NUMBERED if wanted in _names(section, card)]
    if not found:
        found = [(section, card) for section, card in NUMBERED if wanted in screen_name(card).lower()]
    if not found:
        raise click.UsageError(f"no card {' '.join(name)!r}{_perhaps(wanted)}; `tether cards` lists them all")
    click.echo("\n\n".join(_face(section, card) for section, card in found))


def _names(section: str, card: Card) -> tuple[str, ...]:
    return card.name.lower(), card.id, screen_name(card).lower(), section.lower(), _section(section).lower()


def _section(section: str) -> str:
    return section.replace("Market", "Archive")


def _perhaps(wanted: str) -> str:
    names = {screen_name(card).lower(): screen_name(card) for card in CARDS}
    close = get_close_matches(wanted, names, 3, 0.6)
    return f"; perhaps {' or '.join(names[name] for name in close)}" if close else ""


def _catalogue() -> str:
    head = ("Card", "Where", "Type", "Mana", "Gold", "Initiative")
    rows = [
        (screen_name(card), _section(section), capitalised(card.type), str(card.mana), _gold(card), _initiative(card))
        for section, card in NUMBERED
    ]
    return f"{table([head, *rows])}\n\n{len(CARDS)} cards. `tether cards NAME` prints what a card says."


def _gold(card: Card) -> str:
    return "/".join(str(price) for price in card.gold) if card.type == CHAMPION else str(card.gold[0])


def _initiative(card: Card) -> str:
    low, high = card.initiative
    return str(low) if low == high else f"{low}-{high}"


def _face(section: str, card: Card) -> str:
    printed = f" (printed: {card.name})" if screen_name(card) != card.name else ""
    lines = [f"{screen_name(card)}{printed}"]
    cost = f"{card.mana} mana, {_gold(card)} Gold, initiative {_initiative(card)}"
    lines.append(f"{_section(section)} · {capitalised(card.type)} · {cost}{' · goes to Entropy' if card.burn else ''}")
    if card.stats is not None:
        stats = card.stats
        on = "1" if stats.hits_on == 1 else f"1-{stats.hits_on}"
        lines.append(f"{stats.hp} HP, {stats.dice} dice hitting on {on}, bounty {stats.bounty}")
    return "\n".join([*lines, on_screen(card.text())])

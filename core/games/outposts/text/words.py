"""Words for cards, goods, places and decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar, cast

from core.engine.game import Decision
from core.engine.hidden.piles import Card, copy_of
from core.engine.hidden.secrets import Secrets
from core.engine.text.words import count, listed
from core.games.outposts import cards
from core.games.outposts import decisions as d
from core.games.outposts.board import DIRECTIONS, LEAGUES, territory
from core.games.outposts.goods import CREW, IRON, MARKS, NAMES, OIL, RUINS, SALT, TIMBER, VP, Gain
from core.games.outposts.ruleset import Rules
from core.games.outposts.state import WARDEN

UNCOUNTED_GOODS = (CREW, TIMBER, IRON, SALT, OIL, VP, RUINS)
"""Kinds of goods whose names have no plural."""


def who(seat: int) -> str:
    """Return the text for the Warden or for a seat, which a table replaces by the player's name."""
    return "the Warden" if seat == WARDEN else f"seat {seat}"


def good(kind: int, number: int) -> str:
    """Return a number of goods of one kind in words."""
    return f"{number} {NAMES[kind]}" if kind in UNCOUNTED_GOODS else count(number, NAMES[kind])


def goods(gain: Gain) -> str:
    """Return a gain or a price in words.

    >>> goods(((0, 2), (5, 1), (11, 2))), goods(())
    ('2 crew, 1 survey mark and 2 cards', 'nothing')
    """
    return listed(good(kind, number) for kind, number in gain)


def printed(gain: Gain) -> str:
    """Return a gain in the form that is printed on cards.

    >>> printed(((0, 1), (6, 2))), printed(())
    ('1 crew, 2 raid marks', '-')
    """
    return ", ".join(good(kind, number) for kind, number in gain) or "-"


def name_list(copies: Iterable[int]) -> str:
    """Return a list of cards in words, with those of one name together."""
    names = list(map(cards.name, copies))
    return listed(f"{names.count(name)} {name}" if names.count(name) > 1 else name for name in dict.fromkeys(names))


def place(number: int) -> str:
    """Return the name of a Territory."""
    name = territory(number).name
    return f"the {name}" if " " in name else name


def entry(number: int) -> str:
    """Return the card of a Ruins in words, as far as it is public."""
    return "a face-down card" if number > 0 else cards.name(-number)


def wall_places(walls: Iterable[int]) -> str:
    """Return the places of Walls in words."""
    return listed(place(-at) if at < 0 else cards.name(at) for at in walls)


# Decisions ------------------------------------------------------------------------------------------------------------


def _name(card: Card) -> str:
    return cards.name(copy_of(card))


def _site_text(number: int, away: int) -> str:
    return place(number) + (f", removing the Outpost from {place(away)}" if away else "")


def _select_text(x: d.Select) -> str:
    if x.card:
        return f"take {cards.name(x.card)}"
    return f"skip and build an Outpost on {_site_text(x.place, x.away)}" if x.place else "take nothing"


def _level(r: Rules, x: d.Act) -> str:
    return printed(r.territory(x.place).gives[x.level - 1])


def _use(r: Rules, x: d.Act, own: Secrets) -> str:
    parts = []
    if x.place:
        parts.append(_site_text(x.place, x.away))
    if x.level:
        parts.append(f"for {_level(r, x)}")
    if x.card:
        parts.append(f"then build there, discarding {_name(x.card)}" if x.place else f"discard {_name(x.card)}")
    if x.ruin:
        parts.append(f"discard {_name(x.ruin)}")
    if x.take:
        parts.append(f"take {cards.name(own.faces[x.take] if x.take > 0 else -x.take)}")
    return f"use {cards.name(x.at)}" + (": " if parts else "") + ", ".join(parts)


def _raze(r: Rules, x: d.Act, own: Secrets) -> str:
    then = f", then build there, discarding {_name(x.card)}" if x.card else ""
    instead = f", removing the Outpost from {place(x.away)}" if x.away else ""
    return f"raze the Outpost on {place(x.place)} for {_level(r, x)}{then}{instead}"


ACTION_WORDS: dict[str, Callable[[Rules, d.Act, Secrets], str]] = {
    "pass": lambda r, x, own: "pass",
    "stop": lambda r, x, own: "no second action",
    "build": lambda r, x, own: f"build {_name(x.card)}",
    "develop": lambda r, x, own: (
        f"develop {_name(x.card)} over " + (cards.name(x.over) if x.over else f"the Ruins of {_name(x.ruin)}")
    ),
    "deal": lambda r, x, own: f"make {_name(x.card)} a Deal",
    "raze card": lambda r, x, own: f"raze {_name(x.card)} from hand",
    "raze location": lambda r, x, own: f"raze {cards.name(x.at)}",
    "use": _use,
    "board": lambda r, x, own: "use the board action",
    "visit": lambda r, x, own: f"visit {cards.name(x.at)}",
    "claim": lambda r, x, own: f"claim {cards.name(x.at)}",
    "labour": lambda r, x, own: f"labour for {good(x.at, 1)}",
    "fortify": lambda r, x, own: f"place Walls on {wall_places(x.walls)}",
    "outpost": lambda r, x, own: f"build an Outpost on {_site_text(x.place, x.away)}, discarding {_name(x.card)}",
    "upgrade": lambda r, x, own: (
        f"upgrade the Outpost on {place(x.place)} for {_level(r, x)}, discarding {_name(x.card)}"
    ),
    "raze outpost": _raze,
}


def kept(marks: Iterable[int]) -> str:
    """Return the kept marks in words."""
    return goods(tuple((kind, number) for kind, number in zip(MARKS, marks) if number))


def _tidy(x: d.Tidy) -> str:
    away = f", discard {name_list(map(copy_of, x.cards))}" if x.cards else ""
    return f"keep {kept(x.marks)}{away}"


def _entries(x: d.Bury, own: Secrets) -> str:
    return ", then ".join(cards.name(own.faces[number] if number > 0 else -number) for number in x.entries)


X = TypeVar("X", bound=Decision)
Wording = Callable[[Rules, Decision, Secrets], str]


def _described_by(kind: type[X], words: Callable[[Rules, X, Secrets], str]) -> tuple[type, Wording]:
    """Return the type of a decision and the function that describes decisions of this type."""
    return kind, cast(Wording, words)


CHOICES: dict[type, Wording] = dict(
    [
        _described_by(d.Choose, lambda r, x, own: LEAGUES[x.league].name),
        _described_by(d.Bury, lambda r, x, own: f"put {_entries(x, own)} under the satchel"),
        _described_by(d.Select, lambda r, x, own: _select_text(x)),
        _described_by(d.Favour, lambda r, x, own: listed(DIRECTIONS[way] for way in x.ways)),
        _described_by(d.Act, lambda r, x, own: ACTION_WORDS[x.kind](r, x, own)),
        _described_by(d.Tidy, lambda r, x, own: _tidy(x)),
    ]
)


def choice(rules: Rules, decision: Decision, own: Secrets) -> str:
    """Return a short text that describes a decision to the seat that may make it."""
    return CHOICES[type(decision)](rules, decision, own)

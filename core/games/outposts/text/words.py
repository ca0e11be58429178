"""Words for cards, goods, places and decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar, cast

from core.engine.game import Decision
from core.engine.hidden.piles import Card, copy_of
from core.engine.hidden.secrets import Secrets
from core.engine.text.words import format_count, join_list
from core.games.outposts import cards
from core.games.outposts import decisions as d
from core.games.outposts.board import DIRECTIONS, LEAGUES, territory
from core.games.outposts.goods import CREW, IRON, MARKS, NAMES, OIL, RUINS, SALT, TIMBER, VP, Gain
from core.games.outposts.ruleset import Rules
from core.games.outposts.state import WARDEN

UNCOUNTED_GOODS = (CREW, TIMBER, IRON, SALT, OIL, VP, RUINS)
"""Kinds of goods whose names have no plural."""


def seat_name(seat: int) -> str:
    """Return the text for the Warden or for a seat, which a table replaces by the player's name."""
    return "the Warden" if seat == WARDEN else f"seat {seat}"


def good_text(kind: int, number: int) -> str:
    """Return a number of goods of one kind in words."""
    return f"{number} {NAMES[kind]}" if kind in UNCOUNTED_GOODS else format_count(number, NAMES[kind])


def goods_text(gain: Gain) -> str:
    """Return a gain or a price in words.

    >>> goods_text(((0, 2), (5, 1), (11, 2))), goods_text(())
    ('2 crew, 1 survey mark and 2 cards', 'nothing')
    """
    return join_list(good_text(kind, number) for kind, number in gain)


def printed_text(gain: Gain) -> str:
    """Return a gain in the form that is printed on cards.

    >>> printed_text(((0, 1), (6, 2))), printed_text(())
    ('1 crew, 2 raid marks', '-')
    """
    return ", ".join(good_text(kind, number) for kind, number in gain) or "-"


def name_list(copies: Iterable[int]) -> str:
    """Return a list of cards in words, with those of one name together."""
    names = list(map(cards.name_of, copies))
    return join_list(f"{names.count(name)} {name}" if names.count(name) > 1 else name for name in dict.fromkeys(names))


def place_name(number: int) -> str:
    """Return the name of a Territory."""
    name = territory(number).name
    return f"the {name}" if " " in name else name


def entry_name(number: int) -> str:
    """Return the card of a Ruins in words, as far as it is public."""
    return "a face-down card" if number > 0 else cards.name_of(-number)


def wall_places(walls: Iterable[int]) -> str:
    """Return the places of Walls in words."""
    return join_list(place_name(-at) if at < 0 else cards.name_of(at) for at in walls)


# Decisions ------------------------------------------------------------------------------------------------------------


def _name(card: Card) -> str:
    return cards.name_of(copy_of(card))


def _site_text(number: int, away: int) -> str:
    return place_name(number) + (f", removing the Outpost from {place_name(away)}" if away else "")


def _select_text(decision: d.Select) -> str:
    if decision.card:
        return f"take {cards.name_of(decision.card)}"
    return (
        f"skip and build an Outpost on {_site_text(decision.place, decision.away)}"
        if decision.place
        else "take nothing"
    )


def _level_text(r: Rules, decision: d.Act) -> str:
    return printed_text(r.territory(decision.place).gives[decision.level - 1])


def _use_text(r: Rules, decision: d.Act, own: Secrets) -> str:
    parts = []
    if decision.place:
        parts.append(_site_text(decision.place, decision.away))
    if decision.level:
        parts.append(f"for {_level_text(r, decision)}")
    if decision.card:
        parts.append(
            f"then build there, discarding {_name(decision.card)}"
            if decision.place
            else f"discard {_name(decision.card)}"
        )
    if decision.ruin:
        parts.append(f"discard {_name(decision.ruin)}")
    if decision.take:
        parts.append(f"take {cards.name_of(own.faces[decision.take] if decision.take > 0 else -decision.take)}")
    return f"use {cards.name_of(decision.at)}" + (": " if parts else "") + ", ".join(parts)


def _raze_text(r: Rules, decision: d.Act, own: Secrets) -> str:
    then = f", then build there, discarding {_name(decision.card)}" if decision.card else ""
    instead = f", removing the Outpost from {place_name(decision.away)}" if decision.away else ""
    return f"raze the Outpost on {place_name(decision.place)} for {_level_text(r, decision)}{then}{instead}"


ACTION_WORDS: dict[str, Callable[[Rules, d.Act, Secrets], str]] = {
    "pass": lambda r, x, own: "pass",
    "stop": lambda r, x, own: "no second action",
    "build": lambda r, x, own: f"build {_name(x.card)}",
    "develop": lambda r, x, own: (
        f"develop {_name(x.card)} over " + (cards.name_of(x.over) if x.over else f"the Ruins of {_name(x.ruin)}")
    ),
    "deal": lambda r, x, own: f"make {_name(x.card)} a Deal",
    "raze card": lambda r, x, own: f"raze {_name(x.card)} from hand",
    "raze location": lambda r, x, own: f"raze {cards.name_of(x.at)}",
    "use": _use_text,
    "board": lambda r, x, own: "use the board action",
    "visit": lambda r, x, own: f"visit {cards.name_of(x.at)}",
    "claim": lambda r, x, own: f"claim {cards.name_of(x.at)}",
    "labour": lambda r, x, own: f"labour for {good_text(x.at, 1)}",
    "fortify": lambda r, x, own: f"place Walls on {wall_places(x.walls)}",
    "outpost": lambda r, x, own: f"build an Outpost on {_site_text(x.place, x.away)}, discarding {_name(x.card)}",
    "upgrade": lambda r, x, own: (
        f"upgrade the Outpost on {place_name(x.place)} for {_level_text(r, x)}, discarding {_name(x.card)}"
    ),
    "raze outpost": _raze_text,
}


def kept_text(marks: Iterable[int]) -> str:
    """Return the kept marks in words."""
    return goods_text(tuple((kind, number) for kind, number in zip(MARKS, marks) if number))


def _tidy_text(decision: d.Tidy) -> str:
    away = f", discard {name_list(map(copy_of, decision.cards))}" if decision.cards else ""
    return f"keep {kept_text(decision.marks)}{away}"


def _entries_text(decision: d.Bury, own: Secrets) -> str:
    return ", then ".join(cards.name_of(own.faces[number] if number > 0 else -number) for number in decision.entries)


X = TypeVar("X", bound=Decision)
Wording = Callable[[Rules, Decision, Secrets], str]


def _described_by(kind: type[X], words: Callable[[Rules, X, Secrets], str]) -> tuple[type, Wording]:
    """Return the type of a decision and the function that describes decisions of this type."""
    return kind, cast(Wording, words)


CHOICES: dict[type, Wording] = dict(
    [
        _described_by(d.Choose, lambda r, x, own: LEAGUES[x.league].name),
        _described_by(d.Bury, lambda r, x, own: f"put {_entries_text(x, own)} under the satchel"),
        _described_by(d.Select, lambda r, x, own: _select_text(x)),
        _described_by(d.Favour, lambda r, x, own: join_list(DIRECTIONS[way] for way in x.ways)),
        _described_by(d.Act, lambda r, x, own: ACTION_WORDS[x.kind](r, x, own)),
        _described_by(d.Tidy, lambda r, x, own: _tidy_text(x)),
    ]
)


def describe_decision(rules: Rules, decision: Decision, own: Secrets) -> str:
    """Return a short text that describes a decision to the seat that may make it."""
    return CHOICES[type(decision)](rules, decision, own)

"""The stand-in for a lost seat (PROTOCOL 14.6): it holds what the seat has, from the public state alone.

It plays Builds and sets for their Worth, attacks nobody, and never needs a secret.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

from core.kernel.game import Chooser, Decision
from core.midnight import hands, setup
from core.midnight.action import DISCARD, SET, STOP, allowed, set_of
from core.midnight.cards import BUILD, INTELLIGENCE, kind
from core.midnight.decisions import (
    Act,
    Boxes,
    Capture,
    Clear,
    Deploy,
    Discard,
    Downgrade,
    Fresh,
    Nation,
    Offers,
    Reveal,
    Seen,
    Take,
    Upgrades,
    Yield,
)
from core.midnight.state import Midnight
from core.midnight.upgrades import TOP


def stand_in(state: Midnight, seat: int, kind_: str, detail: tuple[Any, ...], chance: Chooser) -> Decision:
    """A legal answer to the ask, but for what only the seat's own secrets could give."""
    if kind_ == "nation":
        return Nation(setup.free_nations(state)[0])
    if kind_ == "act":
        return _act(state, seat)
    if kind_ == "trim":
        return Discard(tuple(sorted(state.piles.shown[seat], key=_keep))[: detail[0]])
    if kind_ == "upgrade":
        return Upgrades(lowest_dials(state.dials[seat], detail[0]))
    if kind_ == "downgrade":
        return Downgrade(highest_dial(state.dials[seat]))
    if kind_ == "capture":
        return Capture(hands.hand(state, detail[0])[0])
    return PLAIN[kind_]


PLAIN: dict[str, Decision] = {
    "deploy": Deploy(()),
    "offers": Offers(()),
    "fresh": Fresh(b""),
    "reveal": Reveal(()),
    "yield": Yield(()),
    "look": Boxes(b""),
    "seen": Seen(),
    "take": Take(b"", True),
    "clear": Clear((), ()),
}
"""Answers that are the same whatever the position."""


def _keep(copy: int) -> tuple[bool, int]:
    return kind(copy) not in (BUILD, INTELLIGENCE), copy


def _act(state: Midnight, seat: int) -> Act:
    shown = state.piles.shown[seat]
    if DISCARD in allowed(state, seat):
        for three in combinations(sorted(shown), 3):
            if set_of([kind(copy) for copy in three]) >= 0:
                return Act(SET, three)
        for copy in sorted(shown):
            if kind(copy) == BUILD:
                return Act(DISCARD, (copy,))
    return Act(STOP)


def lowest_dials(steps: tuple[int, ...], count: int) -> tuple[int, ...]:
    """So many upgrade steps, each on the dial that is lowest then (4.2)."""
    now = list(steps)
    chosen: list[int] = []
    for _ in range(count):
        dial = min((d for d in range(len(TOP)) if now[d] < TOP[d]), key=lambda d: (now[d], d))
        now[dial] += 1
        chosen.append(dial)
    return tuple(chosen)


def highest_dial(steps: tuple[int, ...]) -> int:
    """The dial that goes down where nobody chooses (RU3)."""
    return max(range(len(steps)), key=lambda d: (steps[d], -d))

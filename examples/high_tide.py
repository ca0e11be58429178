"""High Tide, for 2 to 6 players who gather finds on a sandbar and leave it before the sea comes. Ten minutes.

Every round all walk out onto the bar. Again and again a find is turned up and the die is rolled: the water rises by as
much. At 16 it floods the bar, and whoever is still out there gets nothing for this round. Before that all who are out
decide in secret: stay or leave. Those who leave together share the finds that lie there, and what cannot be shared is
lost. The last player on the bar gets 3 points more for leaving. After five rounds the most points win.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from core.kit import Cards, Kit, Seats, Step, Table, table, words

STAY, LEAVE = "stay", "leave"
FLOOD, LAST = 16, 3


class Find(NamedTuple):
    thing: str
    worth: int


kit = Kit("high_tide", "High Tide", seats=(2, 3, 4, 5, 6))
ROUNDS = kit.option("rounds", (3, 5, 7), 5, "how many times all walk out")
THINGS = {"shell": 2, "crab": 3, "bottle": 4, "anchor": 6, "pearl": 8, "chest": 11}
FINDS = kit.deck("{thing}", [Find(thing, worth) for thing, worth in THINGS.items() for _ in range(5)])


@table
class Bar(Table):
    out: Seats
    finds: Cards
    water: int
    points: list[int]


@kit.phase
def walk_out(step: Step, s: Bar) -> None:
    step.put_back(FINDS, s.finds)
    s.finds = ()
    if s.round == s[ROUNDS]:
        step.end()
        return
    s.round += 1
    s.water, s.out = 0, tuple(s.seats)
    step.tell("walk", round=s.round)
    step.then(wave)


@kit.phase
def wave(step: Step, s: Bar) -> None:
    found, (die,) = step.turn_up(FINDS), step.roll()
    s.finds += found
    s.water += die
    step.tell("wave", cards=found, die=die, water=s.water)
    if s.water >= FLOOD:
        step.tell("flood", seats=s.out)
        step.then(walk_out)
    else:
        step.ask(decide, *s.out)


def choices(s: Bar, seat: int) -> Iterator[str]:
    yield from (LEAVE, STAY)


@kit.together("", words(choices))
def decide(step: Step, s: Bar, said: dict[int, str]) -> None:
    leaving = tuple(seat for seat in s.out if said[seat] == LEAVE)
    if leaving:
        share = worth_of(s) // len(leaving)
        bonus = LAST if s.out == leaving and len(leaving) == 1 else 0
        for seat in leaving:
            s.points[seat] += share + bonus
        step.tell("leave", seats=leaving, share=share + bonus)
        step.put_back(FINDS, s.finds)
        s.out, s.finds = tuple(seat for seat in s.out if seat not in leaving), ()
    step.then(wave if s.out else walk_out)


def worth_of(s: Bar) -> int:
    return sum(FINDS[copy].worth for copy in s.finds)


kit.says(
    walk="Round {round}: all walk out onto the bar.",
    wave="Found: {cards}. The water rises by {die} to {water}.",
    flood="The sea floods the bar with {seats} on it.",
    leave="Back on land with {share} points each: {seats}.",
)


@kit.bot(decide, spread=1500)
def hope(s: Bar, seat: int, word: str) -> int:
    """Return hundredths of a point: what leaving brings now, or what one wave more is likely to bring."""
    others = len(s.out) - 1
    if word == LEAVE:
        return 100 * worth_of(s) // (1 + others // 3) + 100 * LAST * (not others)
    safe = min(6, max(0, FLOOD - 1 - s.water))
    return (100 * worth_of(s) * 2 // (2 + others) + 570 + 100 * LAST) * safe // 6


GAME = kit.game(Bar, walk_out)

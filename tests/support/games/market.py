"""Market, for 2 to 6 players: a game file with all kinds of questions and fields, for tests.

Its second paragraph is in the rulebook too.
"""

from __future__ import annotations

from typing import NamedTuple

from core.kit import Cards, Kit, Seats, Step, Table, cards, hand_cards, numbers, seats, table, words


class Ware(NamedTuple):
    name: str
    price: int
    weight: int
    text: str


class Coin(NamedTuple):
    metal: str
    worth: int


class Event(NamedTuple):
    name: str
    text: str


kit = Kit("market", "Market", seats=(2, 3, 4, 5, 6))
COINS = kit.hands("{metal} coin {worth}", [Coin(metal, worth) for metal in ("gold", "silver") for worth in range(1, 6)])
NAMES = ("silk", "saffron", "amphora", "carpet", "lamp", "mirror", "dagger", "ivory box")
WARES = kit.deck(
    "{name}",
    [Ware(name, at + 2, at % 3, f"Worth {at + 2} points to all who carry it.") for at, name in enumerate(NAMES)],
)
LONG = "Nothing happens at all, but everybody talks about it for years."
EVENTS = kit.deck(
    "{name}", [Event("drought", "All pay one."), Event("flood of the river Tigris", LONG), Event("fair", "All draw.")]
)


@table
class Market(Table):
    stall: Cards
    street: Cards
    weather: Cards
    start: Seats
    tax: int
    busy: bool
    mood: str
    bids: list[int]
    word: list[str]
    bag: list[Cards]
    crate: list[Cards]
    points: list[int]


@kit.phase
def day(step: Step, s: Market) -> None:
    if s.round == 3:
        step.end()
        return
    s.round += 1
    s.tax, s.busy, s.mood = 12 + s.round, True, "merry"
    s.start = step.lots()
    s.stall += step.turn_up(WARES, 2)
    s.weather = step.turn_up(EVENTS)
    step.tell("day", round=s.round, cards=s.stall)
    step.fill_hands(6)
    step.ask_all(bid)
    step.then(second)


@kit.phase
def second(step: Step, s: Market) -> None:
    step.ask_all(pay)
    step.then(third)


@kit.phase
def third(step: Step, s: Market) -> None:
    step.ask(accuse, 1)
    step.then(fourth)


@kit.phase
def fourth(step: Step, s: Market) -> None:
    step.ask(choose, 1)
    step.then(fifth)


@kit.phase
def fifth(step: Step, s: Market) -> None:
    step.ask_all(cry)
    step.then(day)


@kit.together("bid", numbers(lambda s, seat: range(34)))
def bid(step: Step, s: Market, said: dict[int, int]) -> None:
    for seat, n in said.items():
        s.bids[seat] = n


@kit.together("pay", hand_cards(0, 3))
def pay(step: Step, s: Market, paid: dict[int, tuple[int, ...]]) -> None:
    for seat, copies in paid.items():
        s.points[seat] += sum(COINS[copy].worth for copy in copies)
    step.tell("paid", cards=tuple(paid.values()))


@kit.in_turn("accuse", seats(lambda s, seat: s.seats))
def accuse(step: Step, s: Market, seat: int, other: int) -> None:
    s.points[other] -= 1
    step.tell("accused", seat=seat, other=other)


@kit.in_turn("take", cards(lambda s, seat: s.stall + s.street + s.bag[1]))
def choose(step: Step, s: Market, seat: int, copy: int) -> None:
    if copy in s.stall:
        s.stall = tuple(each for each in s.stall if each != copy)
        s.bag[seat] += (copy,)
        step.tell("took", seat=seat, card=copy)


@kit.together("cry", words(lambda s, seat: ("cheap", "dear", "stolen")))
def cry(step: Step, s: Market, said: dict[int, str]) -> None:
    for seat, word in said.items():
        s.word[seat] = word


kit.says(
    day="Day {round}: {cards}.",
    paid="Paid: {cards:cards by seat}.",
    accused="{seat} accuses {other:seat}.",
    took="{seat} takes {card}.",
)
GAME = kit.game(Market, day)

"""Couriers, for 3 to 5 players: letters change hands unseen. For tests of the kit."""

from __future__ import annotations

from typing import NamedTuple

from core.kit import Cards, Kit, Step, Table, hand, hand_down, table, words


class Letter(NamedTuple):
    weight: int


kit = Kit("couriers", "Couriers", seats=(3, 4, 5))
LETTERS = kit.hands("letter {weight}", [Letter(weight) for weight in range(1, 10)])
AVERAGE = 5


@table
class Street(Table):
    accepted: list[int]
    points: list[int]


def after(s: Street, seat: int) -> int:
    return seat % len(s.seats) + 1


def before(s: Street, seat: int) -> int:
    return (seat - 2) % len(s.seats) + 1


@kit.phase
def day(step: Step, s: Street) -> None:
    if s.round == 3:
        step.open_hands()
        step.then(settle)
        return
    s.round += 1
    step.tell("day", round=s.round)
    step.fill_hands(4)
    step.ask_all(send)


@kit.together("send", hand_down)
def send(step: Step, s: Street, sent: dict[int, int]) -> None:
    """All send a letter to the next player, who alone looks at it."""
    for seat in s.seats:
        step.look(after(s, seat), seat)
    step.ask_all(take)


@kit.together("answer", words(lambda s, seat: ("accept", "refuse")))
def take(step: Step, s: Street, said: dict[int, str]) -> None:
    """Refused letters come back, and their senders pick a letter out of the hand of who refused."""
    takers = tuple(seat for seat in s.seats if said[seat] == "accept")
    step.tell("taken", seats=takers)
    for seat in s.seats:
        if after(s, seat) in takers:
            s.accepted[after(s, seat)] += 1
            step.give(seat, after(s, seat))
        else:
            step.give(seat, seat)
            step.steal(seat, after(s, seat))
    step.ask_all(read)


@kit.together("read", hand)
def read(step: Step, s: Street, letters: dict[int, int]) -> None:
    step.tell("read", cards=tuple(letters.values()))
    for seat in s.seats if s.round == 2 else ():
        step.take_back(seat)
    step.then(day)


@kit.phase
def settle(step: Step, s: Street) -> None:
    for seat in s.seats:
        s.points[seat] = sum(LETTERS[copy].weight for copy in s.open_hand(seat))
    step.end()


kit.says(day="Day {round}.", taken="Letters are accepted by {seats}.", read="Read: {cards:cards by seat}.")


@kit.bot(send, spread=2)
def lightest(s: Street, seat: int, copy: int) -> int:
    return -LETTERS[copy].weight


@kit.bot(read, spread=2)
def light(s: Street, seat: int, copy: int) -> int:
    return -LETTERS[copy].weight


@kit.bot(take)
def heavy(s: Street, seat: int, word: str, own: Cards, down: Cards, seen: dict[int, Cards]) -> int:
    weight = sum(LETTERS[copy].weight for copy in seen[before(s, seat)])
    return (1 if word == "accept" else -1) * (weight - AVERAGE)


GAME = kit.game(Street, day)

"""Scouts, for 2 to 4 players: looks at the next cards, at hands, and gifts in the open. For tests of the kit."""

from __future__ import annotations

from typing import NamedTuple

from core.kit import Cards, Kit, Step, Table, cards, hand, next_cards, table


class Report(NamedTuple):
    land: str
    worth: int


kit = Kit("scouts", "Scouts", seats=(2, 3, 4))
REPORTS = kit.deck(
    "{land} {worth}", [Report(land, n) for land in ("hill", "fen", "wood") for n in range(1, 9)], batch=4
)


@table
class Land(Table):
    row: Cards
    points: list[int]


def after(s: Land, seat: int) -> int:
    return seat % len(s.seats) + 1


@kit.phase
def morning(step: Step, s: Land) -> None:
    if s.round == 3:
        step.end()
        return
    s.round += 1
    step.tell("morning", round=s.round)
    step.fill_hands(1)
    step.ask_all(scout)


@kit.together("keep", next_cards(3, 1, 2))
def scout(step: Step, s: Land, kept: dict[int, int]) -> None:
    step.tell("scouted", counts=tuple(kept.values()))
    for seat in s.seats:
        step.look_at_hand(seat, after(s, seat), 1)
    step.ask_all(give)


@kit.in_turn("give", hand)
def give(step: Step, s: Land, seat: int, copy: int) -> None:
    step.tell("gave", seat=seat, other=after(s, seat), card=copy)
    step.into_hand(after(s, seat), (copy,))
    if seat == len(s.seats):
        s.row = step.turn_up(REPORTS, 2)
        if s.row:
            step.ask(pick, 1)
        else:
            step.ask_all(send)


@kit.in_turn("pick", cards(lambda s, seat: s.row))
def pick(step: Step, s: Land, seat: int, copy: int) -> None:
    step.tell("picked", seat=seat, card=copy)
    step.into_hand(seat, (copy,))
    step.put_back(REPORTS, s.row)
    s.row = ()
    step.ask_all(send)


@kit.together("send", hand)
def send(step: Step, s: Land, sent: dict[int, int]) -> None:
    step.tell("sent", cards=tuple(sent.values()))
    for seat, copy in sent.items():
        s.points[seat] += REPORTS[copy].worth
        step.put_back(REPORTS, (copy,))
    step.then(morning)


kit.says(
    morning="Morning {round}.",
    scouted="Kept: {counts:by seat}.",
    gave="{seat} gives {card} to {other:seat}.",
    picked="{seat} takes {card} into the hand.",
    sent="Sent: {cards:cards by seat}.",
)


@kit.bot(scout)
def best(s: Land, seat: int, kept: tuple[int, ...]) -> int:
    return sum(REPORTS[copy].worth for copy in kept)


@kit.bot(send, spread=2)
def high(s: Land, seat: int, copy: int) -> int:
    return REPORTS[copy].worth


@kit.bot(give, spread=2)
def low(s: Land, seat: int, copy: int) -> int:
    return -REPORTS[copy].worth


GAME = kit.game(Land, morning)

"""The order of events that phases and answers emit."""

from __future__ import annotations

from pathlib import Path

from core.bots.random_bot import RandomBot
from core.engine.local_match import LocalMatch
from core.kit.step import Told
from tests.support.kit import loaded

TEXT = """
from core.kit import Kit, Step, Table, table, words

kit = Kit("order", "Order", seats=(3,))

@table
class State(Table):
    points: list[int]

@kit.phase
def begin(step: Step, s: State) -> None:
    step.then(first, (second, 7))
    step.ask_all(pick)
    step.then(last)

@kit.phase
def first(step: Step, s: State) -> None:
    step.tell("first")

@kit.phase
def second(step: Step, s: State, number: int) -> None:
    step.tell("second", number=number)

@kit.in_turn("pick", words(lambda s, seat: ("a", "b")))
def pick(step: Step, s: State, seat: int, word: str) -> None:
    step.tell("pick", seat=seat)
    step.then((after, seat))

@kit.phase
def after(step: Step, s: State, seat: int) -> None:
    step.tell("after", seat=seat)

@kit.phase
def last(step: Step, s: State) -> None:
    step.tell("last")
    step.end()

kit.says(first="1", second="2 {number}", pick="{seat}", after="{seat}", last="end")
GAME = kit.game(State, begin)
"""


def test_events_appear_in_the_order_in_which_the_rules_emit_them(tmp_path: Path) -> None:
    with loaded(TEXT, tmp_path) as game:
        told: list[str] = []
        table = LocalMatch(game, {seat: RandomBot("", seat) for seat in (1, 2, 3)}, "order")
        while not table.state.over:
            _, events = table.step()
            told += [f"{event.what} {dict(event.values)}" for event in events if isinstance(event, Told)]
    assert told == [
        "first {}", "second {'number': 7}",
        "pick {'seat': 1}", "pick {'seat': 2}", "pick {'seat': 3}",
        "after {'seat': 1}", "after {'seat': 2}", "after {'seat': 3}",
        "last {}",
    ]  # fmt: skip

"""Commands typed in the terminal while a bot plays."""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import Any

from lobby.cli.console_commands import ConsoleCommands
from net.match.events import OwedEntry
from net.match.feed_reader import AGREES, CONCEDES


def test_the_command_to_concede_must_be_typed_twice_and_others_once() -> None:
    said: list[str] = []
    ended: list[int] = []
    orders = ConsoleCommands(lambda kind, words: said.append(words))
    orders.read_lines(["concede", "end", "concede", " Concede ", "play on", "help"])
    peer: Any = SimpleNamespace(
        driver=SimpleNamespace(
            declare_end=ended.append, attendance=SimpleNamespace(silences={}, owed=list), protocol=None
        )
    )
    while len(said) < 6:
        orders.execute(peer)
        time.sleep(0)
    assert ended == [AGREES, CONCEDES, 0]
    assert (
        "cannot be taken back" in said[0]
        and "again to confirm" in said[2]
        and said[3] == "You have conceded."
        and "Type" in said[5]
    )


def test_a_concession_to_a_silent_seat_is_answered_with_when_it_counts() -> None:
    """In a match of two whose other player was absent, no answer was printed before (LAN review, 25b)."""
    said: list[str] = []
    orders = ConsoleCommands(lambda kind, words: said.append(words))
    orders.read_lines(["concede", "concede"])
    table = SimpleNamespace(genesis=SimpleNamespace(names=("Ada", "Ben")))
    attendance = SimpleNamespace(silences={2: 9.0}, owed=lambda: [OwedEntry(2, "commit")])
    driver = SimpleNamespace(declare_end=lambda what: None, attendance=attendance)
    driver.protocol = SimpleNamespace(table=table)
    peer: Any = SimpleNamespace(driver=driver)
    while len(said) < 2:
        orders.execute(peer)
        time.sleep(0)
    assert said[1] == "You have conceded. It counts as soon as Ben is back."

"""What is typed in the terminal while a bot plays."""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import Any

from lobby.orders import Orders
from net.reading import AGREES, CONCEDES


def test_conceding_is_typed_twice_and_the_rest_once() -> None:
    said: list[str] = []
    ended: list[int] = []
    orders = Orders(lambda kind, words: said.append(words))
    orders.listen(["concede", "end", "concede", " Concede ", "play on", "help"])
    peer: Any = SimpleNamespace(driver=SimpleNamespace(end=ended.append))
    while len(said) < 6:
        orders.carry_out(peer)
        time.sleep(0)
    assert ended == [AGREES, CONCEDES, 0]
    assert "once more" in said[0] and "once more" in said[2] and said[3] == "You have conceded." and "Type" in said[5]

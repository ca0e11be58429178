"""What seats say beside the steps, as reports, each once: chat, wishes to adjourn, and what they say of the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from net.match.events import Agreeing, Conceded, Finished, Report, Said, Wished
from net.match.feed_reader import Line
from net.match.state_machine import Table
from net.seat.resignation import agreeing


class Talk:
    """What of it has been told."""

    def __init__(self, table: Table, hear: Callable[[Line], Said] | None = None) -> None:
        """`hear` opens private lines of the own seat; without it they stay closed."""
        self._table = table
        self._hear = hear or (lambda line: Said(line.seat, line.text, line.to))
        self._chats = 0
        self._wishes: dict[int, int] = {}
        self._conceded: set[int] = set()
        self._agreeing: tuple[int, ...] = ()

    def news(self) -> Iterator[Report]:
        """What has been said since the last call."""
        table = self._table
        if len(table.chat) == self._chats and not (table.wishes or table.conceded or table.agreeing):
            return
        yield from map(self._hear, table.chat[self._chats :])
        self._chats = len(table.chat)
        for seat, t in table.wishes.items():
            if self._wishes.get(seat) != t:
                yield Wished(seat)
        self._wishes = dict(table.wishes)
        for seat in sorted(table.conceded.keys() - self._conceded):
            self._conceded.add(seat)
            yield Conceded(seat)
        now = () if table.over else agreeing(table)
        if now != self._agreeing:
            self._agreeing = now
            yield Agreeing(now)


def finished(table: Table) -> Finished:
    """The end of a match, once all have signed it."""
    standing = tuple(table.standing())
    gone, broke = tuple(sorted(table.conceded)), tuple(sorted(table.rule_breakers))
    return Finished(table.last, table.step.digest, standing, table.ended, gone, broke)

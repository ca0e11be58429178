"""Reports of declarations that seats make outside the steps: chat, wishes to adjourn, and early ends.

Each declaration is reported once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from net.match.events import AdjournWish, Agreeing, ChatMessage, Conceded, Finished, Report
from net.match.feed_reader import ChatLine
from net.match.state_machine import StateMachine
from net.seat.resignation import agreeing_seats


class ChatReporter:
    """Reporter of declarations, which knows the reports that it has already made."""

    def __init__(self, table: StateMachine, hear: Callable[[ChatLine], ChatMessage] | None = None) -> None:
        """Set up the reporter; `hear` decrypts our private lines, which stay unreadable without it."""
        self._table = table
        self._hear = hear or (lambda line: ChatMessage(line.seat, line.text, line.to))
        self._chats = 0
        self._wishes: dict[int, int] = {}
        self._conceded: set[int] = set()
        self._agreeing: tuple[int, ...] = ()

    def news(self) -> Iterator[Report]:
        """Yield the chat and the declarations since the last call."""
        table = self._table
        if len(table.chat) == self._chats and not (table.wishes or table.conceded or table.agreeing):
            return
        yield from map(self._hear, table.chat[self._chats :])
        self._chats = len(table.chat)
        for seat, t in table.wishes.items():
            if self._wishes.get(seat) != t:
                yield AdjournWish(seat)
        self._wishes = dict(table.wishes)
        for seat in sorted(table.conceded.keys() - self._conceded):
            self._conceded.add(seat)
            yield Conceded(seat)
        now = () if table.over else agreeing_seats(table)
        if now != self._agreeing:
            self._agreeing = now
            yield Agreeing(now)


def finished(table: StateMachine) -> Finished:
    """Return a report that the match is over, with its standing; all seats must have signed the end."""
    standing = tuple(table.standing())
    gone, broke = tuple(sorted(table.conceded)), tuple(sorted(table.rule_breakers))
    return Finished(table.last, table.step.digest, standing, table.ended, gone, broke)

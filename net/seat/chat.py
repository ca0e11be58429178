"""Reports of what seats say outside the steps: chat, wishes to adjourn, and early ends.

Each item is reported once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from net.match.events import AdjournWish, ChatMessage, Concession, EndAgreement, EndOfMatch, Report
from net.match.feed_reader import ChatLine
from net.match.state_machine import StateMachine
from net.seat.resignation import agreeing_seats, conceding_seats


class ChatReporter:
    """Reporter of chat and declarations, which remembers what it has already reported."""

    def __init__(self, table: StateMachine, decrypt: Callable[[ChatLine], ChatMessage] | None = None) -> None:
        """Set up the reporter; `decrypt` decrypts our private lines, which are shown without text if it is None."""
        self._table = table
        self._decrypt = decrypt or (lambda line: ChatMessage(line.seat, line.text, line.to))
        self._chats = 0
        self._wishes: dict[int, int] = {}
        self._conceded: set[int] = set()
        self._agreeing: tuple[int, ...] = ()

    def new_reports(self) -> Iterator[Report]:
        """Yield reports of the chat and the declarations since the last call."""
        table = self._table
        conceding = conceding_seats(table)
        if len(table.chat) == self._chats and not (table.adjourn_wishes or conceding or table.agreeing):
            return
        yield from map(self._decrypt, table.chat[self._chats :])
        self._chats = len(table.chat)
        for seat, t in table.adjourn_wishes.items():
            if self._wishes.get(seat) != t:
                yield AdjournWish(seat)
        self._wishes = dict(table.adjourn_wishes)
        for seat in sorted(conceding - self._conceded):
            self._conceded.add(seat)
            yield Concession(seat)
        now = () if table.over else agreeing_seats(table)
        if now != self._agreeing:
            self._agreeing = now
            yield EndAgreement(now)


def make_end_report(table: StateMachine) -> EndOfMatch:
    """Return the report of a match's end, with its standing; all seats must have signed the result."""
    standing = tuple(table.standing())
    gone, broke = tuple(sorted(table.conceded)), tuple(sorted(table.rule_breakers))
    return EndOfMatch(table.last, table.step.digest, standing, table.ended, gone, broke)

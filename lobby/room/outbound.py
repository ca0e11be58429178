"""Outgoing messages of a room's member: their recipients, contents and priorities."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TypeVar

from lobby.room.messages import LINES, RECORDS, SETTINGS, SIGHTINGS, Message
from lobby.room.seniority import short
from lobby.room.signed_records import Signed

MAX_NEWS = 6
"""Maximum number of news items that are passed on in one round."""
MAX_FAR_RECORDS = 4
"""Maximum number of records per round about members that are not linked with the recipient.

The recipient receives the records of those members from others only.
"""
REPEAT_ROUNDS = 4
"""Rounds between two extra datagrams whose content the recipient may already know."""
MOST_SIGHTINGS = 6
Item = tuple[int, Signed]
"""Outgoing item with the index of the message part that it belongs to."""
T = TypeVar("T")


class Outbox:
    """A queue of the items to pass on, which also remembers whose turn is next."""

    def __init__(self) -> None:
        self._fresh: dict[bytes, Item] = {}
        self._turns: dict[bytes, tuple[int, int]] = {}

    def hand_on(self, key: bytes, item: Item) -> None:
        """Queue news to pass on; a later item replaces an earlier one with the same key (a member or a line)."""
        self._fresh[key] = item

    def part(self, identity: bytes) -> None:
        """Forget a member whose link has ended."""
        self._turns.pop(identity, None)

    def messages(
        self,
        own: Signed,
        settings: Signed | None,
        sightings: Sequence[tuple[bytes, bytes]],
        known: Sequence[tuple[bytes, Signed]],
        lines: Sequence[Signed],
        linked: Mapping[bytes, Collection[bytes]],
        whole: bool,
    ) -> list[tuple[bytes, bytes]]:
        """Return the datagrams to all linked members.

        They contain this member's record, the settings, the news, and as much of the rest as fits. Items that do not
        fit are sent in a later round. `linked` maps the linked members to their own links. If `whole` is False, the
        rest is left out.
        """
        out = []
        fresh = [self._fresh.pop(key) for key in list(self._fresh)[:MAX_NEWS]]
        first = [(RECORDS, own), *([(SETTINGS, settings)] if settings is not None else []), *fresh]
        for identity, near in linked.items():
            messages = _pack_items(first)
            if whole:
                turn, line = self._turns.get(identity, (0, 0))
                far = _turned([(RECORDS, signed) for who, signed in known if who not in near], turn)[:MAX_FAR_RECORDS]
                unseen = [pair for pair in sightings if short(pair[0]) not in near]
                seen = [(SIGHTINGS, pair) for pair in _turned(unseen, turn)[:MOST_SIGHTINGS]]
                rest = [(RECORDS, signed) for who, signed in known if who in near] + [(LINES, one) for one in lines]
                messages = _pack_items([*first, *(item for item in far if item not in fresh), *seen])
                more = turn // MAX_FAR_RECORDS % REPEAT_ROUNDS == 0
                self._turns[identity] = (
                    turn + MAX_FAR_RECORDS,
                    line + _fill_messages(messages, _turned(rest, line), more),
                )
            out += [(identity, message.bytes()) for message in messages]
        return out


def _turned(some: Sequence[T], turn: int) -> list[T]:
    at = turn % len(some) if some else 0
    return [*some[at:], *some[:at]]


def _pack_items(items: Sequence[Item]) -> list[Message]:
    """Return messages that together contain all of these items."""
    messages = [Message()]
    for part, pair in items:
        if not messages[-1].add(part, pair):
            messages.append(Message())
            messages[-1].add(part, pair)
    return messages


def _fill_messages(messages: list[Message], items: Sequence[Item], more: bool) -> int:
    """Fill the last message with items, and return the number of items that fitted.

    If `more` is True, also append one further message and fill it.
    """
    told = 0
    for part, pair in items:
        if not messages[-1].add(part, pair):
            if not more:
                break
            messages.append(Message())
            messages[-1].add(part, pair)
            more = False
        told += 1
    return told

"""What a member of a room says: in which datagrams, to whom what first."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TypeVar

from lobby.room.messages import LINES, RECORDS, SETTINGS, SIGHTINGS, Message
from lobby.room.seniority import short
from lobby.room.signed_records import Signed

AT_ONCE = 6
"""New things that are handed on at a time."""
FAR = 4
"""Records at a time of members whom the hearer is not linked with: it hears of them by others alone."""
SELDOM = 4
"""Every so often a datagram is added for what the hearer may know already."""
MOST_SIGHTINGS = 6
Item = tuple[int, Signed]
"""Something said, and to which part of a message it belongs."""
T = TypeVar("T")


class Saying:
    """What is still to be handed on, and whose turn it is."""

    def __init__(self) -> None:
        self._fresh: dict[bytes, Item] = {}
        self._turns: dict[bytes, tuple[int, int]] = {}

    def hand_on(self, key: bytes, item: Item) -> None:
        """Something new is to be told; of one key (a member, a line) the last counts."""
        self._fresh[key] = item

    def part(self, identity: bytes) -> None:
        """Somebody is linked no more."""
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
        """The datagrams to all who are linked: the own record, the settings, what is new, and of all the rest as much
        as fits; what does not has its turn next time. `linked` says whom each of them is linked with. Unless it is
        said in `whole`, only what is new is.
        """
        out = []
        fresh = [self._fresh.pop(key) for key in list(self._fresh)[:AT_ONCE]]
        first = [(RECORDS, own), *([(SETTINGS, settings)] if settings is not None else []), *fresh]
        for identity, near in linked.items():
            messages = _packed(first)
            if whole:
                turn, line = self._turns.get(identity, (0, 0))
                far = _turned([(RECORDS, signed) for who, signed in known if who not in near], turn)[:FAR]
                unseen = [pair for pair in sightings if short(pair[0]) not in near]
                seen = [(SIGHTINGS, pair) for pair in _turned(unseen, turn)[:MOST_SIGHTINGS]]
                rest = [(RECORDS, signed) for who, signed in known if who in near] + [(LINES, one) for one in lines]
                messages = _packed([*first, *(item for item in far if item not in fresh), *seen])
                more = turn // FAR % SELDOM == 0
                self._turns[identity] = turn + FAR, line + _filled(messages, _turned(rest, line), more)
            out += [(identity, message.bytes()) for message in messages]
        return out


def _turned(some: Sequence[T], turn: int) -> list[T]:
    at = turn % len(some) if some else 0
    return [*some[at:], *some[:at]]


def _packed(items: Sequence[Item]) -> list[Message]:
    """Messages with all of this."""
    messages = [Message()]
    for part, pair in items:
        if not messages[-1].add(part, pair):
            messages.append(Message())
            messages[-1].add(part, pair)
    return messages


def _filled(messages: list[Message], items: Sequence[Item], more: bool) -> int:
    """Puts as much of this as fits into the last message, and into one `more`; how much that is."""
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

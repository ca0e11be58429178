"""Outgoing messages of a room's member: their recipients, contents and priorities."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TypeVar

from lobby.room import signed_records
from lobby.room.messages import LINES, RECORDS, SETTINGS, SIGHTINGS, Message
from lobby.room.seniority import MOST_MEMBERS, names, public_bench, short
from lobby.room.signed_records import MOST_HOSTS, Signed, Status
from lobby.room.state import MESSAGE_INTERVAL, SAY_EVERY, RoomState, source_of
from net.channels.addresses import pack_address

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


class RoomSender:
    """Sender of a member's messages: its record, the settings, the news, and in turn all else that it knows."""

    def __init__(self, state: RoomState) -> None:
        self._state, self._outbox = state, Outbox()
        self._said_whole = -SAY_EVERY
        self._out: list[tuple[bytes, bytes]] = []

    def hand_on(self, is_line: bool, key: bytes, signed: Signed) -> None:
        """Pass on a line of chat or a record with the next message."""
        self._outbox.hand_on(key, (LINES if is_line else RECORDS, signed))
        self._state.soon()

    def part(self, identity: bytes) -> None:
        """Forget a member whose link has ended."""
        self._outbox.part(identity)

    def take_data(self) -> list[tuple[bytes, bytes]]:
        """Return and clear the messages to send, each with its recipient."""
        out, self._out = self._out, []
        return out

    def say(self) -> None:
        """Queue messages with the state of the room to all linked members."""
        room = self._state
        near = self._linked_members()
        hosts = tuple(source_of(room, room.linked[identity]) for identity in near[:MOST_HOSTS])
        signed = room.terms.signed(room.now)
        room.me = room.me._replace(
            number=room.me.number + 1, near=tuple(short(one) for one in near), hosts=hosts,
            bench=public_bench(room.bench), plays=room.terms.mark,
        )  # fmt: skip
        whole = room.now - self._said_whole >= SAY_EVERY
        room.said_at, room.due = room.now, room.now + (MESSAGE_INTERVAL if room.bound else SAY_EVERY)
        self._said_whole = room.now if whole else self._said_whole
        own = signed_records.sign_record(room.id, room.me, room.signer)
        known = [(who, signed) for who, signed in room.members.signed if self._is_told(who)]
        linked = {identity: self._linked_with(identity) for identity in room.linked}
        self._out += self._outbox.messages(
            own, signed, self._seen(), known, room.chat_log.signed, linked, whole or room.me.status == Status.GONE
        )

    def _linked_members(self) -> list[bytes]:
        """Return the linked members; those that others may know only through this member come first."""
        room = self._state
        places = {entry.who: entry.via for entry in room.bench}
        once = [one for one in room.linked if places.get(short(one), room.own) == room.own]
        return [*once, *(one for one in room.linked if one not in once)][:MOST_MEMBERS]

    def _is_told(self, who: bytes) -> bool:
        """Return True if this member passes on the record of a certain member.

        It does so for a member with a place, and for a newcomer that is linked with this member.
        """
        room = self._state
        return who in names(room.bench) or who in room.members.gone or any(short(one) == who for one in room.linked)

    def _linked_with(self, identity: bytes) -> set[bytes]:
        """Return the set of a member and all members that it is linked with."""
        one = self._state.members.of(identity)
        return {short(identity), *(one.near if one is not None else ())}

    def _seen(self) -> list[tuple[bytes, bytes]]:
        """Return the members with a place that are linked here, with the addresses at which they are seen."""
        places = names(self._state.bench)
        return [
            (identity, pack_address(address)) for identity, address in self._state.linked.items()
            if isinstance(address, tuple) and "%" not in address[0] and short(identity) in places
        ]  # fmt: skip


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

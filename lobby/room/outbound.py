"""Sender of a member's outgoing messages: their recipients, contents and priorities."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TypeVar

from lobby.room import signed_records
from lobby.room.messages import LINES, RECORDS, SETTINGS, SIGHTINGS, MessageBuilder
from lobby.room.seniority import MOST_MEMBERS, members_on, public_bench, short_id
from lobby.room.signed_records import MOST_HOSTS, Signed, Status
from lobby.room.state import MESSAGE_INTERVAL, SAY_EVERY, RoomState, charged_source
from net.channels.addresses import pack_address

MAX_NEWS = 6
"""Maximum number of news items that are passed on in one round."""
MAX_FAR_RECORDS = 4
"""Maximum number of records, per round, of members that are not linked with the recipient.

The recipient receives those records only through other members.
"""
REPEAT_ROUNDS = 4
"""Rounds between two extra datagrams with content that the recipient may already have."""
MOST_SIGHTINGS = 6
Item = tuple[int, Signed]
"""An item to send: the index of the message part that it belongs to, and its signed bytes."""
T = TypeVar("T")


class Outbox:
    """Queue of items to send, which remembers what each recipient gets next."""

    def __init__(self) -> None:
        self._fresh: dict[bytes, Item] = {}
        self._turns: dict[bytes, tuple[int, int]] = {}

    def queue_news(self, key: bytes, item: Item) -> None:
        """Queue an item to pass on soon; it replaces an earlier one with the same key (a member or a line)."""
        self._fresh[key] = item

    def remove_peer(self, identity: bytes) -> None:
        """Forget a member whose link has ended."""
        self._turns.pop(identity, None)

    def make_datagrams(
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
        fit are sent in a later round. `linked` contains the linked members and their own links. If `whole` is False,
        the rest is left out.
        """
        out = []
        fresh = [self._fresh.pop(key) for key in list(self._fresh)[:MAX_NEWS]]
        first = [(RECORDS, own), *([(SETTINGS, settings)] if settings is not None else []), *fresh]
        for identity, near in linked.items():
            messages = _pack_items(first)
            if whole:
                turn, line = self._turns.get(identity, (0, 0))
                far = _rotate([(RECORDS, signed) for who, signed in known if who not in near], turn)[:MAX_FAR_RECORDS]
                unseen = [pair for pair in sightings if short_id(pair[0]) not in near]
                seen = [(SIGHTINGS, pair) for pair in _rotate(unseen, turn)[:MOST_SIGHTINGS]]
                rest = [(RECORDS, signed) for who, signed in known if who in near] + [(LINES, one) for one in lines]
                messages = _pack_items([*first, *(item for item in far if item not in fresh), *seen])
                more = turn // MAX_FAR_RECORDS % REPEAT_ROUNDS == 0
                self._turns[identity] = (
                    turn + MAX_FAR_RECORDS,
                    line + _fill_messages(messages, _rotate(rest, line), more),
                )
            out += [(identity, message.bytes()) for message in messages]
        return out


class RoomSender:
    """Sender of a member's record, the settings, the news, and in turn everything else that it knows."""

    def __init__(self, state: RoomState) -> None:
        self._state, self._outbox = state, Outbox()
        self._said_whole = -SAY_EVERY
        self._out: list[tuple[bytes, bytes]] = []

    def queue_news(self, is_line: bool, key: bytes, signed: Signed) -> None:
        """Pass on a line of chat or a record with the next message."""
        self._outbox.queue_news(key, (LINES if is_line else RECORDS, signed))
        self._state.schedule_message()

    def remove_peer(self, identity: bytes) -> None:
        """Forget a member whose link has ended."""
        self._outbox.remove_peer(identity)

    def take_data(self) -> list[tuple[bytes, bytes]]:
        """Return and clear the messages to send, each with its recipient."""
        out, self._out = self._out, []
        return out

    def queue_state(self) -> None:
        """Queue messages on the state of the room for all linked members."""
        room = self._state
        near = self._linked_members()
        hosts = tuple(charged_source(room, room.linked[identity]) for identity in near[:MOST_HOSTS])
        signed = room.current_settings.signed_settings(room.now)
        room.me = room.me._replace(
            number=room.me.number + 1, near=tuple(short_id(one) for one in near), hosts=hosts,
            bench=public_bench(room.bench), plays=room.current_settings.mark,
        )  # fmt: skip
        whole = room.now - self._said_whole >= SAY_EVERY
        room.sent_at, room.due = room.now, room.now + (MESSAGE_INTERVAL if room.is_bound else SAY_EVERY)
        self._said_whole = room.now if whole else self._said_whole
        own = signed_records.sign_record(room.id, room.me, room.signer)
        known = [(who, signed) for who, signed in room.members.signed_records if self._passes_on_record(who)]
        linked = {identity: self._linked_with(identity) for identity in room.linked}
        self._out += self._outbox.make_datagrams(
            own,
            signed,
            self._sightings(),
            known,
            room.chat_log.signed_lines,
            linked,
            whole or room.me.status == Status.GONE,
        )

    def _linked_members(self) -> list[bytes]:
        """Return the linked members, first those that others may know only through this member."""
        room = self._state
        places = {entry.member: entry.origin for entry in room.bench}
        once = [one for one in room.linked if places.get(short_id(one), room.own_id) == room.own_id]
        return [*once, *(one for one in room.linked if one not in once)][:MOST_MEMBERS]

    def _passes_on_record(self, who: bytes) -> bool:
        """Return True if this member passes on a certain member's record.

        It does so for a member with a place, and for a newcomer that is linked with it.
        """
        room = self._state
        return (
            who in members_on(room.bench)
            or who in room.members.gone
            or any(short_id(one) == who for one in room.linked)
        )

    def _linked_with(self, identity: bytes) -> set[bytes]:
        """Return a member and all members with which it is linked."""
        one = self._state.members.record_of(identity)
        return {short_id(identity), *(one.near if one is not None else ())}

    def _sightings(self) -> list[tuple[bytes, bytes]]:
        """Return the linked members with a place, and the addresses at which they are linked."""
        places = members_on(self._state.bench)
        return [
            (identity, pack_address(address)) for identity, address in self._state.linked.items()
            if isinstance(address, tuple) and "%" not in address[0] and short_id(identity) in places
        ]  # fmt: skip


def _rotate(some: Sequence[T], turn: int) -> list[T]:
    at = turn % len(some) if some else 0
    return [*some[at:], *some[:at]]


def _pack_items(items: Sequence[Item]) -> list[MessageBuilder]:
    """Return messages that together contain these items."""
    messages = [MessageBuilder()]
    for part, pair in items:
        if not messages[-1].add(part, pair):
            messages.append(MessageBuilder())
            messages[-1].add(part, pair)
    return messages


def _fill_messages(messages: list[MessageBuilder], items: Sequence[Item], more: bool) -> int:
    """Add items to the last message, and return the number of items that fitted.

    If `more` is True, also append and fill one further message.
    """
    told = 0
    for part, pair in items:
        if not messages[-1].add(part, pair):
            if not more:
                break
            messages.append(MessageBuilder())
            messages[-1].add(part, pair)
            more = False
        told += 1
    return told

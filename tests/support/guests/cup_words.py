"""Messages of a hostile guest of a tournament."""

from __future__ import annotations

from typing import Any

from core.engine.codec import dec, enc
from lobby.tournament.model import entries
from lobby.tournament.protocol import messages, presence
from net.replication.entries import Place
from net.replication.entries import make as make_entry
from net.replication.message_table import Message
from tests.support.guests.base import GUESTS, KEYS, NAMES, Choices, signer


class Words:
    """A source of messages of any kind about any member, with entries signed by many keys."""

    def __init__(self, id: bytes, hashes: list[bytes], whom: list[bytes], first: int = 0) -> None:
        """Create the source of messages.

        The given hashes and identities are those of existing blobs and members. `first` is the number of the first key
        of the source itself.
        """
        self.id, self.hashes, self.first = id, hashes, first
        self.whom = [*whom, *(signer(first + i).identity for i in range(GUESTS))]
        self.feeds: dict[int, tuple[int, bytes]] = {}
        self.enrolled: dict[int, bytes] = {}
        self.number = 0

    def said(self, choices: Choices) -> bytes:
        """Return a datagram of a few messages."""
        said = [dec(messages.pack_message(self._said(choices))) for _ in range(1 + choices.below(4))]
        made: bytes = enc(said)
        return made if len(made) <= 1200 else enc(said[:1])

    def _said(self, choices: Choices) -> Message:
        who = choices.below(KEYS) if choices.chance(3) else self.first + choices.below(GUESTS)
        by, kind = signer(who), choices.below(9)
        hash = choices.of([*self.hashes, bytes(32), by.identity])
        shorts = [item[:8] for item in self.whom]
        if kind == 0:
            shorts += [signer(choices.below(KEYS)).identity[:8] for _ in range(choices.below(8))]
            tag = messages.FORKED_HEAD_TAG if choices.chance(4) else b"tail"
            long = choices.of((3, 5000))
            heads = [(choices.of(shorts), 1 + choices.below(long), tag) for _ in range(1 + choices.below(60))]
            return messages.Heads(tuple(heads))
        if kind == 1:
            return messages.Sum(bytes([choices.below(256)]) * 16)
        if kind == 2:
            whose = bytes(32) if choices.chance(16) else by.identity
            return messages.EntryMessage(whose, self._entry(who, choices))
        if kind == 3:
            return messages.Want(tuple((choices.of(shorts), choices.below(60)) for _ in range(1 + choices.below(60))))
        if kind == 4:
            return messages.Ask(hash, tuple(choices.below(40) for _ in range(choices.below(32))))
        if kind == 5:
            return messages.Chunk(hash, choices.below(3), 3000, bytes([choices.below(2)]) * 1000)
        if kind == 6:
            self.number += 1
            where = [("10.9.9.9", 1 + choices.below(65535))]
            beat = presence.make_pulse(by, self.id, self.number, where, choices.below(65536)).signed
            return beat._replace(signature=bytes(64)) if choices.chance(4) else beat
        if kind == 7:
            return messages.Have(hash)
        host = choices.of(("", "10.0.9.9", "fd00::9"))
        stored = self._entry(who, choices, first=True)
        return messages.AdmissionRequest(
            by.identity, stored, host, choices.below(messages.MOST_HOPS + 1), choices.below(8)
        )

    def _entry(self, who: int, choices: Choices, first: bool = False) -> bytes:
        """Return the next entry of a feed, or a fork of it."""
        by = signer(who)
        begins = entries.feed_id(self.id, by.identity)
        seq, prev = self.feeds.get(who, (0, begins))
        fork, lost = choices.chance(24), choices.chance(12)
        if first and who in self.enrolled:
            return self.enrolled[who]
        if first or seq == 0 or fork:
            seq, prev = 0, begins
        elif lost:
            prev = by.identity
        kind = choices.of((99, entries.Kind.ENROL)) if choices.chance(24) else None
        whom = choices.of([bytes(32), signer(self.first + GUESTS).identity, *self.whom])
        small = choices.below(4)
        bodies: list[Any] = [
            entries.Reveal(small, whom), entries.ResultReport(small, small, whom, 1 + choices.below(60000)),
            entries.UnfinishedReport(small, small), entries.Leave(), entries.Move(1 + small, small),
            entries.Propose(1 + small, small, whom, 1 + choices.below(30000)), entries.Back(1 + small, small, whom),
            entries.Welcome(whom, small, bool(small % 2)),
        ]  # fmt: skip
        enrol = entries.Enrol(
            choices.of(NAMES[:-1]), small == 1, small != 2, entries.derive_nonces(who.to_bytes(32, "big"), self.id)[0]
        )
        bodies[0] = choices.of(
            [bodies[0], entries.Reveal(small, entries.derive_nonces(who.to_bytes(32, "big"), self.id)[1 + small])]
        )
        body = enrol if seq == 0 or kind == entries.Kind.ENROL else choices.of(bodies)
        place = Place(entries.feed_id(self.id, by.identity), 1, seq, prev)
        made = make_entry(by, place, entries.KIND_OF[type(body)] if kind is None else kind, (), list(body))
        if seq == 0:
            self.enrolled.setdefault(who, made.stored)
            if first and who not in self.feeds:
                self.feeds[who] = 1, made.id
        if not fork and not first and not lost:
            self.feeds[who] = seq + 1, made.id
        return made.stored

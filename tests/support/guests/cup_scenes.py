"""Sequences of actions of a tournament's guest that would be rare by chance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.engine.codec import dec, enc
from lobby.tournament.model import entries
from lobby.tournament.model.contents import Close, pack_content
from lobby.tournament.protocol import messages, presence
from tests.support.guests.base import signer

if TYPE_CHECKING:
    from tests.support.guests.cup import GossipGuest

CROWD = range(110, 113)
"""Keys of the members that the guest's first identity admits, and that later give way."""
LATER = 120
NO_KEY = bytes(32)
"""An invalid key, which is no point of the curve."""


def outstay(guest: GossipGuest) -> None:
    """Fill the memory reserved for each member with three members admitted by one identity.

    Then another identity admits one more member.
    """
    guest.wait()
    for seat in CROWD:
        _bring(guest, 0, seat)
        for body in (
            entries.Move(1, 2), entries.Move(1, 1), entries.UnfinishedReport(0, 0),
            entries.ResultReport(0, 0, guest.hash, 900), entries.Reveal(0, bytes(32)),
            entries.Back(1, 0, guest.hash), entries.Leave(), entries.Enrol("Eve", False, True, bytes(32)),
        ):  # fmt: skip
            _say(guest, seat, body)
    _bring(guest, 1, LATER)


def let_in_too_many(guest: GossipGuest) -> None:
    """Admit more members than one identity may."""
    guest.wait()
    for seat in range(130, 142):
        _say(guest, 0, entries.Welcome(signer(seat).identity, 0, False))


def count_no_record(guest: GossipGuest) -> None:
    """Play a round, then count a table as unfinished without any report."""
    guest.begin_a_round()
    running = guest.member.course.running_round
    if running is not None:
        content = Close(len(guest.member.course.rounds), (), (), (), ((0, running.tables[0][:1]),))
        guest.member.view.course_after(guest.member.course, guest.member.gossip.keep(pack_content(content, bytes(32))))


def let_in_nobody(guest: GossipGuest) -> None:
    """Admit an invalid key as a member, and send an entry signed for it."""
    guest.wait()
    _say(guest, 0, entries.Welcome(NO_KEY, 0, False))
    told = messages.EntryMessage(NO_KEY, guest.sign(LATER, entries.Leave(), *guest.held(LATER)))
    guest.member.receive(signer(0).identity, enc([dec(messages.pack_message(told))]))


def beat_falsely(guest: GossipGuest) -> None:
    """Send more pulses with invalid signatures than a member checks."""
    by = signer(0)
    for number in range(1, 12):
        beat = presence.make_pulse(by, guest.cup, number, [("10.9.9.9", 5000)], 7).signed
        guest.member.receive(by.identity, enc([dec(messages.pack_message(beat._replace(signature=bytes(64))))]))


def count_a_record(guest: GossipGuest) -> None:
    """Play a round, then count a record of it."""
    guest.begin_a_round()
    if guest.member.course.running_round is not None:
        guest.member.store_verdict(guest.hash, guest.played())
        _count(guest)


def count_a_false_record(guest: GossipGuest) -> None:
    """Play a round, then count a record of it that is invalid."""
    guest.begin_a_round()
    if guest.member.course.running_round is not None:
        guest.member.store_verdict(guest.hash, "it does not hold")
        _count(guest)


def _count(guest: GossipGuest) -> None:
    course = guest.member.course
    content = Close(len(course.rounds), (), (), ((0, guest.hash, (1, 2)),), ())
    hash = guest.member.gossip.keep(pack_content(content, bytes(32)))
    guest.member.view.course_after(course, hash)


def _bring(guest: GossipGuest, via: int, who: int) -> None:
    """Admit another identity of the guest, which then enrols."""
    _say(guest, via, entries.Welcome(signer(who).identity, 0, False))
    seq, prev = guest.held(who)
    if seq == 0:
        guest.tell(who, guest.sign(who, None, seq, prev))


def _say(guest: GossipGuest, who: int, body: entries.Body) -> None:
    seq, prev = guest.held(who)
    guest.tell(who, guest.sign(who, body, seq, prev))


SCENES = outstay, let_in_nobody, let_in_too_many, beat_falsely, count_no_record, count_a_record, count_a_false_record
"""All scenes."""

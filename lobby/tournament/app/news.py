"""News of a tournament for a member's terminal: what has changed since the last check.

The terminal of `tether tournament` prints the news. It covers enrolments, the member's own table and result, players
that have fallen silent, and what the tournament needs to continue.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from core.engine.text.words import format_count, join_list
from lobby.tournament.model.entries import Enrol
from lobby.tournament.model.state import Round, TournamentState
from lobby.tournament.protocol.node import Node

EVERY = 0.5
"""Minimum seconds between two checks."""
MOST_NAMES = 8
"""Maximum number of names in one sentence."""
PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")


class News(NamedTuple):
    """A change in a tournament; `kind` names it for programs that read JSON."""

    kind: str
    words: str


class NewsWatcher:
    """Watcher of a tournament, which remembers the news that it has already returned.

    `start_with` is the number of players with which the first round begins, or 0 if no number was given.
    """

    def __init__(self, start_with: int = 0) -> None:
        self._start_with = start_with
        self._looked = -EVERY
        self._enrolled: set[bytes] = set()
        self._awaited = ""
        self._round = -1
        self._result = -1
        self._gone: set[bytes] = set()
        self._addresses: tuple[object, ...] = ()

    def find_news(self, member: Node, now: float) -> list[News]:
        """Return the changes since the last check, or nothing if the last check was less than `EVERY` seconds ago."""
        if now - self._looked < EVERY:
            return []
        self._looked = now
        parts = (self._enrolment_news, self._round_news, self._table_news, self._waiting_news)
        return [news for part in parts for news in part(member)]

    def _enrolment_news(self, member: Node) -> Iterator[News]:
        store = member.entry_store
        there = {one: said for one, signed in store.enrolled.items() if isinstance(said := signed.body, Enrol)}
        known = {one: said for one, said in there.items() if store.is_admitted(one)}
        new = sorted(known.keys() - self._enrolled)
        self._enrolled |= known.keys()
        if member.identity in new:
            new.remove(member.identity)
            late = " You play from the next round on." if known[member.identity].plays and member.course.decided else ""
            yield News("enrolled", f"You are enrolled as {known[member.identity].name}.{late}")
        names = [known[one].name for one in new if known[one].plays]
        helpers = [known[one].name for one in new if not known[one].plays]
        if names:
            plays = sum(said.plays for said in known.values())
            yield News("enrolled", f"{_join_names(names)} enrolled; {format_count(plays, 'player')} so far.")
        if helpers:
            yield News("enrolled", f"{_join_names(helpers)} will help without playing.")

    def _round_news(self, member: Node) -> Iterator[News]:
        course, running = member.course, member.course.running_round
        if running is None or running.number == self._round or course.is_over:
            return
        self._round = running.number
        own, table = course.player_of(member.identity), course.table_of(member.identity)
        if own is None:
            if member.is_enrolled and member.plays and not member.has_left:
                yield News("later", f"You play from round {running.number + 2} on.")
        elif table is not None:
            yield News("table", _table_text(course, running, table, own.number))
        elif own.left:
            yield News("later", "You have left this tournament.")
        else:
            why = f"You sit out round {running.number + 1}: your program did not reveal its random number in time."
            yield News("later", f"{why} You can play again from round {running.number + 2} on.")

    def _table_news(self, member: Node) -> Iterator[News]:
        course, running = member.course, member.course.running_round
        table, own = course.table_of(member.identity), course.player_of(member.identity)
        if running is None or table is None or own is None or len(running.tables[table]) < 2:
            self._gone = set()
            return
        result = member.view.result_of(table)
        if result is not None:
            if self._result != running.number:
                self._result = running.number
                yield News("result", _result_text(running.tables[table], result[1], own.number))
            self._gone = set()
            return
        silent = set(member.silent_members) & (set(course.identities_at(running, table)) - {member.identity})
        for identity in sorted(silent - self._gone):
            who = _player_name(course, identity)
            yield News(
                "gone", f"{who}, at your table, is disconnected. The round's clock goes on; {who} can come back."
            )
        for identity in sorted(self._gone - silent):
            yield News("back", f"{_player_name(course, identity)} is back.")
        self._gone = silent

    def _waiting_news(self, member: Node) -> Iterator[News]:
        words = self._awaited_text(member)
        if words and words != self._awaited:
            yield News("waiting", words)
        self._awaited = words or self._awaited

    def _awaited_text(self, member: Node) -> str:
        course, running = member.course, member.course.running_round
        opener = member.opening.opener
        if course.is_over or not member.is_enrolled:
            return ""
        if not course.decided:
            if member.identity == opener:
                missing = self._start_with - len(member.waiting_players)
                return f"Waiting for {format_count(missing, 'more player')}." if missing > 0 else ""
            signed = member.entry_store.enrolled.get(opener)
            name = signed.body.name if signed is not None and isinstance(signed.body, Enrol) else "the opener"
            return f"Waiting for {name} to begin the first round."
        if running is None:
            return ""
        open_tables = [table for table in range(len(running.tables)) if not member.view.is_settled(table)]
        own = course.table_of(member.identity)
        if own in open_tables or not open_tables:
            return ""
        seated = [
            _join_names([course.player_numbered(who).name for who in running.tables[table]])
            for table in open_tables[:3]
        ]
        tables = [f"table {table + 1} ({names})" for table, names in zip(open_tables, seated)]
        more = [format_count(len(open_tables) - 3, "other table")] if len(open_tables) > 3 else []
        return f"Waiting for {join_list([*tables, *more])}."

    def address_news(self, shown: list[str], code: str) -> list[News]:
        """Return news on how others can join now, if the addresses of this computer have changed."""
        now = tuple(shown)
        changed, self._addresses = bool(self._addresses) and now != self._addresses, now
        words = f" --code {code}" if code else ""
        told = [f"New address: others can join with: tether tournament join {one}{words}" for one in shown]
        return [News("address", line) for line in told] if changed else []


def _table_text(course: TournamentState, running: Round, table: int, own: int) -> str:
    others = [course.player_numbered(who).name for who in running.tables[table] if who != own]
    if not others:
        return f"You have a bye in round {running.number + 1}: a point without a match."
    return f"You play at table {table + 1} with {_join_names(others)}."


def _result_text(seated: tuple[int, ...], ranks: tuple[int, ...], own: int) -> str:
    rank = ranks[seated.index(own)]
    shared = " (shared)" if ranks.count(rank) > 1 else ""
    place = PLACES[rank - 1] if rank <= len(PLACES) else f"number {rank}"
    return f"Your match counts: you are {place} of {len(seated)}{shared}."


def _player_name(course: TournamentState, identity: bytes) -> str:
    player = course.player_of(identity)
    return player.name if player is not None else "somebody"


def _join_names(names: list[str]) -> str:
    more = [f"{len(names) - MOST_NAMES} more"] if len(names) > MOST_NAMES else []
    return join_list([*names[:MOST_NAMES], *more])

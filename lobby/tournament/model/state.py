"""The course of a tournament: what follows from what its members have decided. Pure, and the same everywhere.

Decisions take turns. An odd one *closes* a round (the first one closes the enrolment): who is new, who has left, which
results count. An even one *starts* a round: whose nonces count. The nonces make the round's beacon, and from that and
the results follow the tables. What each says is a content (`contents`).

Nothing in a content is believed: each item has its own proof in a member's feed or in a match record (`Facts`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol

from core.engine.chance.beacon import Stream
from core.engine.codec import H
from lobby.tournament.model.contents import Close, Content, Refused, Start, pack_content, plain, read_content
from lobby.tournament.model.entries import Enrol
from lobby.tournament.model.opening import MOST_PLAYERS, MOST_ROUNDS, Opening
from lobby.tournament.model.pods import Pods
from lobby.tournament.model.results import Past, Place, Result, past, standings
from net.match.exclusions import LeftOut


class Lacking(LookupError):
    """Something that a content names is not here yet."""


class Played(NamedTuple):
    """What a verified match record says: which table, who sat there in seat order, and the rank of each.

    `left_out` is whom the match went on without; `broke_rules` are the seats whose own signatures show a broken rule.
    `conceded` are those that gave it up, `ended` how it ended before its rules did (`net.match.early_end`).
    """

    room: bytes
    identities: tuple[bytes, ...]
    ranks: tuple[int, ...]
    left_out: tuple[LeftOut, ...] = ()
    broke_rules: frozenset[int] = frozenset()
    conceded: frozenset[int] = frozenset()
    ended: str = ""

    @property
    def uncounted(self) -> frozenset[int]:
        """The seats for which ratings do not count it: what became of them may have been the others' doing."""
        return frozenset(left.seat for left in self.left_out) - self.broke_rules - self.conceded


class Facts(Protocol):
    """What members have signed and what records show. All but `enrolment` raise `Lacking` for what is not here."""

    def enrolment(self, identity: bytes, entry: bytes) -> Enrol:
        """The enrolment of this id."""

    def nonce(self, player: Player, round: int) -> bytes:
        """The nonce of a round, checked against its anchor."""

    def played(self, hash: bytes) -> Played:
        """A verified record; raises `Refused` for one that does not hold."""

    def tables(self, here: Sequence[int], results: list[list[Result]], beacon: bytes) -> Pods | None:
        """The tables of a round, as `pair` finds them."""

    def check_left(self, identity: bytes) -> None:
        """Somebody has dropped out, or has signed two versions of its feed."""

    def check_vote(self, identity: bytes) -> None:
        """The opener has given somebody a vote."""

    def check_unfinished(self, identity: bytes, round: int, table: int) -> None:
        """Somebody has said that its table has no result."""


class Player(NamedTuple):
    """Who takes part, with its number from 1."""

    number: int
    identity: bytes
    name: str
    bot: bool
    anchor: bytes
    left: bool = False
    votes: bool = True
    """Whether it has a part in decisions: who was let in beside others of the same source has none."""


class Round(NamedTuple):
    """A round: tables in seat order, byes as tables of one; `results` once it is closed, None where nobody scored."""

    number: int
    beacon: bytes
    tables: tuple[tuple[int, ...], ...]
    results: tuple[Result | None, ...] = ()
    records: tuple[bytes, ...] = ()
    """The hash of each table's record; empty bytes where there is none."""
    matches: tuple[Played | None, ...] = ()
    """What each table's record says. The digest needs none of it: it follows from the hashes."""

    @property
    def closed(self) -> bool:
        """Whether its results stand."""
        return bool(self.results)


@dataclass(frozen=True, slots=True)
class TournamentState:
    """A tournament so far. `electorate` are the identities of whom a majority decides next, in the order in which they
    propose; empty before the first decision, which names its own.
    """

    opening: Opening
    players: tuple[Player, ...] = ()
    rounds: tuple[Round, ...] = ()
    decided: int = 0
    over: bool = False
    beacon: bytes = bytes(32)
    closing: bytes = bytes(32)
    """The hash of the last content that closed a round."""
    electorate: tuple[bytes, ...] = ()

    # -- reading --

    @property
    def next(self) -> int:
        """The number of the next decision."""
        return self.decided + 1

    @property
    def closes(self) -> bool:
        """Whether the next decision closes a round, or the enrolment."""
        return self.next % 2 == 1

    @property
    def running(self) -> Round | None:
        """The round that is being played."""
        return self.rounds[-1] if self.rounds and not self.rounds[-1].closed else None

    @property
    def field(self) -> list[Player]:
        """Who has not dropped out."""
        return [player for player in self.players if not player.left]

    @property
    def past(self) -> Past:
        """All that has been played in closed rounds."""
        return past(result for tables in self.results for result in tables)

    @property
    def results(self) -> list[list[Result]]:
        """The results of the closed rounds."""
        return [[result for result in played.results if result is not None] for played in self.rounds if played.closed]

    def standings(self) -> list[Place]:
        """Everybody, first to last."""
        return standings([player.number for player in self.players], self.past)

    def player(self, number: int) -> Player:
        """Who has this number."""
        return self.players[number - 1]

    def of(self, identity: bytes) -> Player | None:
        """Who has this identity."""
        return next((player for player in self.players if player.identity == identity), None)

    def table_of(self, identity: bytes) -> int | None:
        """Where somebody sits in the running round; None for nowhere."""
        player = self.of(identity)
        if player is None or self.running is None:
            return None
        return next((i for i, table in enumerate(self.running.tables) if player.number in table), None)

    def room(self, round: Round, table: int) -> bytes:
        """The room id under which a table plays its match; nobody knows it before the round's beacon."""
        return H("tether.ttable", [self.opening.id, round.number, round.beacon, table])

    def seats(self, round: Round, table: int) -> tuple[bytes, ...]:
        """The identities at a table, in seat order."""
        return tuple(self.player(number).identity for number in round.tables[table])

    @property
    def digest(self) -> bytes:
        """A hash over all of it."""
        players = [[p.identity, p.name, p.bot, p.anchor, p.left, *([] if p.votes else [False])] for p in self.players]
        rounds = [
            [r.number, r.beacon, r.tables, [None if x is None else list(x) for x in r.results], r.records]
            for r in self.rounds
        ]
        return H("tether.tcourse", [self.opening.id, self.decided, self.over, self.beacon, players, rounds])

    # -- going on --

    def after(self, data: bytes, facts: Facts) -> TournamentState:
        """The course after a content; raises `Refused` if it does not follow, `Lacking` if that cannot be told."""
        content, digest = read_content(data)
        course = self.take(content, facts)
        if course.digest != digest:
            raise Refused("it names other tables or standings than follow from it")
        return course

    def content(self, content: Content, facts: Facts) -> bytes:
        """A content as it is proposed, with the digest of what follows."""
        return pack_content(content, self.take(content, facts).digest)

    def take(self, content: Content, facts: Facts) -> TournamentState:
        """The course after a content, whose digest is not looked at."""
        if self.over:
            raise Refused("the tournament is over")
        if isinstance(content, Close) != self.closes or content.round != len(self.rounds):
            raise Refused("it decides something else than is to be decided")
        return self._closed(content, facts) if isinstance(content, Close) else self._started(content, facts)

    def electors(self, content: Content) -> tuple[bytes, ...]:
        """Of whom a majority decides this; the first decision is that of those whom it names, the opener first."""
        if self.decided or not isinstance(content, Close):
            return self.electorate
        return first_electors(self.opening, {identity for identity, _ in content.new} - set(content.guests))

    def _closed(self, close: Close, facts: Facts) -> TournamentState:
        players = self._gone(self._joined(close, facts), close, facts)
        rounds = self.rounds
        if rounds:
            rounds = (*rounds[:-1], self._scored(rounds[-1], close, facts))
        elif close.results or close.unfinished or close.left:
            raise Refused("there are no results before the first round")
        course = replace(
            self,
            players=players,
            rounds=rounds,
            decided=self.next,
            closing=H("tether.tclose", [list(plain(close))]),
            electorate=self.electors(close),
        )
        field = [player.number for player in course.field]
        over = bool(rounds) and course.opening.format.over(field, course.results)
        return replace(course, over=over or len(rounds) >= MOST_ROUNDS)

    def _joined(self, close: Close, facts: Facts) -> tuple[Player, ...]:
        players = list(self.players)
        known = {player.identity for player in players}
        if [identity for identity, _ in close.new] != sorted({identity for identity, _ in close.new} - known):
            raise Refused("who is new is named twice, or is not new")
        if len(players) + len(close.new) > MOST_PLAYERS:
            raise Refused(f"more than {MOST_PLAYERS} players")
        if list(close.guests) != sorted({identity for identity, _ in close.new} & set(close.guests)):
            raise Refused("who has no vote is named twice, or is not new")
        for identity, entry in close.new:
            enrol = facts.enrolment(identity, entry)
            if not enrol.plays:
                raise Refused("it names a player who does not play")
            votes = identity not in close.guests
            if votes:
                facts.check_vote(identity)
            players.append(Player(len(players) + 1, identity, enrol.name, enrol.bot, enrol.anchor, votes=votes))
        if len(players) < 2:
            raise Refused("there are no two players")
        return tuple(players)

    def _gone(self, players: tuple[Player, ...], close: Close, facts: Facts) -> tuple[Player, ...]:
        numbers = range(1, len(self.players) + 1)
        if list(close.left) != sorted(set(close.left)) or not all(number in numbers for number in close.left):
            raise Refused("who has left is named twice, or is nobody")
        for number in close.left:
            if players[number - 1].left:
                raise Refused(f"player {number} has left before")
            facts.check_left(players[number - 1].identity)
        return tuple(p._replace(left=True) if p.number in close.left else p for p in players)

    def _scored(self, played: Round, close: Close, facts: Facts) -> Round:
        scored: list[Result | None] = [Result(t, (1,)) if len(t) == 1 else None for t in played.tables]
        records = [b""] * len(scored)
        matches: list[Played | None] = [None] * len(scored)
        for table, hash, ranks in close.results:
            if not 0 <= table < len(scored) or scored[table] is not None:
                raise Refused("a result for no table, or for one that has a result")
            matches[table] = record = facts.played(hash)
            self._check_result(played, table, record, ranks)
            scored[table], records[table] = Result(played.tables[table], ranks), hash
        for table, there in close.unfinished:
            if not 0 <= table < len(scored) or scored[table] is not None:
                raise Refused("an unfinished table that is none")
            seated = played.tables[table]
            if not there or list(there) != [number for number in seated if number in there]:
                raise Refused("an unfinished table that is none")
            for number in there:
                facts.check_unfinished(self.player(number).identity, played.number, table)
            ranks = tuple(1 if number in there else 1 + len(there) for number in seated)
            scored[table] = Result(seated, ranks)
        return played._replace(results=tuple(scored), records=tuple(records), matches=tuple(matches))

    def _check_result(self, played: Round, table: int, record: Played, ranks: tuple[int, ...]) -> None:
        why = self.why_not(played, table, record)
        if why:
            raise Refused(why)
        if record.ranks != ranks:
            raise Refused(f"its ranks for table {table + 1} are not those of the record")

    def why_not(self, played: Round, table: int, record: Played) -> str:
        """Why a record is not that of a table; empty if it is."""
        if record.room != self.room(played, table):
            return f"the record is that of another table than table {table + 1} of round {played.number + 1}"
        if record.identities != self.seats(played, table):
            return f"others played there than sit at table {table + 1}"
        return ""

    def _started(self, start: Start, facts: Facts) -> TournamentState:
        field = {player.number: player for player in self.field}
        if list(start.here) != sorted(set(start.here)) or not set(start.here) <= set(field):
            raise Refused("it starts a round with somebody who is not in the tournament")
        nonces = [[number, facts.nonce(field[number], start.round)] for number in start.here]
        beacon = H("tether.tbeacon", [self.opening.id, start.round, self.beacon, self.closing, nonces])
        tables = facts.tables(start.here, self.results, beacon)
        course = replace(self, decided=self.next, beacon=beacon)
        if not tables:
            return replace(course, over=True)
        made = Round(start.round, beacon, tuple(tuple(table) for table in tables))
        here = [self.player(number) for number in start.here]
        electors = tuple(player.identity for player in here if player.votes) or tuple(p.identity for p in here)
        return replace(course, rounds=(*self.rounds, made), electorate=electors)


def pair(opening: Opening, here: Sequence[int], results: list[list[Result]], beacon: bytes) -> Pods | None:
    """The tables of a round."""
    return opening.format.next(here, results, Stream(beacon, ["pairing"]))


def first_electors(opening: Opening, identities: Any) -> tuple[bytes, ...]:
    """Who decides on the first round: the opener before all others."""
    return (opening.opener, *sorted(set(identities) - {opening.opener}))

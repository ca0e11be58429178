"""Course of a tournament: everything that follows from the decisions of its members.

It is computed by pure functions, with the same result on all computers. Two types of decisions alternate. An odd one
*closes* a round (the first one closes the enrolment). It names the new players, the players that left, and the results
that count. An even one *starts* a round and names the nonces that count. The nonces form the round's beacon, and the
tables follow from the beacon and the results. `contents` defines the content of a decision.

No statement in a content is taken on trust. Each has its own proof in a member's feed or in a match record (`Facts`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol

from core.engine.chance.beacon import Stream
from core.engine.codec import H, Plain
from lobby.tournament.model.contents import (
    Close,
    Content,
    InvalidContent,
    Start,
    pack_content,
    plain_values,
    read_content,
)
from lobby.tournament.model.entries import Enrol
from lobby.tournament.model.opening import MOST_PLAYERS, MOST_ROUNDS, Opening
from lobby.tournament.model.pods import Pods
from lobby.tournament.model.results import Past, Result, ResultPlace, compute_standings, count_past
from net.match.exclusions import Exclusion


class MissingFact(LookupError):
    """Error for a fact that a content needs and that is not yet known here."""


class VerifiedMatch(NamedTuple):
    """Content of a verified match record: the room, its players in seat order, and their ranks.

    `ignored_weight` are the exclusions of seats without which the match continued. `broke_rules` are the seats whose
    own signatures show a broken rule. `conceded` are the seats that conceded. `ended` is the kind of early end, if
    there was one (`net.match.early_end`).
    """

    room: bytes
    identities: tuple[bytes, ...]
    ranks: tuple[int, ...]
    left_out: tuple[Exclusion, ...] = ()
    broke_rules: frozenset[int] = frozenset()
    conceded: frozenset[int] = frozenset()
    ended: str = ""

    @property
    def uncounted(self) -> frozenset[int]:
        """Seats for which the match does not count in ratings, because others may have caused their result."""
        return frozenset(left.seat for left in self.left_out) - self.broke_rules - self.conceded


class Facts(Protocol):
    """Interface to the proofs of a content: statements of members, and verified match records.

    All methods except `enrolment` raise `MissingFact` for a fact that is not yet known here.
    """

    def enrolment(self, identity: bytes, entry: bytes) -> Enrol:
        """Return the enrolment of a member with this entry id."""

    def nonce(self, player: Player, round: int) -> bytes:
        """Return a player's nonce for a round, checked against the player's anchor."""

    def verified_match(self, hash: bytes) -> VerifiedMatch:
        """Return the verified match whose record has this hash; raise `InvalidContent` if the record is invalid."""

    def tables_of(self, here: Sequence[int], results: list[list[Result]], beacon: bytes) -> Pods | None:
        """Return the tables of a round, as `compute_tables` computes them."""

    def check_has_left(self, identity: bytes) -> None:
        """Raise an error unless a member has dropped out or has signed two versions of its feed."""

    def check_has_vote(self, identity: bytes) -> None:
        """Raise an error unless the opener has given a member a vote."""

    def check_reported_unfinished(self, identity: bytes, round: int, table: int) -> None:
        """Raise an error unless a member has reported its table as unfinished."""


class Player(NamedTuple):
    """Player of a tournament, with its number, counted from 1."""

    number: int
    identity: bytes
    name: str
    bot: bool
    anchor: bytes
    left: bool = False
    votes: bool = True
    """True if the player has a vote in decisions.

    Members that were admitted in addition to others of the same source have none.
    """


class Round(NamedTuple):
    """Round of a tournament: its tables in seat order, where a table of one is a bye.

    `results` contains the results once the round is closed, with None for a table at which nobody scored.
    """

    number: int
    beacon: bytes
    tables: tuple[tuple[int, ...], ...]
    results: tuple[Result | None, ...] = ()
    records: tuple[bytes, ...] = ()
    """Hashes of the tables' match records, with empty bytes for a table without one."""
    matches: tuple[VerifiedMatch | None, ...] = ()
    """Contents of the tables' match records, which the digest omits because they follow from the hashes."""

    @property
    def closed(self) -> bool:
        """True if the results of the round are final."""
        return bool(self.results)


@dataclass(frozen=True, slots=True)
class TournamentState:
    """State of a tournament after a number of decisions.

    `electorate` are the identities of which a majority makes the next decision, in the order in which they propose. It
    is empty before the first decision, whose content names its electors.
    """

    opening: Opening
    players: tuple[Player, ...] = ()
    rounds: tuple[Round, ...] = ()
    decided: int = 0
    is_over: bool = False
    beacon: bytes = bytes(32)
    closing: bytes = bytes(32)
    """Hash of the latest content that closed a round."""
    electorate: tuple[bytes, ...] = ()

    # -- reading --

    @property
    def next_decision(self) -> int:
        """Number of the next decision."""
        return self.decided + 1

    @property
    def closes_round(self) -> bool:
        """True if the next decision closes a round, or the enrolment."""
        return self.next_decision % 2 == 1

    @property
    def running_round(self) -> Round | None:
        """Round that is being played, or None."""
        return self.rounds[-1] if self.rounds and not self.rounds[-1].closed else None

    @property
    def remaining_players(self) -> list[Player]:
        """Players that have not dropped out."""
        return [player for player in self.players if not player.left]

    @property
    def past(self) -> Past:
        """Counts over all tables in closed rounds."""
        return count_past(result for tables in self.results for result in tables)

    @property
    def results(self) -> list[list[Result]]:
        """Results of the closed rounds, one list per round."""
        return [[result for result in played.results if result is not None] for played in self.rounds if played.closed]

    def standings(self) -> list[ResultPlace]:
        """Return the standings of all players, from first to last."""
        return compute_standings([player.number for player in self.players], self.past)

    def player_numbered(self, number: int) -> Player:
        """Return the player with this number."""
        return self.players[number - 1]

    def player_of(self, identity: bytes) -> Player | None:
        """Return the player with this identity, or None."""
        return next((player for player in self.players if player.identity == identity), None)

    def table_of(self, identity: bytes) -> int | None:
        """Return the table of a player in the running round, or None if the player has no table."""
        player = self.player_of(identity)
        if player is None or self.running_round is None:
            return None
        return next((i for i, table in enumerate(self.running_round.tables) if player.number in table), None)

    def room_id(self, round: Round, table: int) -> bytes:
        """Return the id of the room in which a table plays its match.

        Nobody can know it before the round's beacon is known.
        """
        return H("tether.ttable", [self.opening.id, round.number, round.beacon, table])

    def identities_at(self, round: Round, table: int) -> tuple[bytes, ...]:
        """Return the identities at a table, in seat order."""
        return tuple(self.player_numbered(number).identity for number in round.tables[table])

    @property
    def digest(self) -> bytes:
        """Hash of the whole state."""
        players: list[Plain] = [
            [p.identity, p.name, p.bot, p.anchor, p.left, *([] if p.votes else [False])] for p in self.players
        ]
        rounds: list[Plain] = [
            [r.number, r.beacon, r.tables, [None if x is None else list(x) for x in r.results], r.records]
            for r in self.rounds
        ]
        return H("tether.tcourse", [self.opening.id, self.decided, self.is_over, self.beacon, players, rounds])

    # -- progress --

    def apply(self, data: bytes, facts: Facts) -> TournamentState:
        """Return the state after the decision with this content.

        Raises `InvalidContent` if the content does not follow from the state and the facts. Raises `MissingFact` if
        that cannot be decided yet.
        """
        content, digest = read_content(data)
        course = self.apply_content(content, facts)
        if course.digest != digest:
            raise InvalidContent("its tables or standings do not follow from it")
        return course

    def pack_content(self, content: Content, facts: Facts) -> bytes:
        """Return the bytes of a content as it is proposed, with the digest of the state after it."""
        return pack_content(content, self.apply_content(content, facts).digest)

    def apply_content(self, content: Content, facts: Facts) -> TournamentState:
        """Return the state after a content, without checking a digest."""
        if self.is_over:
            raise InvalidContent("the tournament is over")
        if isinstance(content, Close) != self.closes_round or content.round != len(self.rounds):
            raise InvalidContent("it decides a matter other than the one that is due")
        return self._apply_close(content, facts) if isinstance(content, Close) else self._apply_start(content, facts)

    def electors(self, content: Content) -> tuple[bytes, ...]:
        """Return the identities of which a majority makes this decision.

        The first decision is made by the members that it names, with the opener as the first of them.
        """
        if self.decided or not isinstance(content, Close):
            return self.electorate
        return first_electors(self.opening, {identity for identity, _ in content.new} - set(content.guests))

    def _apply_close(self, close: Close, facts: Facts) -> TournamentState:
        players = self._mark_left(self._new_players(close, facts), close, facts)
        rounds = self.rounds
        if rounds:
            rounds = (*rounds[:-1], self._score_round(rounds[-1], close, facts))
        elif close.results or close.unfinished or close.left:
            raise InvalidContent("there are no results before the first round")
        course = replace(
            self,
            players=players,
            rounds=rounds,
            decided=self.next_decision,
            closing=H("tether.tclose", [list(plain_values(close))]),
            electorate=self.electors(close),
        )
        field = [player.number for player in course.remaining_players]
        over = bool(rounds) and course.opening.format.is_over(field, course.results)
        return replace(course, is_over=over or len(rounds) >= MOST_ROUNDS)

    def _new_players(self, close: Close, facts: Facts) -> tuple[Player, ...]:
        players = list(self.players)
        known = {player.identity for player in players}
        if [identity for identity, _ in close.new] != sorted({identity for identity, _ in close.new} - known):
            raise InvalidContent("a new player is named twice, or is not new")
        if len(players) + len(close.new) > MOST_PLAYERS:
            raise InvalidContent(f"more than {MOST_PLAYERS} players")
        if list(close.guests) != sorted({identity for identity, _ in close.new} & set(close.guests)):
            raise InvalidContent("a player without a vote is named twice, or is not new")
        for identity, entry in close.new:
            enrol = facts.enrolment(identity, entry)
            if not enrol.plays:
                raise InvalidContent("it names a player who does not play")
            votes = identity not in close.guests
            if votes:
                facts.check_has_vote(identity)
            players.append(Player(len(players) + 1, identity, enrol.name, enrol.bot, enrol.anchor, votes=votes))
        if len(players) < 2:
            raise InvalidContent("there are fewer than two players")
        return tuple(players)

    def _mark_left(self, players: tuple[Player, ...], close: Close, facts: Facts) -> tuple[Player, ...]:
        numbers = range(1, len(self.players) + 1)
        if list(close.left) != sorted(set(close.left)) or not all(number in numbers for number in close.left):
            raise InvalidContent("a player who has left is named twice, or does not exist")
        for number in close.left:
            if players[number - 1].left:
                raise InvalidContent(f"player {number} has left before")
            facts.check_has_left(players[number - 1].identity)
        return tuple(p._replace(left=True) if p.number in close.left else p for p in players)

    def _score_round(self, played: Round, close: Close, facts: Facts) -> Round:
        scored: list[Result | None] = [Result(t, (1,)) if len(t) == 1 else None for t in played.tables]
        records = [b""] * len(scored)
        matches: list[VerifiedMatch | None] = [None] * len(scored)
        for table, hash, ranks in close.results:
            if not 0 <= table < len(scored) or scored[table] is not None:
                raise InvalidContent("a result for no table, or for one that has a result")
            matches[table] = record = facts.verified_match(hash)
            self._check_result(played, table, record, ranks)
            scored[table], records[table] = Result(played.tables[table], ranks), hash
        for table, there in close.unfinished:
            if not 0 <= table < len(scored) or scored[table] is not None:
                raise InvalidContent("an unfinished table that does not exist")
            seated = played.tables[table]
            if not there or list(there) != [number for number in seated if number in there]:
                raise InvalidContent("an unfinished table that does not exist")
            for number in there:
                facts.check_reported_unfinished(self.player_numbered(number).identity, played.number, table)
            ranks = tuple(1 if number in there else 1 + len(there) for number in seated)
            scored[table] = Result(seated, ranks)
        return played._replace(results=tuple(scored), records=tuple(records), matches=tuple(matches))

    def _check_result(self, played: Round, table: int, record: VerifiedMatch, ranks: tuple[int, ...]) -> None:
        why = self.why_not_at_table(played, table, record)
        if why:
            raise InvalidContent(why)
        if record.ranks != ranks:
            raise InvalidContent(f"its ranks for table {table + 1} are not those of the record")

    def why_not_at_table(self, played: Round, table: int, record: VerifiedMatch) -> str:
        """Return the reason why a match record does not belong to a table, or "" if it does."""
        if record.room != self.room_id(played, table):
            return f"the record does not belong to table {table + 1} of round {played.number + 1}"
        if record.identities != self.identities_at(played, table):
            return f"its players are not those of table {table + 1}"
        return ""

    def _apply_start(self, start: Start, facts: Facts) -> TournamentState:
        field = {player.number: player for player in self.remaining_players}
        if list(start.here) != sorted(set(start.here)) or not set(start.here) <= set(field):
            raise InvalidContent("it starts a round with a player who is not in the tournament")
        nonces: list[Plain] = [[number, facts.nonce(field[number], start.round)] for number in start.here]
        beacon = H("tether.tbeacon", [self.opening.id, start.round, self.beacon, self.closing, nonces])
        tables = facts.tables_of(start.here, self.results, beacon)
        course = replace(self, decided=self.next_decision, beacon=beacon)
        if not tables:
            return replace(course, is_over=True)
        made = Round(start.round, beacon, tuple(tuple(table) for table in tables))
        here = [self.player_numbered(number) for number in start.here]
        electors = tuple(player.identity for player in here if player.votes) or tuple(p.identity for p in here)
        return replace(course, rounds=(*self.rounds, made), electorate=electors)


def compute_tables(opening: Opening, here: Sequence[int], results: list[list[Result]], beacon: bytes) -> Pods | None:
    """Return the tables of a round, or None if the tournament is over."""
    return opening.format.next_tables(here, results, Stream(beacon, ["pairing"]))


def first_electors(opening: Opening, identities: Iterable[bytes]) -> tuple[bytes, ...]:
    """Return the electors of the first round, the opener first."""
    return (opening.opener, *sorted(set(identities) - {opening.opener}))

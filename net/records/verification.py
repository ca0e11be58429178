"""Offline verification of a record, down to every decision.

It checks every signature, link, card, share, commit, seal, proof, opening, digest and decision.

report = verify(record, game)
for shown in replay(record, game): ...

Both functions raise `BadRecord`, which contains the fault, its place and the seat that signed it, if there is one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.engine.codec import BadEncodingError, Plain
from core.engine.game import Decision, Event, Game, Standing, State
from core.engine.hidden.audits import AuditResult, AuditTracker
from core.engine.options import Value
from net.crypto import primitives
from net.crypto.match_keys import room_id_from_text
from net.match.exclusions import Exclusion
from net.match.feed_reader import ProtocolFault, is_proof, seal_claim, step_of
from net.match.genesis import BadCard, Genesis, OtherProtocol, genesis_from_cards, rules_hash
from net.match.state_machine import StateMachine
from net.records.record import BadRecord, MatchRecord
from net.replication.entries import Entry, Kind, signed_part
from net.replication.entries import read as read_entry
from net.replication.feeds import AddResult, Feeds, Fork
from net.system import game_files
from net.version import describe_version


class CheckedStep(NamedTuple):
    """A step of a record after its check: its decisions, its events, and the digest of the state after it."""

    t: int
    decisions: dict[int, Decision]
    beacon: bytes
    events: list[Event]
    digest: bytes
    lost: tuple[int, ...]
    """Seats for which the game decided, as their openings did not count."""


class VerificationReport(NamedTuple):
    """Result of the verification of a valid record.

    `complete` is False for a match that was broken off, or whose end no seat has signed. `lacking` describes entries
    that a seat has signed as seen and that are missing in the record. `by_others` is set if the match was played by the
    rules of another version, and describes that version. `test` is True for a match that was played from a seed text.
    `accused` describes entries that break the rules, if the match continued without their seats. `broke_rules` are
    these seats; it is empty if the match was played by other rules than ours. `standing` ranks these seats last,
    whatever their points (PROTOCOL 14.13). `ignored_weight` lists the exclusions of seats.
    """

    match: bytes
    game: str
    names: tuple[str, ...]
    options: dict[str, Value]
    steps: int
    digest: bytes
    standing: tuple[Standing, ...]
    complete: bool
    by_others: str
    test: bool
    lacking: tuple[str, ...]
    accused: tuple[str, ...] = ()
    broke_rules: frozenset[int] = frozenset()
    left_out: tuple[Exclusion, ...] = ()
    audited: AuditResult = AuditResult()
    """Result of the audit of all hidden cards, at the last step in the record."""
    ended: str = ""
    """Kind of early end, if the match ended before its rules did (`net.match.early_end`)."""
    conceded: tuple[int, ...] = ()
    """Seats that conceded; they rank last if each seat plays for itself."""

    @property
    def same_rules(self) -> bool:
        """True if the match was played by this program's rules, so that the decisions could be checked."""
        return not self.by_others


def record_genesis(record: MatchRecord) -> Genesis:
    """Return the genesis that a record's cards determine; raise `BadRecord` if a card is invalid."""
    try:
        made = genesis_from_cards(record.cards)
    except OtherProtocol as other:
        raise BadRecord(f"the match was {other.words}, which this program cannot read") from None
    except BadCard as bad:
        raise BadRecord(f"the seat cards do not hold: {bad}") from None
    if record.seed_text is not None and made.terms.room != room_id_from_text(record.seed_text):
        raise BadRecord("the room does not follow from the seed text of this test match")
    return made


def describe_other_rules(record: MatchRecord) -> str:
    """Return a text on the rules of a match that was not played by this program's rules.

    It contains the version of Tether that the record names.
    """
    terms = genesis_from_cards(record.cards).terms
    if terms.game in game_files.LOADED:
        return f"the match was played with another version of {game_files.LOADED[terms.game].path.name}"
    whose = f": {describe_version(record.played_by)}, its file says" if record.played_by else ""
    return f"the match was played with other rules than these{whose}"


def verify(record: MatchRecord, game: Game) -> VerificationReport:
    """Check a whole record and return the report; raise `BadRecord` if the record is invalid."""
    replayed = Replay(record, game)
    for _ in replayed.steps():
        pass
    return replayed.report()


def replay(record: MatchRecord, game: Game) -> Iterator[CheckedStep]:
    """Yield the steps of a record as they are checked; raise `BadRecord` at the first invalid one."""
    return Replay(record, game).steps()


PREFETCH_STEPS = 24
"""Number of steps whose proofs are checked ahead on the second core; the proof cache holds more."""


class _ProofPrefetch:
    """Check of coming proofs in advance, on the second core.

    It decides nothing: its results are cached (`points.is_proof_valid`) and looked up where they count.
    """

    def __init__(self, genesis: Genesis, feeds: Feeds, seats: range) -> None:
        self.genesis, self.feeds = genesis, feeds
        self.read = dict.fromkeys(seats, 0)
        self.until = 0

    def submit_next(self, table: StateMachine) -> None:
        """Submit the proofs of the next steps."""
        if (
            primitives.second_core_is_busy()
            or table.step.t + PREFETCH_STEPS == self.until
            or len(table.shares) < len(self.read)
        ):
            return
        self.until = table.step.t + PREFETCH_STEPS
        found = [claim for seat in self.read for claim in self._claims(seat, table.shares[seat].points[0])]
        if found:
            primitives.run_on_second_core(_check_proofs, sorted(found))

    def _claims(self, seat: int, A: bytes) -> Iterator[primitives.Claim]:
        """Yield the claims in a seat's well-formed reveals."""
        feed = self.feeds.feed_of(seat)
        while self.read[seat] < len(feed) and step_of(feed[self.read[seat]]) < self.until:
            entry = feed[self.read[seat]]
            self.read[seat] += 1
            if entry.kind == Kind.REVEAL:
                for t, Q, proof in read_reveal_proofs(entry.body):
                    yield seal_claim(self.genesis.match, A, t, seat, Q, proof)


def read_reveal_proofs(body: Plain) -> list[tuple[int, bytes, primitives.Proof]]:
    """Return (step, seal point, proof) if the body is a well-formed reveal, in a list; otherwise no item."""
    if not (type(body) is list and len(body) == 5 and type(body[0]) is int and type(body[2]) is bytes):
        return []
    t, _, Q, proof, _ = body
    return [(t, Q, (proof[0], proof[1]))] if is_proof(proof) else []


def _check_proofs(claims: list[primitives.Claim]) -> None:
    for claim in claims:
        primitives.is_proof_valid(*claim)


class Replay:
    """Step-by-step replay of a record, with all checks."""

    def __init__(self, record: MatchRecord, game: Game) -> None:
        self.genesis = record_genesis(record)
        self.feeds = _read_feeds(record, self.genesis)
        self.game = game
        self.test = record.seed_text is not None
        self.same_rules = rules_hash(game) == self.genesis.terms.rules
        self.by_others = "" if self.same_rules else describe_other_rules(record)
        self.lacking: list[str] = []
        self.audits = AuditTracker()
        try:
            self.table = StateMachine(game, self.genesis)
        except BadCard as bad:
            raise BadRecord(str(bad)) from None
        self._prefetch = _ProofPrefetch(self.genesis, self.feeds, self.table.seats)
        self.table.before_resolve = self._check_deck_ahead

    def _check_deck_ahead(self, state: State, decisions: dict[int, Decision]) -> None:
        """Start the slow checks of a shared deck on the second core, before the step is resolved."""
        t = self.table.step.t

        def reckon() -> None:
            if self.table.step.t == t:
                self.game.precompute_checks(state, decisions)

        if self.table.shared is not None and not primitives.second_core_is_busy():
            primitives.run_on_second_core(reckon)

    def steps(self) -> Iterator[CheckedStep]:
        """Yield every step of the record, after its check."""
        while True:
            shown = self._next_step()
            if shown is None:
                break
            yield shown
        self._find_lacking()
        if not self._is_complete:
            self._blame()

    @property
    def _is_complete(self) -> bool:
        """True if the match is over and a seat that was present has signed the result.

        The log alone fixes the result. If all seats had to sign it, a seat that has lost could prevent it by not
        signing.
        """
        return self.table.over and not self.table.present.isdisjoint(self.table.results)

    def _faults(self) -> list[ProtocolFault]:
        """Return the faults of all invalid entries, with forks first."""
        forks = [_fork_fault(fork) for _, fork in sorted(self.feeds.forks.items())]
        return [*forks, *self.table.accusations]

    def _blame(self) -> None:
        """Raise `BadRecord` if the match was broken off because a seat had broken a rule."""
        for wrong in self._faults():
            rules = f" ({self.by_others})" if self.by_others else ""
            seat = wrong.seat if self.same_rules or wrong.kind == "fork" else 0
            raise BadRecord(wrong.words + rules, seat, wrong.seq, wrong.t, wrong.kind)

    def _find_lacking(self) -> None:
        """Note the entries that a seat has signed as seen and that are missing in the record."""
        held = self.feeds.lengths()
        for seat in self.table.seats:
            for entry in self.feeds.feed_of(seat)[-1:]:
                for other, (seen, here) in enumerate(zip(entry.seen, held), 1):
                    if seen > here:
                        self.lacking.append(f"seat {seat} has seen {seen - here} more of seat {other}'s entries")

    def _next_step(self) -> CheckedStep | None:
        table = self.table
        self._prefetch.submit_next(table)
        try:
            while table.read_feeds(self.feeds):
                pass
            if not table.is_ready():
                self._check_states()
                return None
            done = table.resolve()
            self.audits.add_state(table.state)
        except ProtocolFault as wrong:
            rules = f" ({self.by_others})" if self.by_others else ""
            seat = wrong.seat if self.same_rules else 0
            raise BadRecord(wrong.words + rules, seat, wrong.seq, wrong.t, wrong.kind) from None
        return CheckedStep(done.t, done.decisions, done.beacon, done.events, done.digest, done.lost)

    def _check_states(self) -> None:
        """Accuse each seat that signed another state at the end; raise `BadRecord` if our rules are others."""
        differing = self.table.other_states()
        if differing and not self.same_rules:
            words = f"its digest differs, but {self.by_others}"
            raise BadRecord(words, 0, differing[0].seq, differing[0].t, "rules")
        self.table.accuse_differing_seats()

    def report(self) -> VerificationReport:
        """Return the result of the verification; all steps must have been read."""
        table, made = self.table, self.genesis
        faults = self._faults()
        broke = frozenset(wrong.seat for wrong in faults if self.same_rules or wrong.kind == "fork")
        return VerificationReport(
            made.match,
            made.terms.game,
            made.names,
            dict(made.game_setup(self.game).options),
            table.last,
            table.step.digest,
            tuple(table.standing(broke)),
            self._is_complete,
            self.by_others,
            self.test,
            tuple(self.lacking),
            tuple(f"seat {wrong.seat}, step {wrong.t}: {wrong.words}" for wrong in faults),
            broke,
            tuple(table.left_out),
            self.audits.result_at(table.state),
            table.ended,
            tuple(sorted(table.conceded)),
        )


def _read_feeds(record: MatchRecord, made: Genesis) -> Feeds:
    """Return the feeds of a record, with every signature and link checked."""
    feeds = Feeds(made.match, made.terms.identities)
    if len(record.feeds) != made.seats:
        raise BadRecord("the record has not one feed for each seat")
    for seat, stored in enumerate(record.feeds, 1):
        for seq, data in enumerate(stored):
            if seq % SIGNATURE_BATCH == 0 and not primitives.second_core_is_busy():
                _verify_ahead(made.terms.identities[seat - 1], stored[seq : seq + SIGNATURE_BATCH])
            _add_entry(feeds, seat, seq, data)
    for data in record.side_entries:
        _add_side_entry(feeds, data)
    return feeds


SIGNATURE_BATCH = 512
"""Number of signatures that are checked ahead as one batch; the signature cache holds more."""


def _verify_ahead(identity: bytes, stored: Sequence[bytes]) -> None:
    """Verify the signatures of a feed's readable entries on both cores, so that the results are cached."""
    many = []
    for data in stored:
        try:
            many.append(primitives.Signed(identity, primitives.ENTRY, *signed_part(data)))
        except BadEncodingError:
            break
    primitives.verify_ahead(many)


def _add_side_entry(feeds: Feeds, data: bytes) -> None:
    entry = _read_entry(data, "a fork's entry")
    added = feeds.add(entry)
    if added is AddResult.REFUSED and entry.match == feeds.match and entry.seat in feeds.seats:
        raise BadRecord("an entry of a fork does not carry the signature of its seat: it was altered")
    if added is not AddResult.FORK:
        raise BadRecord("what the record calls a fork is not one")


def _fork_fault(fork: Fork) -> ProtocolFault:
    words = "two versions of this entry, both signed (may be a restored copy)"
    steps = [step for step in map(step_of, (fork.first, fork.second)) if step]
    return ProtocolFault(fork.seat, min(steps, default=0), "fork", words, fork.first.seq)


def _read_entry(data: bytes, where: str) -> Entry:
    try:
        return read_entry(data)
    except BadEncodingError as error:
        raise BadRecord(f"{where} is {error}; nobody signed it so") from None


def _add_entry(feeds: Feeds, seat: int, seq: int, data: bytes) -> None:
    entry = _read_entry(data, f"feed {seat}, entry {seq}")
    if (entry.match, entry.seat, entry.seq) != (feeds.match, seat, seq):
        raise BadRecord(f"feed {seat}, entry {seq} belongs somewhere else")
    added = feeds.add(entry)
    if added is AddResult.REFUSED:
        raise BadRecord(f"feed {seat}, entry {seq} does not carry the signature of its seat: it was altered")
    if added is AddResult.UNLINKED:
        words = "it does not follow from the entry before it, which the seat has signed too"
        raise BadRecord(words, seat, seq, step_of(entry), "form")

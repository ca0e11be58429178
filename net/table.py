"""The table: what the feeds of a match say, checked entry by entry and resolved step by step (PROTOCOL parts 4, 5).

The driver of a live match and the offline check of a record both read feeds through this one module. It signs
nothing and knows no secret.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, NoReturn

from core.kernel.beacon import first_beacon, next_beacon
from core.kernel.codec import BadBytes, Plain, dec, enc
from core.kernel.game import Ask, IllegalDecision, Standing
from net import crypto, keys
from net.entries import ID_SHORT, Entry, Kind
from net.feeds import Feeds
from net.genesis import Genesis, Shares, read_shares

MAX_CHATS = 200
MAX_CHAT = 500
NONCE = 32


class Wrong(Exception):
    """A seat signed something that does not follow from the rules; `kind` is a word of the evidence table (16).

    `seq` is the number of the entry, or -1 if no single one is wrong. Seat 0: nobody is to blame.
    """

    def __init__(self, seat: int, t: int, kind: str, words: str, seq: int = -1) -> None:
        super().__init__(words)
        self.seat = seat
        self.t = t
        self.kind = kind
        self.words = words
        self.seq = seq


class Differs(Wrong):
    """A seat has another public state than this table; who is wrong is not guessed."""


class Commit(NamedTuple):
    """A seat's commit of the current step."""

    id: bytes
    seq: int
    c: bytes


class Seal(NamedTuple):
    """A seat's seal: the commits that it names, by seat, and the sealed opening."""

    names: tuple[bytes | None, ...]
    E: bytes


@dataclass(slots=True)
class Step:
    """What is known of the current step: `shown` are the digests that the seats have signed."""

    t: int
    digest: bytes
    asks: dict[int, Ask]
    shown: dict[int, bytes] = field(default_factory=dict)
    commits: dict[int, Commit] = field(default_factory=dict)
    seals: dict[int, Seal] = field(default_factory=dict)
    openings: dict[int, tuple[bytes, Plain]] = field(default_factory=dict)


class Resolved(NamedTuple):
    """A step that is over: its decisions by seat, its beacon, what happened, and the digest after it."""

    t: int
    decisions: dict[int, Any]
    beacon: bytes
    events: list[Any]
    digest: bytes


@dataclass(slots=True)
class Reading:
    """How far a seat's feed has been read, and what it may hold next."""

    entries: int = 0
    due: Kind = Kind.GENESIS
    t: int = 0
    chats: int = 0


class Table:
    """The public side of a match, as far as its feeds have been read."""

    def __init__(self, game: Any, genesis: Genesis, own: int = 0) -> None:
        self.game = game
        self.genesis = genesis
        self.match = genesis.match
        self.own = own
        self.seats = range(1, genesis.seats + 1)
        self.state = game.new(genesis.setup(game))
        self.beacon = first_beacon(self.match)
        self.last = 0
        self.shares: dict[int, Shares] = {}
        self.results: dict[int, bytes] = {}
        self.chat: list[tuple[int, str]] = []
        self.readings = {seat: Reading() for seat in self.seats}
        self.step = self._next_step()

    @property
    def over(self) -> bool:
        """Whether the last step is resolved."""
        return bool(self.state.over)

    def _next_step(self) -> Step:
        asks = {} if self.state.over else dict(self.game.asks(self.state))
        return Step(self.last + 1, self.state.digest(), asks)

    def outcome(self) -> Plain:
        """The standing as plain data, as in a result entry."""
        return plain_standing(self.game.standing(self.state))

    # -- reading feeds --

    def follow(self, feeds: Feeds) -> bool:
        """Reads on in all feeds as far as the current step allows; whether anything was read. Raises `Wrong`."""
        before = sum(reading.entries for reading in self.readings.values())
        for seat in self.seats:
            feed, reading = feeds.of(seat), self.readings[seat]
            while reading.entries < len(feed) and self.take(feed[reading.entries]):
                pass
            feeds.read[seat - 1] = reading.entries
        return sum(reading.entries for reading in self.readings.values()) > before

    def take(self, entry: Entry) -> bool:
        """Reads the next entry of its seat's feed; False if it belongs to a later step than the current one."""
        reading = self.readings[entry.seat]
        t = reading.t + (reading.due == Kind.COMMIT)
        try:
            taken = self._take(entry, reading)
        except BadBytes as error:
            raise Wrong(entry.seat, t, "form", str(error), entry.seq) from None
        except Wrong as wrong:
            wrong.t, wrong.seq = t, entry.seq
            raise
        reading.entries += taken
        return taken

    def _take(self, entry: Entry, reading: Reading) -> bool:
        self._demand(entry, len(entry.seen) == len(self.seats), "an entry with malformed heads")
        if entry.kind == Kind.CHAT and reading.due != Kind.GENESIS:
            return self._take_chat(entry, reading)
        if entry.kind == Kind.ADJOURN and reading.due != Kind.GENESIS:
            self._count_chat(entry, reading)
            return True
        if reading.due == Kind.GENESIS:
            self._demand(entry, entry.kind == Kind.GENESIS, "its first entry is no genesis")
            self.shares[entry.seat] = read_shares(self.genesis, entry.seat, entry.body)
            reading.due = Kind.COMMIT
            return True
        takes = _TAKES.get(entry.kind)
        if takes is None:
            raise BadBytes(f"an entry of kind {entry.kind}, which has no place here")
        shape, take = takes
        body = _shaped(entry.body, shape)
        t = body[0]
        due = reading.t + (reading.due == Kind.COMMIT)
        if entry.kind == Kind.RESULT:
            return self._take_result(entry, reading, body)
        self._demand(entry, entry.kind == reading.due and t == due, _order(entry.kind, t, reading.due, due))
        if t > self.step.t:
            return False
        take(self, entry, body)
        reading.due = _NEXT[entry.kind]
        reading.t = t
        reading.chats = 0
        return True

    def _demand(self, entry: Entry, holds: bool, words: str, kind: str = "form") -> None:
        if not holds:
            raise Wrong(entry.seat, self.step.t, kind, words, entry.seq)

    def _take_chat(self, entry: Entry, reading: Reading) -> bool:
        (text,) = _shaped(entry.body, (str,))
        self._demand(entry, len(text.encode()) <= MAX_CHAT, "a chat line that is too long")
        self._count_chat(entry, reading)
        self.chat.append((entry.seat, text))
        return True

    def _count_chat(self, entry: Entry, reading: Reading) -> None:
        reading.chats += 1
        self._demand(entry, reading.chats <= MAX_CHATS, "more chat than a step allows")

    def _take_commit(self, entry: Entry, body: list[Plain]) -> None:
        _, c, digest, back = body
        self._demand(entry, len(c) == 32 and len(digest) == 32 and back == [], "a malformed commit")
        self.show(entry.seat, digest)
        self._demand(entry, not self.over, "a commit after the end of the match")
        self.step.commits[entry.seat] = Commit(entry.id, entry.seq, c)

    def show(self, seat: int, digest: bytes) -> None:
        """A seat has signed that it has this digest before the current step; raises `Differs`."""
        self.step.shown[seat] = digest
        if digest != self.step.digest:
            words = f"seat {seat} is in another state before step {self.step.t}"
            raise Differs(seat, self.step.t, "digest", words)

    def _take_seal(self, entry: Entry, body: list[Plain]) -> None:
        t, names, E = body
        commit = self.step.commits[entry.seat]
        form = len(names) == len(self.seats) and all(type(n) is bytes and len(n) == ID_SHORT for n in names)
        self._demand(entry, form, "a malformed seal")
        self._demand(entry, names[entry.seat - 1] == commit.id[:ID_SHORT], "a seal under another commit")
        right = keys.commitment(self.match, t, entry.seat, self.step.digest, E) == commit.c
        self._demand(entry, right, "its seal does not fit its commit")
        self.step.seals[entry.seat] = Seal(tuple(names), E)

    def _take_reveal(self, entry: Entry, body: list[Plain]) -> None:
        t, round_, Q, proof, shares = body
        seat = entry.seat
        form = len(Q) == 32 and len(proof) == 2 and all(type(s) is bytes for s in proof)
        self._demand(entry, form and round_ == 0 and shares == [], "a malformed reveal")
        if seat != self.own:
            A, P = self.shares[seat].points[0], keys.step_point(self.match, t)
            holds = crypto.proof_holds((self.match, t, seat, seat), A, P, Q, (proof[0], proof[1]))
            self._demand(entry, holds, "the proof of its seal point is false")
        opened = keys.open_seal(self.match, t, seat, Q, self.step.seals[seat].E)
        if opened is None:
            raise Wrong(seat, t, "seal", "its proven key does not open its seal", entry.seq)
        self.step.openings[seat] = self._read_opening(entry, opened)

    def _read_opening(self, entry: Entry, opened: bytes) -> tuple[bytes, Plain]:
        self._demand(entry, len(opened) > NONCE, "its opening has no nonce", "decision")
        try:
            decision, answers = _shaped(dec(opened[NONCE:]), (object, list))
        except BadBytes as error:
            raise Wrong(entry.seat, self.step.t, "decision", f"its opening is {error}", entry.seq) from None
        self._demand(entry, answers == [], "it answers duties that nobody asked for", "decision")
        return opened[:NONCE], decision

    def _take_result(self, entry: Entry, reading: Reading, body: list[Plain]) -> bool:
        t, digest, outcome = body
        order = reading.due == Kind.COMMIT and t == reading.t
        self._demand(entry, order, _order(entry.kind, t, reading.due, reading.t))
        if t > self.last:
            return False
        self.show(entry.seat, digest)
        self._demand(entry, self.over, "a result before the end of the match")
        self._demand(entry, outcome == self.outcome(), "a result that does not follow from its own state")
        self.results[entry.seat] = digest
        reading.due = Kind.RESULT
        return True

    # -- the step --

    def misnamed(self) -> tuple[int, int] | None:
        """(x, y) if the seal of seat x names another commit of seat y than is held here."""
        commits = self.step.commits
        for x, seal in self.step.seals.items():
            for y, commit in commits.items():
                if seal.names[y - 1] != commit.id[:ID_SHORT]:
                    return x, y
        return None

    def digests(self, feeds: Feeds) -> dict[int, bytes]:
        """The digests before the current step that seats have signed, whether or not their feeds are read so far."""
        found: dict[int, bytes] = {}
        for seat in self.seats:
            for entry in feeds.of(seat)[self.readings[seat].entries :]:
                body = entry.body if type(entry.body) is list and len(entry.body) > 2 else [0, 0, 0]
                ours = (Kind.COMMIT, self.step.t), (Kind.RESULT, self.last)
                digest = body[1 if entry.kind == Kind.RESULT else 2]
                if (entry.kind, body[0]) in ours and type(digest) is bytes:
                    found[seat] = digest
        return found

    def resolve(self) -> Resolved:
        """Resolves the current step, for which all reveals are there (4.3); raises `Wrong`."""
        step = self.step
        misnamed = self.misnamed()
        if misnamed:
            words = f"its seal names a commit of seat {misnamed[1]} that is not in the feed"
            raise Wrong(misnamed[0], step.t, "form", words)
        decisions = {seat: self._decision(seat) for seat in sorted(step.asks)}
        for seat in self.seats:
            if seat not in step.asks and step.openings[seat][1] is not None:
                raise Wrong(seat, step.t, "decision", "it decided where nobody asked it")
        nonces = [(seat, step.openings[seat][0]) for seat in self.seats]
        beacon = next_beacon(self.match, step.t, self.beacon, nonces)
        try:
            events = self.game.step(self.state, decisions, beacon)
        except IllegalDecision as illegal:
            raise Wrong(illegal.seat, step.t, illegal.kind, illegal.why) from None
        except Exception as error:
            self._blame(decisions, error)
        self.beacon = beacon
        self.last = step.t
        self.step = self._next_step()
        return Resolved(step.t, decisions, beacon, list(events), self.step.digest)

    def _blame(self, decisions: dict[int, Any], error: Exception) -> NoReturn:
        """The game failed without a word: the decision that its check cannot bear is to blame, if there is one."""
        t = self.step.t
        for seat, decision in decisions.items():
            try:
                self.game.check(self.state, seat, decision)
            except Exception as why:
                if self.state.digest() == self.step.digest:
                    words = f"its decision is none that the rules know ({type(why).__name__})"
                    raise Wrong(seat, t, "decision", words) from error
        raise Wrong(0, t, "fault", f"the game failed: {type(error).__name__}: {error}") from error

    def _decision(self, seat: int) -> Any:
        plain = self.step.openings[seat][1]
        if plain is None:
            raise Wrong(seat, self.step.t, "decision", "it was asked and did not decide")
        return read_decision(self.game, self.state, seat, plain, self.step.t)


def read_decision(game: Any, state: Any, seat: int, plain: Plain, t: int) -> Any:
    """A peer's plain data as a decision; raises `Wrong`, whatever the data is."""
    try:
        return game.read(state, seat, plain)
    except IllegalDecision as illegal:
        raise Wrong(seat, t, illegal.kind, illegal.why) from None
    except Exception as error:
        raise Wrong(seat, t, "decision", f"its decision does not read ({type(error).__name__})") from None


def plain_standing(standing: list[Standing]) -> Plain:
    """A standing as nested lists."""
    return [[place.rank, place.seat, [list(part) for part in place.score]] for place in standing]


def plain_decision(decision: Any) -> Plain:
    """A decision as it travels: the array of its fields, as nested lists."""
    return dec(enc(decision))


def owes(table: Table) -> list[tuple[int, str]]:
    """Whom a table waits for, and what each of these seats owes."""
    owed: list[tuple[int, str]] = []
    step, everyone = table.step, len(table.seats)
    for seat in table.seats:
        if seat not in table.shares:
            owed.append((seat, "genesis"))
        elif table.over:
            owed += [] if seat in table.results else [(seat, "result")]
        elif seat not in step.commits:
            owed.append((seat, "commit"))
        elif len(step.commits) == everyone and seat not in step.openings:
            owed.append((seat, "seal" if seat not in step.seals else "reveal"))
    return owed


def _shaped(body: Plain, shape: tuple[type, ...]) -> list[Plain]:
    if type(body) is not list or len(body) != len(shape):
        raise BadBytes("an entry of the wrong shape")
    if not all(want is object or type(part) is want for part, want in zip(body, shape)):
        raise BadBytes("an entry with a field of the wrong type")
    return body


def _order(kind: int, t: int, due: Kind, at: int) -> str:
    if kind == Kind.COMMIT and due != Kind.COMMIT and t == at:
        return f"a second commit for step {t}"
    return f"a {Kind(kind).name.lower()} of step {t} where the {due.name.lower()} of step {at} was due"


_NEXT: dict[int, Kind] = {Kind.COMMIT: Kind.SEAL, Kind.SEAL: Kind.REVEAL, Kind.REVEAL: Kind.COMMIT}
_Take = Callable[[Table, Entry, list[Plain]], None]
_TAKES: dict[int, tuple[tuple[type, ...], _Take]] = {
    Kind.COMMIT: ((int, bytes, bytes, list), Table._take_commit),
    Kind.SEAL: ((int, list, bytes), Table._take_seal),
    Kind.REVEAL: ((int, int, bytes, list, list), Table._take_reveal),
    Kind.RESULT: ((int, bytes, list), lambda table, entry, body: None),
}

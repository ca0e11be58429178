"""One member of a tournament, without clock, socket or task.

    member = Member(opening, seed, "Ada", MemoryStore(), MemoryBlobs(), now=now)
    member.meet(identity)                       # somebody is linked
    member.hear(identity, data, now)
    member.tick(now)                            # every 20 ms or so
    for identity, data in member.take_data(): ...
    for hash, record in member.take_unjudged(): member.judged(hash, judge(record))

All members do the same, none has a part of its own but one: the opener alone begins the first round, as long as it is
there. What is decided is decided by a majority of those who took part in the last round (`course`): somebody proposes a
content, whoever finds nothing wrong with it backs it. Where that comes to nothing, all move to a later ballot, in which
somebody else proposes; what a majority may have backed before is then proposed again. So two majorities never differ.

Nobody is dropped by a clock. When a round's time is over, tables without a result are closed as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from core.kernel.codec import dec, enc
from lobby.tournament.blobs import Blobs
from lobby.tournament.course import (
    Close,
    Content,
    Course,
    Lacking,
    Played,
    Refused,
    Round,
    Start,
    first_electors,
    read_content,
)
from lobby.tournament.entries import (
    KIND_OF,
    MOST_BALLOTS,
    MOST_CONTENT,
    Back,
    Body,
    Enrol,
    Leave,
    Move,
    Propose,
    Reported,
    Reveal,
    Unfinished,
    nonces,
)
from lobby.tournament.gossip import Gossip, make_pulse
from lobby.tournament.ledger import Ballots, Ledger, Refusal, Signed
from lobby.tournament.opening import MOST_PLAYERS, Opening
from net.addresses import Address
from net.crypto import Signer
from net.entries import Entry, Place, make
from net.store import Keep, Store


class Pace(NamedTuple):
    """How long members wait for each other, in seconds."""

    ballot: float = 8.0
    """For a proposal to come through, before all move to the next ballot."""
    reveal: float = 6.0
    """For the nonce of somebody who does not show one, before a round starts without it."""
    slack: float = 3.0
    """Something may be on its way for so long: a proposal need not name what came later."""
    grace: float = 20.0
    """After a round's time, for results to arrive."""
    report: float = 1.5
    """Between two players of a table who would report its result."""
    pulse: float = 4.0
    gone: float = 15.0
    """Of whom nothing has been heard for so long is shown as gone."""
    minute: float = 60.0
    """A minute of a round's clock; tests have shorter ones."""
    look: float = 0.25
    """Between two looks at what has to be done, if nothing new comes."""


class Decided(NamedTuple):
    """Something has been decided: the course as it is now."""

    course: Course


class Warned(NamedTuple):
    """So many minutes are left of a round; 0: its time is over."""

    round: int
    minutes: int


Report = Decided | Warned | Refusal
PACE = Pace()
SOON = 0.05
"""Seconds between two looks at most, while much is new."""
WARNINGS = (10, 5, 1, 0)


class Member:
    """One member. `now` is the time of day in seconds: rounds' clocks go on while a program is off."""

    def __init__(
        self,
        opening: Opening,
        seed: bytes,
        name: str,
        store: Store,
        blobs: Blobs,
        *,
        now: float,
        bot: bool = False,
        plays: bool = True,
        pace: Pace = PACE,
    ) -> None:
        self.opening = opening
        self.name, self.bot, self.plays, self.pace = name, bot, plays, pace
        self.identity = Signer(seed).identity
        self.now = now
        self.store, self.blobs = store, blobs
        self.ledger = Ledger(opening)
        self.courses = [Course(opening)]
        """The course before the first decision, and after each one."""
        self.decisions: list[bytes] = []
        """The hash of each decided content."""
        self.addresses: list[Address] = []
        self.port = 0
        """Where matches are played."""
        self.notes: list[str] = []
        self._signer = Signer(seed)
        self._nonces = nonces(seed, opening.id)
        self._times: dict[int, float] = {}
        self._unsafe = False
        self._fresh = True
        self._restore()
        self.gossip = Gossip(self.ledger, blobs)
        self.gossip.arrived = lambda hash: self._stir()
        self.ledger.on_entry = self._on_entry
        self._reports: list[Report] = []
        self._told = len(self.ledger.refusals)
        self._start_wanted = False
        self._record: tuple[bytes, bytes, int, float] | None = None
        self._queue: dict[bytes, None] = {}
        self._timer: tuple[tuple[int, int], float] | None = None
        self._recheck = 0
        self._look_at = self._looked_at = 0.0
        self._pulse_at = 0.0
        self._warned: set[tuple[int, int]] = set()
        self._verdicts: dict[bytes, Course | str] = {}
        self._results: dict[int, tuple[bytes, tuple[int, ...]]] = {}
        """Of the running round, by table."""

    # -- what can be seen --

    @property
    def course(self) -> Course:
        """The tournament so far."""
        return self.courses[-1]

    @property
    def enrolled(self) -> bool:
        """Whether the own enrolment is signed."""
        return self.identity in self.ledger.enrolled

    @property
    def gone(self) -> bool:
        """Whether one has dropped out."""
        return self.identity in self.ledger.left or self.identity in self.ledger.forked

    @property
    def waiting(self) -> list[Enrol]:
        """Who has enrolled and is in no round yet."""
        known = {player.identity for player in self.course.players}
        return [s.said for i, s in sorted(self.ledger.enrolled.items()) if i not in known and _plays(s)]  # type: ignore[misc]

    @property
    def started_at(self) -> float:
        """When the running round began, or the last one was closed, as it was seen here."""
        return self._times.get(self.course.decided, self.now)

    @property
    def left_of_clock(self) -> float:
        """Seconds that are left of the running round; below 0 when its time is over."""
        return self.started_at + self.pace.minute * self.opening.minutes - self.now

    @property
    def silent(self) -> list[bytes]:
        """The members of whom nothing has been heard for long."""
        pulses = self.gossip.pulses
        return [i for i in self.ledger.feeds if i not in pulses or self.now - pulses[i].at >= self.pace.gone]

    @property
    def own_table(self) -> tuple[Round, int] | None:
        """The table of the running round where one sits and no result is known; None if there is none."""
        table, running = self.course.table_of(self.identity), self.course.running
        if table is None or running is None or len(running.tables[table]) < 2 or self.result_of(table) is not None:
            return None
        return running, table

    def result_of(self, table: int) -> tuple[bytes, tuple[int, ...]] | None:
        """The verified record of a table of the running round, and the ranks in it, if there is one."""
        running = self.course.running
        if running is None or table in self._results:
            return self._results.get(table)
        for signed in self._named(running, table):
            assert isinstance(signed.said, Reported)
            record = self.ledger.records.get(signed.said.hash)
            if isinstance(record, Played) and not self.course.why_not(running, table, record):
                self._results[table] = signed.said.hash, record.ranks
                return self._results[table]
        return None

    def take_reports(self) -> list[Report]:
        """What has happened since the last call."""
        news, self._told = self.ledger.refusals[self._told :], len(self.ledger.refusals)
        reports, self._reports = [*self._reports, *news], []
        return reports

    # -- what a person or a program does --

    def start(self) -> None:
        """Begins the first round, with all who are enrolled. Without the opener a majority of them has to do so."""
        self._start_wanted = True
        self._stir()

    def leave(self) -> None:
        """Drops out; it cannot be taken back."""
        if self.enrolled and not self.gone and self._may_sign():
            self._sign(Leave())

    def report(self, room: bytes, record: bytes) -> None:
        """The own match in this room has ended; its record."""
        self._record = (room, self.gossip.keep(record), len(record), self.now)
        self._stir()

    def take_unjudged(self) -> list[tuple[bytes, bytes]]:
        """Records that are to be verified now, by hash; each is handed out once."""
        taken = [(hash, self.blobs.get(hash)) for hash in self._queue]
        self._queue = dict.fromkeys(self._queue, None)
        found = [(hash, data) for hash, data in taken if data is not None and hash not in self._judging]
        self._judging |= {hash for hash, _ in found}
        return found

    def judged(self, hash: bytes, verdict: Played | str) -> None:
        """What a record says, or why it does not hold."""
        self.ledger.records[hash] = verdict
        self.ledger.verified_at[hash] = self.now
        self._queue.pop(hash, None)
        self._judging.discard(hash)
        self._stir()

    # -- behind links --

    @property
    def kept(self) -> frozenset[bytes]:
        """Whose links are kept before those of strangers."""
        return frozenset(self.ledger.feeds)

    def meet(self, identity: bytes, address: object = None) -> None:
        """Somebody is linked."""
        self.gossip.meet(identity)
        self._pulse_at = min(self._pulse_at, self.now + 0.1)

    def part(self, identity: bytes) -> None:
        """Somebody is linked no more."""
        self.gossip.part(identity)

    def tell(self, words: str) -> None:
        """Something about the links."""
        self.notes.append(words)

    def hear(self, identity: bytes, data: bytes, address: object = None) -> None:
        """Takes in what a neighbour says."""
        self.gossip.hear(identity, data)

    def tick(self, now: float) -> None:
        """The time is `now`."""
        self.now = now
        self.gossip.tick(now)
        if now >= self._pulse_at:
            self._pulse_at = now + self.pace.pulse
            self.gossip.say_pulse(make_pulse(self._signer, self.opening.id, int(now * 1000), self.addresses, self.port))
        if now >= self._look_at:
            self._looked_at, self._look_at = now, now + self.pace.look
            self._advance()

    def take_data(self) -> list[tuple[bytes, bytes]]:
        """What is to be sent; everything signed is made durable first."""
        if self._unsafe:
            self.store.sync()
            self._unsafe = False
        return self.gossip.take_data()

    # -- keeping --

    def _restore(self) -> None:
        """Reads what was kept, and decides again what had been decided."""
        self._judging: set[bytes] = set()
        for keep, data in self.store.chunks():
            said = dec(data, 1 << 16)
            if keep == Keep.ENTRY:
                self._fresh = False
                self.ledger.add(said[0], said[1], self.now)
            elif keep == Keep.SEALED:
                self._times[said[0]] = float(said[1])

    def _on_entry(self, identity: bytes, entry: Entry) -> None:
        self.store.append(Keep.ENTRY, enc([identity, entry.stored]))
        if entry.kind == KIND_OF[Back]:
            n, _, hash = entry.body
            if n < self.course.next and self.decisions[n - 1] != hash:
                self._recheck = min(self._recheck or n, n)
        self._stir()

    def _stir(self) -> None:
        """Something is new: looks soon what has to be done."""
        self._look_at = min(self._look_at, self._looked_at + SOON)

    def _may_sign(self) -> bool:
        """Whether no neighbour can hold more of the own feed than is here."""
        alone = self._fresh and self.identity == self.opening.opener
        return alone or self.gossip.heard_all(self.identity)

    def _sign(self, said: Body) -> None:
        feed = self.ledger.feed(self.identity)
        place = Place(feed.match, 1, feed.lengths()[0], feed.tip(1))
        entry = make(self._signer, place, KIND_OF[type(said)], (), list(said))
        self.ledger.add(self.identity, entry.stored, self.now, trusted=True)
        self._unsafe = True
        self.gossip.push(self.identity, entry.stored)

    # -- going on --

    def _advance(self) -> None:
        if self._recheck:
            self._decide_again()
        while self._decide():
            pass
        if self._may_sign():
            self._do_duties()
            self._vote()
            while self._decide():
                pass
        self.gossip.want(self._wanted())
        self._warn()

    def _decide_again(self) -> None:
        """Two contents had a majority, which takes a member that signed two versions: the earlier ballot stands."""
        n, self._recheck = self._recheck, 0
        earlier = self.courses[n - 1]
        winner = self._winner(earlier)
        if winner is not None and winner[0] != self.decisions[n - 1]:
            del self.courses[n:]
            del self.decisions[n - 1 :]
            self._verdicts.clear()
            self._results.clear()
            self.ledger.refuse(self.opening.opener, f"decision {n} was made twice; the earlier ballot stands")

    def _winner(self, course: Course) -> tuple[bytes, Course] | None:
        """The content that a majority has backed, in the earliest ballot, and what follows from it."""
        ballots = self.ledger.ballots.get(course.next)
        if ballots is None or course.over:
            return None
        won: list[tuple[int, bytes, Course]] = []
        for hash in {hash for _, hash in ballots.backs}:
            electors = self._electors_of(course, hash)
            b = ballots.backed(hash, set(electors)) if electors else None
            after = self._follow(course, hash) if b is not None else None
            if b is not None and isinstance(after, Course):
                won.append((b, hash, after))
        return min(won, key=lambda one: one[:2])[1:] if won else None

    def _electors_of(self, course: Course, hash: bytes) -> tuple[bytes, ...]:
        """Who decides on a content, if it is here."""
        data = self.blobs.get(hash)
        if course.decided or data is None:
            return course.electorate if data is not None else ()
        try:
            return course.electors(read_content(data)[0])
        except Refused:
            return ()

    def _follow(self, course: Course, hash: bytes) -> Course | str | None:
        """The course after a content; why it does not follow, or None if that cannot be told yet."""
        known = self._verdicts.get(hash)
        if known is not None:
            return known
        data = self.blobs.get(hash)
        if data is None:
            return None
        try:
            self._verdicts[hash] = course.after(data, self.ledger)
        except Lacking:
            return None
        except Refused as wrong:
            self._verdicts[hash] = str(wrong)
        return self._verdicts[hash]

    def _decide(self) -> bool:
        winner = self._winner(self.course)
        if winner is None:
            return False
        hash, course = winner
        self.decisions.append(hash)
        self.courses.append(course)
        self._verdicts.clear()
        self._results.clear()
        if course.decided not in self._times:
            self._times[course.decided] = self.now
            self.store.append(Keep.SEALED, enc([course.decided, int(self.now)]))
        self._timer = None
        self._reports.append(Decided(course))
        return True

    # -- what one owes --

    def _do_duties(self) -> None:
        course, own = self.course, self.course.of(self.identity)
        if not self.enrolled:
            self._sign(Enrol(self.name, self.bot, self.plays, self._nonces[0]))
        if course.over or own is None or own.left or self.gone:
            return
        coming = len(course.rounds)
        if not course.closes and (self.identity, coming) not in self.ledger.reveals:
            self._sign(Reveal(coming, self._nonces[coming + 1]))
        table, running = course.table_of(self.identity), course.running
        if table is not None and running is not None:
            self._report_table(running, table)

    def _report_table(self, running: Round, table: int) -> None:
        if len(running.tables[table]) < 2 or self.result_of(table) is not None:
            return
        seats = self.course.seats(running, table)
        named = {signed.identity for signed in self._named(running, table)}
        if self._record is not None and self._record[0] == self.course.room(running, table):
            _, hash, size, at = self._record
            if self.identity not in named and self.now - at >= self.pace.report * seats.index(self.identity):
                self._sign(Reported(running.number, table, hash, size))
            return
        others = set(seats) - {self.identity} - self.ledger.left - self.ledger.forked
        if (self.left_of_clock <= 0 or not others) and self.identity not in self._unfinished(running, table):
            self._sign(Unfinished(running.number, table))

    def _unfinished(self, running: Round, table: int) -> set[bytes]:
        return self.ledger.unfinished.get((running.number, table), set())

    def _named(self, running: Round, table: int) -> list[Signed]:
        """Who of a table names a record of it, in seat order, each with the first one."""
        first: dict[bytes, Signed] = {}
        for signed in self.ledger.reported.get((running.number, table), ()):
            first.setdefault(signed.identity, signed)
        return [first[identity] for identity in self.course.seats(running, table) if identity in first]

    def _wanted(self) -> dict[bytes, int]:
        """The blobs that are needed and not here; what is here and not verified goes to be judged."""
        wanted: dict[bytes, int] = {}
        records: dict[bytes, int] = {}
        running = self.course.running
        for table in range(len(running.tables) if running is not None else 0):
            if table in self._results:
                continue
            for signed in self._named(running, table):  # type: ignore[arg-type]
                assert isinstance(signed.said, Reported)
                records[signed.said.hash] = signed.said.size
                self._refuse_false(running, table, signed)  # type: ignore[arg-type]
        ballots = self.ledger.ballots.get(self.course.next)
        if ballots is not None and not self.course.over:
            for named in ballots.proposals.values():
                for identity, signed in named.items():
                    assert isinstance(signed.said, Propose)
                    if signed.said.size <= MOST_CONTENT and identity in self.ledger.enrolled:
                        wanted[signed.said.hash] = signed.said.size
                        records |= self._records_of(signed.said.hash)
        for hash in [hash for hash in records if hash not in self.ledger.records]:
            if hash in self.blobs:
                self._queue[hash] = None
            else:
                wanted[hash] = records[hash]
        return {hash: size for hash, size in wanted.items() if hash not in self.blobs}

    def _records_of(self, hash: bytes) -> dict[bytes, int]:
        """The records that a proposed content counts, as far as somebody at their tables names them."""
        running, data = self.course.running, self.blobs.get(hash)
        if running is None or data is None:
            return {}
        try:
            content, _ = read_content(data)
        except Refused:
            return {}
        counted = {table: record for table, record, _ in content.results} if isinstance(content, Close) else {}
        named = (s.said for t in counted if t < len(running.tables) for s in self._named(running, t))
        reported = [said for said in named if isinstance(said, Reported)]
        return {said.hash: said.size for said in reported if counted[said.table] == said.hash}

    def _refuse_false(self, running: Round, table: int, signed: Signed) -> None:
        assert isinstance(signed.said, Reported)
        record = self.ledger.records.get(signed.said.hash)
        if record is not None:
            why = record if isinstance(record, str) else self.course.why_not(running, table, record)
            if why:
                self.ledger.refuse(signed.identity, f"its result for table {table + 1}: {why}")

    # -- deciding together --

    def _vote(self) -> None:
        course = self.course
        electors = self._electors()
        if course.over or not self.enrolled or self.gone or self.identity not in electors:
            return
        ballots = self.ledger.ballots[course.next]
        b = ballots.moved.get(self.identity, 0)
        if self._back(ballots, max(b, ballots.last.get(self.identity, (0, b""))[0])):
            return
        if self._join(ballots, b, electors):
            return
        if not self._ready():
            return
        if self._timer is None or self._timer[0] != (course.next, b):
            self._timer = ((course.next, b), self.now)
        if electors[b % len(electors)] == self.identity and self.identity not in ballots.proposals[b]:
            self._propose(ballots, b, electors)
        if self.now - self._timer[1] >= self.pace.ballot * (1 + b / 4) and b < MOST_BALLOTS:
            self._sign(Move(course.next, b + 1))

    def _electors(self) -> tuple[bytes, ...]:
        """Who decides next, as far as one knows."""
        if self.course.decided:
            return self.course.electorate
        return first_electors(self.opening, (identity for identity, _ in self._newcomers()))

    def _back(self, ballots: Ballots, b: int) -> bool:
        """Backs the first proposal, of this ballot or a later one, that nothing is wrong with."""
        for ballot in sorted(ballots.proposals):
            if ballot < b or ballots.last.get(self.identity, (-1, b""))[0] >= ballot:
                continue
            for identity, signed in sorted(ballots.proposals[ballot].items()):
                assert isinstance(signed.said, Propose)
                why = self._why_not(ballots, ballot, identity, signed)
                if why == "":
                    self._sign(Back(self.course.next, ballot, signed.said.hash))
                    return True
                if why is not None:
                    self.ledger.refuse(identity, f"its proposal for decision {self.course.next}: {why}")
        return False

    def _why_not(self, ballots: Ballots, b: int, identity: bytes, signed: Signed) -> str | None:
        """What is wrong with a proposal; empty for nothing, None if that cannot be told, or may yet become right."""
        assert isinstance(signed.said, Propose)
        course, hash = self.course, signed.said.hash
        electors = self._electors_of(course, hash)
        if not electors:
            return None
        if electors[b % len(electors)] != identity:
            return f"it is not its turn in ballot {b}"
        if b:
            moved, forced = ballots.forced(b, set(electors))
            if not moved:
                return None
            if forced is not None and forced != hash:
                return "another content may have had a majority"
        after = self._follow(course, hash)
        if not isinstance(after, Course):
            return after
        content, _ = read_content(self.blobs.get(hash) or b"")
        return self._unfair(content, signed.at)

    def _unfair(self, content: Content, at: float) -> str | None:
        """Whether a proposal leaves out what must have been known when it was made, or comes before its time."""
        known = at - self.pace.slack
        course = self.course
        if isinstance(content, Start):
            for player in course.field:
                if player.number in content.here:
                    continue
                if any(signed.at <= known for signed in self.ledger.reveals.get((player.identity, content.round), ())):
                    return f"it leaves out player {player.number}, who is here"
                if self.now - self.started_at < self.pace.reveal / 2:
                    return None
            return ""
        named = {identity for identity, _ in content.new}
        for identity, _ in self._newcomers():
            if identity not in named and self.ledger.enrolled[identity].at <= known:
                return "it leaves out somebody who is enrolled"
        running = course.running
        done = {table for table, *_ in content.results}
        for table, seated in enumerate(running.tables if running is not None else ()):
            if len(seated) < 2 or table in done:
                continue
            result = self.result_of(table)
            if result is not None and self.ledger.verified_at[result[0]] <= known:
                return f"it leaves out the result of table {table + 1}"
            if not self._settled(table) and self.left_of_clock > 0:
                return None
        return ""

    def _join(self, ballots: Ballots, b: int, electors: Sequence[bytes]) -> bool:
        """Moves to a later ballot with the others."""
        moved = sorted((ballots.moved.get(identity, 0) for identity in electors), reverse=True)
        if not moved or moved[0] <= b:
            return False
        waited = self._timer is not None and self._timer[0] == (self.course.next, b)
        late = waited and self._timer is not None and self.now - self._timer[1] >= self.pace.ballot / 2
        if late or moved[len(electors) // 2] > b:
            self._sign(Move(self.course.next, moved[0] if late else moved[len(electors) // 2]))
            return True
        return False

    def _ready(self) -> bool:
        """Whether one finds that it is time for the next decision."""
        course = self.course
        if course.running is not None:
            over = self.left_of_clock <= -self.pace.grace
            return over or all(self._settled(table) for table in range(len(course.running.tables)))
        if course.decided == 0:
            moving = any(b for b in self.ledger.ballots[1].moved.values())
            return self._start_wanted or (moving and self.opening.opener in self.silent)
        shown = all((player.identity, len(course.rounds)) in self.ledger.reveals for player in course.field)
        return shown or self.now - self.started_at >= self.pace.reveal

    def _settled(self, table: int) -> bool:
        """Whether nothing more is to be waited for at a table of the running round."""
        running = self.course.running
        assert running is not None
        if len(running.tables[table]) < 2 or self.result_of(table) is not None:
            return True
        there = self._unfinished(running, table) | self.ledger.left | self.ledger.forked
        return all(identity in there for identity in self.course.seats(running, table))

    def _newcomers(self) -> list[tuple[bytes, bytes]]:
        """Who is enrolled and in no round yet, with the id of the enrolment; as many as there is room for."""
        known = {player.identity for player in self.course.players} | self.ledger.left | self.ledger.forked
        new = [i for i, signed in sorted(self.ledger.enrolled.items()) if i not in known and _plays(signed)]
        room = MOST_PLAYERS - len(self.course.players)
        return [(identity, self.ledger.enrolment_id(identity)) for identity in new[:room]]

    def _propose(self, ballots: Ballots, b: int, electors: Sequence[bytes]) -> None:
        data: bytes | None = None
        if b:
            moved, forced = ballots.forced(b, set(electors))
            if not moved:
                return
            if forced is not None:
                data = self.blobs.get(forced)
                if data is None:
                    return
        try:
            data = data or self.course.content(self._content(), self.ledger)
        except (Refused, Lacking):
            return  # fewer than two players, for instance
        self._sign(Propose(self.course.next, b, self.gossip.keep(data), len(data)))

    def _content(self) -> Content:
        """What one would decide."""
        course, ledger = self.course, self.ledger
        if not course.closes:
            here = [p.number for p in course.field if self._has_nonce(p.number)]
            return Start(len(course.rounds), tuple(here))
        left = ledger.left | ledger.forked
        gone = tuple(player.number for player in course.field if player.identity in left)
        results: list[tuple[int, bytes, tuple[int, ...]]] = []
        unfinished: list[tuple[int, tuple[int, ...]]] = []
        running = course.running
        for table, seated in enumerate(running.tables if running is not None else ()):
            found = self.result_of(table)
            if found is not None:
                results.append((table, *found))
                continue
            said = self._unfinished(running, table)  # type: ignore[arg-type]
            there = tuple(number for number in seated if course.player(number).identity in said)
            if there and len(seated) > 1:
                unfinished.append((table, there))
        return Close(len(course.rounds), tuple(self._newcomers()), gone, tuple(results), tuple(unfinished))

    def _has_nonce(self, number: int) -> bool:
        try:
            self.ledger.nonce(self.course.player(number), len(self.course.rounds))
        except Lacking:
            return False
        return True

    def _warn(self) -> None:
        running = self.course.running
        if running is None:
            return
        for minutes in WARNINGS:
            mark = (running.number, minutes)
            if (
                minutes < self.opening.minutes
                and mark not in self._warned
                and self.left_of_clock <= self.pace.minute * minutes
            ):
                self._warned |= {(running.number, more) for more in WARNINGS if more >= minutes}
                self._reports.append(Warned(running.number, minutes))


def _plays(signed: Signed) -> bool:
    return isinstance(signed.said, Enrol) and signed.said.plays

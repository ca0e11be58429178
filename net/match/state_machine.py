"""State machine of a match, which reads the feeds entry by entry and step by step (PROTOCOL 4, 5, 14).

The driver of a live match and the offline check of a record both read feeds through this module. It signs nothing and
knows no secret.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

from core.engine.chance.beacon import first_beacon, next_beacon
from core.engine.codec import Plain
from core.engine.game import Decision, Event, Game, IllegalDecision, Lost, SharedRules, Standing, State, shared_of
from net.crypto import match_keys, primitives
from net.match import early_end, quorum
from net.match.exclusions import Exclusion, update_exclusions
from net.match.feed_reader import (
    AGREES,
    CONCEDES,
    AdjournRequest,
    ChatLine,
    EndDeclaration,
    FeedPosition,
    Item,
    ProtocolFault,
    ReadCommit,
    SeatReturn,
    SignedResult,
    read_next,
    reading_before,
    seal_point_holds,
    step_of,
)
from net.match.genesis import Genesis, GenesisEntry
from net.match.quorum import Commit, CountedSet, Cut, Reveal, Seal, StepVotes, Vote
from net.match.serialization import plain_standing, read_decision
from net.match.step import OpenedDecision, ResolvedStep, Step, open_decision
from net.match.verified_prefix import was_checked_before
from net.replication.entries import Entry, Kind
from net.replication.feeds import Feeds


class StateDiffers(ProtocolFault):
    """Fault of a seat that has signed another public state than ours; no culprit is guessed."""


class StateMachine:
    """Public state of a match, as far as its feeds have been read."""

    def __init__(self, game: Game, genesis: Genesis, own: int = 0) -> None:
        self.game = game
        self.genesis = genesis
        self.match = genesis.match
        self.own = own
        self.seats = range(1, genesis.seats + 1)
        self.quorum = match_keys.quorum(genesis.seats)
        self.state: State = game.new(genesis.setup(game))
        self.shared = shared_of(game)
        """The game's shared decks, or None if it has none.

        Such a game is played once the keys of all seats are in the state.
        """
        self.beacon = first_beacon(self.match)
        self.last = 0
        self.shares: dict[int, GenesisEntry] = {}
        self.results: dict[int, bytes] = {}
        self.chat: list[ChatLine] = []
        self.wishes: dict[int, int] = {}
        """The seats that wish to adjourn, each with the step in which it said so."""
        self.accusations: list[ProtocolFault] = []
        """Signed entries that break the protocol, each listed once, in the order of their discovery."""
        self.readings = {seat: FeedPosition() for seat in self.seats}
        self.away: dict[int, int] = {}
        """The seats that do not take part, each with the step since which it is away."""
        self.left_out: list[Exclusion] = []
        """Exclusions of seats without which steps were resolved, in the order in which they occurred."""
        self.broke: dict[int, int] = {}
        """The seats that have broken a rule, each with the step in which its opening was refused.

        This follows from the counted sets (14.13).
        """
        self.conceded: dict[int, int] = {}
        """The seats that have conceded, each with the step in which they did."""
        self.agreeing: dict[int, int] = {}
        """The seats that agree to end the match, each with the step in which it last said so."""
        self.meanwhile: Callable[[State, dict[int, Decision]], None] | None = None
        """Callback that receives the state and the decisions of a step before the step is resolved."""
        self.ended = ""
        """Kind of early end, if the match ended before its rules did (`net.match.early_end`); otherwise ""."""
        self._accused: set[tuple[int, int, str]] = set()
        self._back: dict[int, int] = {}
        self._sides_read: set[bytes] = set()
        self._checked_before = False
        """True if our seat had already checked the reveals of the current step when it read the log earlier."""
        self.forked: frozenset[int] = frozenset()
        """The seats whose feed has two versions."""
        self.step = self._next_step(frozenset(self.seats))

    @property
    def over(self) -> bool:
        """True if the last step is resolved."""
        return bool(self.ended or self.state.over)

    @property
    def present(self) -> frozenset[int]:
        """Seats that take part in the current step (14.6)."""
        return self.step.book.present

    @property
    def returned(self) -> list[int]:
        """The seats that were away and have returned, which a commit lists.

        A forked seat is excluded (14.8).
        """
        return sorted(self.step.book.returned - self.forked)

    def _next_step(self, present: frozenset[int]) -> Step:
        asks = {} if self.over else dict(self.game.asks(self.state))
        t = self.last + 1
        mute = self._mute(present)
        asks = {seat: ask for seat, ask in asks.items() if seat not in mute}
        self.away = {seat: self.away.get(seat, t) for seat in self.seats if seat not in present}
        book = StepVotes(present, self.quorum, {seat for seat in self.away if self._is_back(seat)})
        return Step(t, self.state.digest(), asks, book, mute=mute)

    def _mute(self, present: frozenset[int]) -> frozenset[int]:
        """Return the seats that have broken a rule, as long as a majority without them takes part (14.13)."""
        return frozenset(self.broke) if len(present - self.broke.keys()) >= self.quorum else frozenset()

    def _is_back(self, seat: int) -> bool:
        return seat in self.away and self._back.get(seat, 0) >= self.away[seat]

    def outcome(self) -> Plain:
        """Return the standing as plain data, in the form that a result entry has."""
        return plain_standing(self.standing(self.broke))

    @property
    def rule_breakers(self) -> frozenset[int]:
        """The seats that have signed an entry that breaks the rules, as far as this peer has read the feeds."""
        return frozenset(wrong.seat for wrong in self.accusations) | self.forked

    def standing(self, broke: Collection[int] | None = None) -> list[Standing]:
        """Return the seats from first to last.

        A seat that conceded ranks behind the others, and one that broke a rule ranks last. `broke` are the seats that
        have broken a rule, by default the `rule_breakers`. A result contains only what all seats know alike (14.13),
        and so it uses `self.broke` alone.
        """
        broke = self.rule_breakers if broke is None else broke
        return early_end.standing_of(self.game, self.game.standing(self.state), self.conceded, self.ended, broke)

    # -- reading feeds --

    def follow(self, feeds: Feeds) -> bool:
        """Read all feeds as far as the current step allows; return True if anything was read.

        Invalid entries are void and are added to `accusations`. Raises `StateDiffers`, and `ProtocolFault` for a false
        first entry.
        """
        moved = False
        book = self.step.book
        grown = [seat for seat, reading in self.readings.items() if reading.entries != len(feeds.of(seat))]
        if not grown and not feeds.forks:
            return False
        self._checked_before = self.own > 0 and not book.votes and was_checked_before(feeds, self.own, self.step.t)
        for seat in grown:
            feed, reading = feeds.of(seat), self.readings[seat]
            while reading.entries < len(feed) and self.take(feed[reading.entries]):
                moved = True
            feeds.read[seat - 1] = reading.entries
        if feeds.forks:
            self.forked = frozenset(feeds.forks)
            moved = self._follow_sides(feeds) or moved
        return moved

    def take(self, entry: Entry) -> bool:
        """Read the next entry of its seat's feed; return True if it was read.

        Returns False if it belongs to a later step, or if the feed is not read any further.
        """
        reading = self.readings[entry.seat]
        if reading.dead or self._is_later(entry):
            return False
        self.step.book.answers.clear()  # a seat's duties depend on how far its feed is read
        try:
            item = read_next(self.genesis, reading, entry, entry.seat == self.own)
        except ProtocolFault as wrong:
            if not reading.seated:
                raise
            self.accuse(wrong)
            reading.entries += not reading.dead
            return not reading.dead
        reading.entries += 1
        self._add(item, entry)
        return True

    def _is_later(self, entry: Entry) -> bool:
        """Return True if an entry belongs to a step that this match has not reached."""
        if self.shared is not None and len(self.shares) < len(self.seats) and self.readings[entry.seat].seated:
            return True
        return step_of(entry) > (self.last if entry.kind == Kind.RESULT else self.step.t)

    def accuse(self, wrong: ProtocolFault) -> None:
        """Record an invalid entry of a seat, once for each step and kind."""
        what = (wrong.seat, wrong.t, wrong.kind)
        if what not in self._accused:
            self._accused.add(what)
            self.accusations.append(wrong)

    def _add(self, item: Item, entry: Entry) -> None:
        if isinstance(item, GenesisEntry):
            self._add_shares(item, entry)
        elif isinstance(item, ChatLine):
            self.chat.append(item)
        elif isinstance(item, AdjournRequest):
            self.wishes[item.seat] = self.step.t
        elif isinstance(item, EndDeclaration):
            if item.what == AGREES:
                self.agreeing[item.seat] = item.t
        elif isinstance(item, SeatReturn):
            self._back[item.seat] = max(item.t, self._back.get(item.seat, 0))
            if self._is_back(item.seat):
                self.step.book.come_back(item.seat)
        elif isinstance(item, SignedResult):
            self._add_result(item, entry)
        elif step_of(entry) == self.step.t:  # entries later than their step change nothing
            self._add_to_step(item, entry)

    def _add_shares(self, shares: GenesisEntry, entry: Entry) -> None:
        check_deck_keys(self.shared, shares, entry)
        self.shares[entry.seat] = shares
        if self.shared is not None and len(self.shares) == len(self.seats):
            install_deck_keys(self.shared, self.state, self.shares)
            self.step = self._next_step(self.present)

    def _add_to_step(self, item: ReadCommit | Seal | Vote | Cut | Reveal, entry: Entry) -> None:
        book = self.step.book
        if isinstance(item, ReadCommit):
            self._add_commit(item)
        elif isinstance(item, Reveal) and not self._is_proven(item):
            self.accuse(
                ProtocolFault(item.seat, self.step.t, "form", "the proof of its seal point is false", entry.seq)
            )
        else:
            book.add(item)

    def _add_commit(self, item: ReadCommit) -> None:
        if self.over:
            self.accuse(ProtocolFault(item.seat, item.t, "form", "a commit after the end of the match", item.seq))
            return
        right = item.digest == self.step.digest
        self.step.book.add(Commit(item.id, item.seat, item.c, right, item.back, item.seq, item.end))
        self.show(item.seat, item.digest, item.seq)

    def show(self, seat: int, digest: bytes, seq: int = -1) -> None:
        """Note the digest that a seat has signed before the current step; raise `StateDiffers`.

        Our own seat never differs: after its state has been repaired, its earlier signature is left out of the step.
        """
        self.step.shown[seat] = digest
        if digest != self.step.digest and seat not in self.away and seat != self.own:
            words = f"seat {seat} is in another state before step {self.step.t}"
            raise StateDiffers(seat, self.step.t, "digest", words, seq)

    def _is_proven(self, reveal: Reveal) -> bool:
        if reveal.seat == self.own or (self._checked_before and reveal.round == 0):
            return True
        return seal_point_holds(self.genesis, self.shares[reveal.seat].points, self.step.t, reveal)

    def _add_result(self, result: SignedResult, entry: Entry) -> None:
        words = ""
        if not self.over or result.t != self.last:
            words = "a result before the end of the match"
        elif result.outcome != self.outcome() and result.digest == self.step.digest:
            self.step.shown[entry.seat] = result.digest
            words = "a result that does not follow from its own state"
        if words:
            self.accuse(ProtocolFault(entry.seat, result.t, "form", words, entry.seq))
            return
        self.results[entry.seat] = result.digest
        self.show(entry.seat, result.digest, entry.seq)

    # -- other versions of forked feeds --

    def _follow_sides(self, feeds: Feeds) -> bool:
        """Read the entries of forked seats that are not in the followed feed; they count as much (11.4)."""
        before = len(self._sides_read)
        for entry in feeds.sides():
            if entry.id in self._sides_read or step_of(entry) > self.step.t:
                continue
            if step_of(entry) < self.step.t:
                self._sides_read.add(entry.id)
                continue
            reading = reading_before(self.genesis, feeds, entry, self.step.t)
            if reading is None:
                continue
            self._sides_read.add(entry.id)
            try:
                item = read_next(self.genesis, reading, entry)
            except ProtocolFault:
                continue  # knowing that it has two versions is enough
            if not isinstance(item, (GenesisEntry, ChatLine, AdjournRequest, SeatReturn, SignedResult, EndDeclaration)):
                self._add_to_step(item, entry)
        return len(self._sides_read) > before

    # -- step --

    def room(self, seat: int) -> int:
        """Return the maximum number of bytes of a seat's answer to the question of the current step (4.1).

        The result is 0 if the seat is not asked.
        """
        return self.game.room(self.state, seat) if seat in self.step.asks else 0

    def misnamed(self) -> tuple[int, int] | None:
        """Return (x, y) if the seal of seat x names a commit of seat y that we do not have; else None."""
        return quorum.find_misnaming(self.step.book)

    def digests(self, feeds: Feeds) -> dict[int, bytes]:
        """Return the digests that seats have signed before the current step, in read and unread entries."""
        found: dict[int, bytes] = {}
        for seat in self.seats:
            for entry in feeds.of(seat)[self.readings[seat].entries :]:
                body = entry.body if type(entry.body) is list and len(entry.body) > 2 else [0, 0, 0]
                ours = (Kind.COMMIT, self.step.t), (Kind.RESULT, self.last)
                digest = body[1 if entry.kind == Kind.RESULT else 2]
                if (entry.kind, body[0]) in ours and type(digest) is bytes:
                    found[seat] = digest
        return found

    def ready(self) -> bool:
        """Return True if the current step can be resolved; `step.counting` is then the round (14.5)."""
        step = self.step
        if step.counting is None and not self.over and len(step.book.reveals) >= self.quorum:
            for counting in quorum.rounds_ready(step.book):
                points = self._seal_points(counting)
                if points is not None:
                    step.counting = counting
                    step.openings = {seat: self._open(counting, seat, points[seat]) for seat in counting.commits}
                    break
        return step.counting is not None

    def _seal_points(self, counting: CountedSet) -> dict[int, bytes] | None:
        """Return Q[t] of all counted seats, revealed or rebuilt from shares; None if a share is false."""
        book, found = self.step.book, {}
        for seat in counting.W:
            reveal = book.reveals[seat, counting.round]
            if reveal.Q is not None:
                found[seat] = reveal.Q
        for place, x in enumerate(counting.outside):
            shares = {y: book.reveals[y, counting.round].shares[place] for y in counting.W}
            for y, (point, proof) in shares.items():
                if not self._share_holds(x, y, point, proof):
                    self.accuse(ProtocolFault(y, self.step.t, "form", f"its share of seat {x} is false"))
                    book.drop_reveal(y, counting.round)
                    return None
            some = sorted(shares)[: self.quorum]
            found[x] = match_keys.rebuild({y: shares[y][0] for y in some})
        return found

    def _share_holds(self, x: int, y: int, point: bytes, proof: primitives.Proof) -> bool:
        match, t = self.match, self.step.t
        F = match_keys.share_point(self.shares[x].points, y)
        return primitives.proof_holds((match, t, y, x), F, match_keys.step_point(match, t), point, proof)

    def _open(self, counting: CountedSet, seat: int, Q: bytes) -> OpenedDecision:
        """Return the sealed opening of a counted seat."""
        step = self.step
        seal = step.book.seal_for(counting.commits[seat])
        return open_decision(self.match, step.t, seat, seal, Q, seat in step.asks, self.room(seat))

    def resolve(self) -> ResolvedStep:
        """Resolve the current step, which must be `ready` (4.3).

        A refused opening counts as none, except for its nonce. Raises `ProtocolFault` of seat 0 if the game itself
        fails.
        """
        step = self.step
        if not self.ready() or step.counting is None:
            raise RuntimeError("the step waits for seats")
        nonces = [(seat, opened.nonce) for seat, opened in sorted(step.openings.items()) if opened.nonce is not None]
        beacon = next_beacon(self.match, step.t, self.beacon, nonces)
        decisions = dict(self._valid_decisions())
        said = {seat: step.book.commits[id_].end for seat, id_ in step.counting.commits.items()}
        ended = early_end.ended_by(self.seats, step.present, self.conceded, said)
        if self.meanwhile is not None:
            self.meanwhile(self.state, dict(decisions))
        decisions, events = ({}, []) if ended else (decisions, self._play(decisions, beacon))
        lost = tuple(seat for seat in self.seats if self._is_lost(seat))
        refused = {seat: step.t for seat, opened in step.openings.items() if opened.refused is not None}
        self.broke = {**refused, **self.broke}
        present = quorum.next_present(step.book, step.counting)
        self.left_out = update_exclusions(self.left_out, step.t, step.book, step.counting, present)
        self.conceded |= {seat: step.t for seat, what in said.items() if what == CONCEDES} | self.conceded
        self.beacon, self.ended = beacon, ended
        self.last = step.t
        self.step = self._next_step(present)
        return ResolvedStep(step.t, decisions, beacon, list(events), self.step.digest, lost)

    def _is_lost(self, seat: int) -> bool:
        opened = self.step.openings.get(seat)
        return opened is None or opened.refused is not None or seat in self.step.mute

    def _valid_decisions(self) -> Iterator[tuple[int, Decision]]:
        """Yield the decision of each seat that was asked and whose opening is valid."""
        for seat, opened in sorted(self.step.openings.items()):
            if opened.refused is not None:
                self.accuse(opened.refused)
            elif seat in self.step.asks:
                try:
                    yield seat, read_decision(self.game, self.state, seat, opened.decision, self.step.t)
                except ProtocolFault as wrong:
                    self._refuse(wrong)

    def _refuse(self, wrong: ProtocolFault) -> None:
        """Refuse a decision that breaks the rules, so that its seat counts as lost in this step."""
        self.accuse(wrong)
        self.step.openings[wrong.seat] = self.step.openings[wrong.seat]._replace(refused=wrong)

    def _play(self, decisions: dict[int, Decision], beacon: bytes) -> list[Event]:
        """Resolve the step in the game, without the decisions that the game refuses, and return the events."""
        while True:
            openings = self.step.openings.items()
            refused = {seat: opened.refused.kind for seat, opened in openings if opened.refused is not None}
            lost = Lost((seat for seat in self.seats if self._is_lost(seat)), refused)
            try:
                return list(self.game.step(self.state, decisions, beacon, lost))
            except IllegalDecision as illegal:
                wrong = ProtocolFault(illegal.seat, self.step.t, illegal.kind, illegal.why)
            except Exception as error:
                wrong = self._blame(decisions, error)
            if wrong.seat not in decisions:
                raise self._fault(f"it rejects a decision that nobody made: {wrong.words}")
            self._refuse(wrong)
            del decisions[wrong.seat]

    def _blame(self, decisions: dict[int, Decision], error: Exception) -> ProtocolFault:
        """Return the fault of the decision that made the game fail, or raise the fault of the game itself.

        A decision is to blame if the game's check fails on it.
        """
        for seat, decision in decisions.items():
            try:
                self.game.check(self.state, seat, decision)
            except Exception as why:
                if self.state.digest() == self.step.digest:
                    words = f"its decision does not exist in the rules ({type(why).__name__})"
                    return ProtocolFault(seat, self.step.t, "decision", words)
        raise self._fault(f"{type(error).__name__}: {error}") from error

    def _fault(self, words: str) -> ProtocolFault:
        return ProtocolFault(0, self.step.t, "fault", f"the game failed: {words}")


def check_deck_keys(shared: SharedRules[State] | None, shares: GenesisEntry, entry: Entry) -> None:
    """Raise `ProtocolFault` unless a first entry has shared-deck keys exactly where the game needs them."""
    if (shares.deck is None) != (shared is None):
        raise ProtocolFault(entry.seat, 0, "form", "its first entry has no place in this game", entry.seq)


def install_deck_keys(shared: SharedRules[State], state: State, shares: Mapping[int, GenesisEntry]) -> None:
    """Put the keys of all first entries into the state, once all of them have arrived.

    Raises `ProtocolFault` of seat 0.
    """
    decks = [shares[seat].deck for seat in sorted(shares)]
    try:
        shared.lay_keys(state, [deck.announced.points for deck in decks if deck is not None])
    except primitives.BadPoint:
        raise ProtocolFault(
            0, 0, "share", "the keys of the shared deck cancel out: the table must join again"
        ) from None

"""State machine of a match, which reads the feeds entry by entry and step by step (PROTOCOL 4, 5, 14).

The driver of a live match and the offline check of a record both read feeds through this module. It signs nothing and
knows no secret.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping

from core.engine.chance.beacon import first_beacon, next_beacon
from core.engine.codec import Plain
from core.engine.game import Decision, Event, Game, IllegalDecision, LostSeats, SharedRules, Standing, State, shared_of
from core.kit.errors import describe
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
    is_seal_point_valid,
    position_before,
    read_next,
    step_of,
)
from net.match.genesis import Genesis, GenesisEntry
from net.match.quorum import SHORT, Commit, CountedSet, Cut, Id, Reveal, Seal, StepVotes, Vote
from net.match.serialization import plain_standing, read_decision
from net.match.step import OpenedDecision, ResolvedStep, Step, open_decision
from net.match.verified_prefix import was_checked_before
from net.replication.entries import Entry, Kind
from net.replication.feeds import Feeds


class StateMachine:
    """Public state of a match, as far as its feeds have been read."""

    def __init__(self, game: Game, genesis: Genesis, own: int = 0) -> None:
        self.game = game
        self.genesis = genesis
        self.match = genesis.match
        self.own_seat = own
        self.seats = range(1, genesis.seats + 1)
        self.quorum = match_keys.quorum(genesis.seats)
        self.state: State = game.new_state(genesis.game_setup(game))
        self.shared = shared_of(game)
        """The game's shared decks, or None if it has none.

        Such a game is played once the keys of all seats are in the state.
        """
        self.beacon = first_beacon(self.match)
        self.last = 0
        self.shares: dict[int, GenesisEntry] = {}
        self.results: dict[int, bytes] = {}
        self.chat: list[ChatLine] = []
        self.adjourn_wishes: dict[int, int] = {}
        """The seats that wish to adjourn, each with the step in which it said so."""
        self.accusations: list[ProtocolFault] = []
        """Signed entries that break the protocol, each listed once, in the order of their discovery."""
        self.readings = {seat: FeedPosition() for seat in self.seats}
        self.away: dict[int, int] = {}
        """The seats that do not take part, each with the step since which it is away."""
        self.left_out: list[Exclusion] = []
        """Exclusions of seats without which steps were resolved, in the order in which they occurred."""
        self.rule_breaks: dict[int, int] = {}
        """The seats that have broken a rule, each with the step in which its opening was refused.

        This follows from the counted sets (14.13).
        """
        self.conceded: dict[int, int] = {}
        """The seats that have conceded, each with the step in which they did."""
        self.agreeing: dict[int, int] = {}
        """The seats that agree to end the match, each with the step in which it last said so."""
        self.before_resolve: Callable[[State, dict[int, Decision]], None] | None = None
        """Callback that receives the state and the decisions of a step before the step is resolved."""
        self.ended = ""
        """Kind of early end, if the match ended before its rules did (`net.match.early_end`); otherwise ""."""
        self._accused: set[tuple[int, int, str]] = set()
        self._back: dict[int, int] = {}
        self._sides_read: set[bytes] = set()
        self._numbers: dict[Id, int] = {}
        """Numbers, in their feeds, of the entries that belong to the current step."""
        self._needed: dict[int, tuple[int, Id]] = {}
        """For each seat, its last entry that a resolved step needed: the number of the entry, and its id."""
        self._checked_before = False
        """True if our seat had already checked the reveals of the current step when it read the log earlier."""
        self.forked: frozenset[int] = frozenset()
        """The seats whose feed has two versions."""
        self.rekeyed: frozenset[int] = frozenset()
        """The seats that have signed two first entries, so that others may hold other shares of their keys."""
        self.took_part = frozenset(self.seats if self.shared is None else ())
        """The seats that resolved the last step in round 0, and so must know the state after it (part 16).

        The first state follows from the cards alone, but with shared decks also from the seats' first entries. A seat
        that signs two first entries could show each of the others another state.
        """
        self._past_states: dict[int, tuple[bytes, frozenset[int]]] = {}
        """The digest before each resolved step, and the seats that had to know it."""
        self.step = self._next_step(frozenset(self.seats))

    @property
    def over(self) -> bool:
        """True if the last step is resolved."""
        return bool(self.ended or self.state.over)

    @property
    def present(self) -> frozenset[int]:
        """Seats that take part in the current step (14.6)."""
        return self.step.votes.present

    @property
    def returned(self) -> list[int]:
        """Seats that were away and have come back, which our commit lists.

        A seat with a forked feed is not among them (14.8).
        """
        return sorted(self.step.votes.returned - self.forked)

    def _next_step(self, present: frozenset[int]) -> Step:
        asks = {} if self.over else dict(self.game.pending_asks(self.state))
        t = self.last + 1
        mute = self._muted_seats(present)
        asks = {seat: ask for seat, ask in asks.items() if seat not in mute}
        self.away = {seat: self.away.get(seat, t) for seat in self.seats if seat not in present}
        book = StepVotes(present, self.quorum, {seat for seat in self.away if self._is_back(seat)})
        return Step(t, self.state.digest(), asks, book, muted=mute)

    def _muted_seats(self, present: frozenset[int]) -> frozenset[int]:
        """Return the seats that have broken a rule, if the others are a majority; otherwise none (14.13)."""
        return frozenset(self.rule_breaks) if len(present - self.rule_breaks.keys()) >= self.quorum else frozenset()

    def _is_back(self, seat: int) -> bool:
        return seat in self.away and self._back.get(seat, 0) >= self.away[seat]

    def outcome(self) -> Plain:
        """Return the standing as plain data, as a result entry contains it."""
        return plain_standing(self.standing(self.rule_breaks))

    @property
    def rule_breakers(self) -> frozenset[int]:
        """Seats that have signed an entry that breaks the rules, as far as the feeds have been read here."""
        return frozenset(wrong.seat for wrong in self.accusations) | self.forked

    def standing(self, broke: Collection[int] | None = None) -> list[Standing]:
        """Return the standing, from the first seat to the last.

        A seat that conceded ranks behind the others, and one that broke a rule ranks last. `broke` are the seats that
        have broken a rule, by default the `rule_breakers`. A result entry may contain only what all seats know alike
        (14.13), and so it is based on `self.rule_breaks` alone.
        """
        broke = self.rule_breakers if broke is None else broke
        return early_end.final_standing(self.game, self.game.standing(self.state), self.conceded, self.ended, broke)

    # -- reading feeds --

    def read_feeds(self, feeds: Feeds) -> bool:
        """Read all feeds up to the end of the current step; return True if anything was read.

        Invalid entries are void and are added to `accusations`. Raises `ProtocolFault` for a false first entry.
        """
        moved = False
        book = self.step.votes
        grown = [seat for seat, reading in self.readings.items() if reading.entries != len(feeds.feed_of(seat))]
        if not grown and not feeds.forks:
            return False
        self._checked_before = (
            self.own_seat > 0 and not book.votes and was_checked_before(feeds, self.own_seat, self.step.t)
        )
        for seat in grown:
            feed, reading = feeds.feed_of(seat), self.readings[seat]
            while reading.entries < len(feed) and self.read_entry(feed[reading.entries]):
                moved = True
            feeds.read[seat - 1] = reading.entries
        if feeds.forks:
            self.forked = frozenset(feeds.forks)
            self.rekeyed = frozenset(feeds.rekeyed)
            moved = self._follow_sides(feeds) or moved
        return moved

    def read_entry(self, entry: Entry) -> bool:
        """Read the next entry of its seat's feed; return True if it was read.

        Returns False if the entry belongs to a later step, or if the feed is no longer read.
        """
        reading = self.readings[entry.seat]
        if reading.dead or self._is_later(entry):
            return False
        self.step.votes.cached.clear()  # a seat's duties depend on how far its feed is read
        try:
            item = read_next(self.genesis, reading, entry, entry.seat == self.own_seat)
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
        """Return True if an entry belongs to a step that the match has not reached."""
        if self.shared is not None and len(self.shares) < len(self.seats) and self.readings[entry.seat].seated:
            return True
        return step_of(entry) > (self.last if entry.kind == Kind.RESULT else self.step.t)

    def accuse(self, wrong: ProtocolFault) -> None:
        """Record an invalid entry, once for each seat, step and kind of fault."""
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
            self.adjourn_wishes[item.seat] = self.step.t
        elif isinstance(item, EndDeclaration):
            if item.kind == AGREES:
                self.agreeing[item.seat] = item.t
        elif isinstance(item, SeatReturn):
            self._back[item.seat] = max(item.t, self._back.get(item.seat, 0))
            if self._is_back(item.seat):
                self.step.votes.note_return(item.seat)
        elif isinstance(item, SignedResult):
            self._add_result(item, entry)
        elif step_of(entry) == self.step.t:
            self._add_to_step(item, entry)
        elif isinstance(item, ReadCommit):  # an entry later than its step changes nothing, but may show a false state
            digest, had_to_know = self._past_states.get(item.t, (item.digest, frozenset()))
            if item.digest != digest and item.seat in had_to_know:
                self.accuse(_false_state(item.seat, item.t, item.seq))

    def _add_shares(self, shares: GenesisEntry, entry: Entry) -> None:
        check_deck_keys(self.shared, shares, entry)
        self.shares[entry.seat] = shares
        if self.shared is not None and len(self.shares) == len(self.seats):
            install_deck_keys(self.shared, self.state, self.shares)
            self.step = self._next_step(self.present)

    def _add_to_step(self, item: ReadCommit | Seal | Vote | Cut | Reveal, entry: Entry) -> None:
        book = self.step.votes
        self._numbers[item.id] = entry.seq
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
        self.step.votes.add(Commit(item.id, item.seat, item.c, right, item.back, item.seq, item.end))
        self.note_digest(item.seat, item.digest, item.seq)

    def note_digest(self, seat: int, digest: bytes, seq: int = -1) -> bool:
        """Note the digest that a seat has signed before the current step; return True if it equals ours."""
        self.step.shown[seat] = digest
        if digest == self.step.digest:
            return True
        if seat not in self.away:
            self.step.other_states.setdefault(seat, _false_state(seat, self.step.t, seq))
        return False

    def other_states(self) -> list[ProtocolFault]:
        """Return the faults of the other seats that have signed another state before the current step.

        Such a commit never counts, so the step waits until its seat is left out (4.5). Our own seat is exempt: after
        its state has been repaired, its earlier signature is left out of the step.
        """
        return [wrong for seat, wrong in sorted(self.step.other_states.items()) if seat != self.own_seat]

    def accuse_differing_seats(self) -> None:
        """Accuse each seat that signed another state although it must have known this one (`took_part`)."""
        for seat, wrong in sorted(self.step.other_states.items()):
            if seat in self.took_part:
                self.accuse(wrong)

    def _is_proven(self, reveal: Reveal) -> bool:
        if reveal.seat == self.own_seat or (self._checked_before and reveal.round == 0):
            return True
        return is_seal_point_valid(self.genesis, self.shares[reveal.seat].points, self.step.t, reveal)

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
        if self.note_digest(entry.seat, result.digest, entry.seq):
            self.results[entry.seat] = result.digest

    # -- other versions of forked feeds --

    def _follow_sides(self, feeds: Feeds) -> bool:
        """Read the entries of forked feeds outside the followed version; they count as much as the others (11.4)."""
        before = len(self._sides_read)
        for entry in feeds.side_entries():
            if entry.id in self._sides_read or step_of(entry) > self.step.t:
                continue
            if step_of(entry) < self.step.t:
                self._sides_read.add(entry.id)
                continue
            reading = position_before(self.genesis, feeds, entry, self.step.t)
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

    def follow_versions(self, feeds: Feeds) -> list[int]:
        """Follow another version of a forked feed where most seals of this step name it; return the seats (11.4).

        A seat that was shown a version first that the others did not play with would otherwise never have all
        entries of theirs. Records are checked without this: what a seat keeps is what it followed.
        """
        book, changed = self.step.votes, []
        for x in sorted(feeds.forks.keys() - {self.own_seat}):
            names = {(seal.seat, seal.names[x - 1]) for seal in book.seals.values() if seal.seat != x}
            count = Counter(name for _, name in names if name is not None)
            feeds.named |= count.keys()
            commits, feed = book.commits_of(x), feeds.feed_of(x)
            followed = [c for c in commits if c.seq < len(feed) and feed[c.seq].id == c.id]
            least = max((count[c.id[:SHORT]] for c in followed), default=0)
            best = max(commits, key=lambda c: count[c.id[:SHORT]], default=None)
            if best is not None and count[best.id[:SHORT]] > least and self._follow(feeds, x, best.id):
                changed.append(x)
        return changed

    def _follow(self, feeds: Feeds, seat: int, commit: Id) -> bool:
        """Follow the version of a forked feed with this commit; return False if that is not possible here."""
        chain, before = feeds.side_chain(seat, commit), self.readings[seat]
        if not chain or (chain[0].seq == 0 and self.shared is not None):  # the first state would be another one
            return False
        number, needed = self._needed.get(seat, (-1, b""))
        if number >= chain[0].seq and needed not in [entry.id for entry in chain]:
            return False
        reading, t = FeedPosition(), self.step.t
        for entry in [*feeds.feed_of(seat)[: chain[0].seq], *chain]:
            is_read = entry.seq < min(before.entries, chain[0].seq)
            if reading.dead or not (is_read or (before.entries > chain[0].seq and step_of(entry) < t)):
                break
            try:
                item = read_next(self.genesis, reading, entry)
                if not is_read and isinstance(item, (GenesisEntry, SeatReturn)):
                    self._add(item, entry)
            except ProtocolFault:
                if entry.seq == 0:
                    return False
            reading.entries += not reading.dead
        feeds.follow(chain)
        self.readings[seat], feeds.read[seat - 1] = reading, reading.entries
        return True

    # -- step --

    def max_answer_bytes(self, seat: int) -> int:
        """Return the maximum size of a seat's answer in the current step, in bytes (4.1).

        The result is 0 if the seat is not asked.
        """
        return self.game.max_decision_size(self.state, seat) if seat in self.step.questions else 0

    def find_misnaming(self) -> tuple[int, int] | None:
        """Return (x, y) if seat x's seal contains a commit of seat y that is missing here; otherwise None."""
        return quorum.find_misnaming(self.step.votes)

    def signed_digests(self, feeds: Feeds) -> dict[int, bytes]:
        """Return the digests that seats have signed before the current step, also in unread entries."""
        found: dict[int, bytes] = {}
        for seat in self.seats:
            for entry in feeds.feed_of(seat)[self.readings[seat].entries :]:
                body = entry.body if type(entry.body) is list and len(entry.body) > 2 else [0, 0, 0]
                ours = (Kind.COMMIT, self.step.t), (Kind.RESULT, self.last)
                digest = body[1 if entry.kind == Kind.RESULT else 2]
                if (entry.kind, body[0]) in ours and type(digest) is bytes:
                    found[seat] = digest
        return found

    def is_ready(self) -> bool:
        """Return True if the current step can be resolved; `step.counting` is then its round (14.5)."""
        step = self.step
        if step.counting is None and not self.over and len(step.votes.reveals) >= self.quorum:
            for counting in quorum.ready_rounds(step.votes):
                points = self._seal_points(counting)
                if points is not None:
                    step.counting = counting
                    step.openings = {seat: self._open_seal(counting, seat, points[seat]) for seat in counting.commits}
                    break
        return step.counting is not None

    def _seal_points(self, counting: CountedSet) -> dict[int, bytes] | None:
        """Return Q[t] of all counted seats, revealed or rebuilt from shares; None if a share is false."""
        book, found = self.step.votes, {}
        for seat in counting.W:
            reveal = book.reveals[seat, counting.round]
            if reveal.Q is not None:
                found[seat] = reveal.Q
        for place, x in enumerate(counting.absent_seats):
            shares = {y: book.reveals[y, counting.round].shares[place] for y in counting.W}
            for y, (point, proof) in shares.items():
                if not self._share_holds(x, y, point, proof):
                    if x not in self.rekeyed:  # otherwise seat y may hold the other version of its points
                        self.accuse(ProtocolFault(y, self.step.t, "form", f"its share of seat {x} is false"))
                    book.drop_reveal(y, counting.round)
                    return None
            some = sorted(shares)[: self.quorum]
            found[x] = match_keys.interpolate({y: shares[y][0] for y in some})
        return found

    def _share_holds(self, x: int, y: int, point: bytes, proof: primitives.Proof) -> bool:
        match, t = self.match, self.step.t
        F = match_keys.share_point(self.shares[x].points, y)
        return primitives.is_proof_valid((match, t, y, x), F, match_keys.step_point(match, t), point, proof)

    def _open_seal(self, counting: CountedSet, seat: int, Q: bytes) -> OpenedDecision:
        """Return the decrypted opening of a counted seat."""
        step = self.step
        seal = step.votes.seal_for(counting.commits[seat])
        return open_decision(self.match, step.t, seat, seal, Q, seat in step.questions, self.max_answer_bytes(seat))

    def resolve(self) -> ResolvedStep:
        """Resolve the current step, for which `is_ready` must be True (4.3).

        A refused opening is ignored, except for its nonce. Raises `ProtocolFault` of seat 0 if the game itself fails.
        """
        step = self.step
        if not self.is_ready() or step.counting is None:
            raise RuntimeError("the step waits for seats")
        nonces = [(seat, opened.nonce) for seat, opened in sorted(step.openings.items()) if opened.nonce is not None]
        beacon = next_beacon(self.match, step.t, self.beacon, nonces)
        decisions = dict(self._valid_decisions())
        said = {seat: step.votes.commits[id_].end for seat, id_ in step.counting.commits.items()}
        ended = early_end.early_end_kind(self.seats, step.present, self.conceded, said)
        if self.before_resolve is not None:
            self.before_resolve(self.state, dict(decisions))
        decisions, events = ({}, []) if ended else (decisions, self._play(decisions, beacon))
        lost = tuple(seat for seat in self.seats if self._is_lost(seat))
        refused = {seat: step.t for seat, opened in step.openings.items() if opened.refused is not None}
        self.rule_breaks = {**refused, **self.rule_breaks}
        present = quorum.next_present(step.votes, step.counting)
        self.left_out = update_exclusions(self.left_out, step.t, step.votes, step.counting, present)
        self.conceded |= {seat: step.t for seat, what in said.items() if what == CONCEDES} | self.conceded
        self.accuse_differing_seats()
        self._past_states[step.t] = step.digest, self.took_part & step.present
        self.took_part = frozenset(step.counting.W if step.counting.round == 0 else ())
        self.beacon, self.ended = beacon, ended
        self.last = step.t
        self._needed |= _needed_entries(step.votes, step.counting, self._numbers)
        self._numbers.clear()
        self.step = self._next_step(present)
        return ResolvedStep(step.t, decisions, beacon, list(events), self.step.digest, lost)

    def _is_lost(self, seat: int) -> bool:
        opened = self.step.openings.get(seat)
        return opened is None or opened.refused is not None or seat in self.step.muted

    def _valid_decisions(self) -> Iterator[tuple[int, Decision]]:
        """Yield the decision of each seat that was asked and whose opening is valid."""
        for seat, opened in sorted(self.step.openings.items()):
            if opened.refused is not None:
                self.accuse(opened.refused)
            elif seat in self.step.questions:
                try:
                    yield seat, read_decision(self.game, self.state, seat, opened.decision, self.step.t)
                except ProtocolFault as wrong:
                    self._refuse(wrong)

    def _refuse(self, wrong: ProtocolFault) -> None:
        """Refuse a decision that breaks the rules, so that its seat counts as lost in this step."""
        self.accuse(wrong)
        self.step.openings[wrong.seat] = self.step.openings[wrong.seat]._replace(refused=wrong)

    def _play(self, decisions: dict[int, Decision], beacon: bytes) -> list[Event]:
        """Resolve the step in the game, without decisions that the game refuses, and return the events."""
        while True:
            openings = self.step.openings.items()
            refused = {seat: opened.refused.kind for seat, opened in openings if opened.refused is not None}
            lost = LostSeats((seat for seat in self.seats if self._is_lost(seat)), refused)
            try:
                return list(self.game.step(self.state, decisions, beacon, lost))
            except IllegalDecision as illegal:
                wrong = ProtocolFault(illegal.seat, self.step.t, illegal.kind, illegal.reason)
            except Exception as error:
                wrong = self._blame(decisions, error)
            if wrong.seat not in decisions:
                raise self._fault(f"it rejects a decision that nobody made: {wrong.words}")
            self._refuse(wrong)
            del decisions[wrong.seat]

    def _blame(self, decisions: dict[int, Decision], error: Exception) -> ProtocolFault:
        """Return the fault of the decision that made the game fail, or raise the fault of the game itself.

        A decision is to blame if the game's own check of it fails.
        """
        for seat, decision in decisions.items():
            try:
                self.game.check(self.state, seat, decision)
            except Exception as why:
                if self.state.digest() == self.step.digest:
                    words = f"its decision does not exist in the rules ({type(why).__name__})"
                    return ProtocolFault(seat, self.step.t, "decision", words)
        raise self._fault(describe(error)) from error

    def _fault(self, words: str) -> ProtocolFault:
        return ProtocolFault(0, self.step.t, "fault", f"the game failed: {words}")


def _needed_entries(book: StepVotes, counting: CountedSet, numbers: Mapping[Id, int]) -> dict[int, tuple[int, Id]]:
    """Return, for each counted seat, its last entry by which a step was resolved, as a record must contain it."""
    needed = {}
    for seat, commit in counting.commits.items():
        parts = book.seal_for(commit), book.reveals.get((seat, counting.round))
        ids = [commit, *(part.id for part in parts if part is not None)]
        needed[seat] = max((numbers.get(id_, 0), id_) for id_ in ids)
    return needed


def _false_state(seat: int, t: int, seq: int) -> ProtocolFault:
    return ProtocolFault(seat, t, "digest", "it signed another state than the log gives", seq)


def check_deck_keys(shared: SharedRules[State] | None, shares: GenesisEntry, entry: Entry) -> None:
    """Raise `ProtocolFault` if a first entry lacks shared-deck keys that the game needs, or has needless ones."""
    if (shares.deck is None) != (shared is None):
        raise ProtocolFault(entry.seat, 0, "form", "its first entry has no place in this game", entry.seq)


def install_deck_keys(shared: SharedRules[State], state: State, shares: Mapping[int, GenesisEntry]) -> None:
    """Put the deck keys of all first entries into the state, once all of these entries have arrived.

    Raises `ProtocolFault` of seat 0 if the game rejects the keys.
    """
    decks = [shares[seat].deck for seat in sorted(shares)]
    try:
        shared.store_keys(state, [deck.announced.points for deck in decks if deck is not None])
    except primitives.BadPointError:
        raise ProtocolFault(
            0, 0, "share", "the keys of the shared deck cancel out: the table must join again"
        ) from None

"""Entries signed by one seat: its shares, commits, seals, reveals and result (PROTOCOL parts 3 and 4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from core.engine.codec import MAX_ENTRY, BadEncodingError, Plain, enc
from core.engine.game import shared_of
from core.engine.hidden.secrets import Secrets
from core.engine.hidden.shared_deck.keys import DeckKeys
from net.crypto import match_keys, primitives, private_chat
from net.crypto.match_keys import MatchKeys, box_secret, pair_key
from net.crypto.primitives import Signer
from net.match.events import ChatMessage
from net.match.feed_reader import MAX_LISTED_SEALS, ChatLine
from net.match.genesis import Genesis, GenesisEntry, make_shares, open_deck_share, open_share
from net.match.quorum import CountedSet
from net.match.serialization import read_decision
from net.match.state_machine import StateMachine
from net.replication import entries
from net.replication.entries import ID_SHORT, Entry, Kind, Place
from net.replication.entry_log import ChunkKind, EntryLog
from net.replication.feeds import AddResult, Feeds
from net.seat.handshake import SeatConfig

MAX_OPENING = MAX_ENTRY - 1024
"""Maximum number of bytes of an opening, so that it fits into the entry of a seal."""


class SeatSigner:
    """Signer of our seat: its keys in a match, and the entries that it signs.

    `push` is called with every new entry. The entry must not leave this computer before the log's next `sync`.
    """

    def __init__(
        self, at: SeatConfig, genesis: Genesis, feeds: Feeds, entry_log: EntryLog, push: Callable[[Entry], None]
    ) -> None:
        self.seat = at.seat
        self.genesis = genesis
        self.feeds = feeds
        self.keys = MatchKeys(at.seeds.seed, genesis.match, at.seat, genesis.seats)
        self._b = box_secret(at.seeds.seed, genesis.terms.room, at.seeds.r)
        self.secrets = Secrets(genesis.match, at.seat, at.seeds.seed, pairs=self._derive_pair_keys())
        if shared_of(at.game) is not None:
            self.secrets.deck = DeckKeys(genesis.match, at.seat, at.seeds.seed, genesis.seats)
        self.sealed: dict[int, bytes] = {}
        self.unsafe = False
        self.room = 0
        """Maximum number of bytes of our seat's answer to the question of the current step (4.1)."""
        self._shares: dict[int, bytes] = {}
        self._seed = at.seeds.seed
        self._signer = Signer(at.seeds.identity)
        self._entry_log = entry_log
        self._push = push

    def _derive_pair_keys(self) -> dict[int, bytes]:
        """Return the key that our seat shares with each other seat, by seat."""
        others = {seat: B for seat, B in enumerate(self.genesis.boxes, 1) if seat != self.seat}
        return {seat: pair_key(self._b, B) for seat, B in others.items()}

    def make_durable(self) -> None:
        """Make all signed entries durable."""
        if self.unsafe:
            self._entry_log.sync()
            self.unsafe = False

    def restore_sealed(self, t: int, E: bytes) -> None:
        """Restore the sealed opening of step t, as it was stored in the log."""
        self.sealed[t] = E

    def publish(self, kind: Kind, body: Plain) -> Entry:
        """Sign the next entry of our feed, store and push it, and return it."""
        entry = self.sign(kind, body)
        if self.feeds.add(entry, trusted=True) is not AddResult.NEW:
            raise RuntimeError("one of our entries does not follow from our feed")
        self._entry_log.append(ChunkKind.ENTRY, entry.stored)
        self.unsafe = True
        self._push(entry)
        return entry

    def sign(self, kind: Kind, body: Plain) -> Entry:
        """Return the next entry of our feed, signed but not yet added to the feed."""
        place = Place(self.genesis.match, self.seat, len(self.feeds.feed_of(self.seat)), self.feeds.last_id(self.seat))
        return entries.make(self._signer, place, kind, self.feeds.lengths(), body)

    def publish_shares(self) -> None:
        """Publish entry 0 of our feed, which contains a share for each other seat."""
        self.publish(Kind.GENESIS, make_shares(self.genesis, self.keys, self._seed, self.secrets.deck))

    def find_wrong_share(self, table: StateMachine) -> int:
        """Return the last seat whose share for us contradicts its points, or 0 if there is none."""
        wrong = 0
        for x, shares in table.shares.items():
            if x == self.seat or x in self._shares:
                continue
            share = open_share(self.genesis, x, self.seat, shares, self._b)
            if share is None or not self._keep_deck_share(x, shares):
                wrong = x
            else:
                self._shares[x] = share
        return wrong

    def has_shares(self, seats: Iterable[int]) -> bool:
        """Return True if we have right shares of all of these seats, so that we can rebuild their seals."""
        return all(x in self._shares for x in seats)

    def renew_shares(self, table: StateMachine, seats: Iterable[int]) -> None:
        """Read our shares of these seats again, as another version of their first entries may be followed now."""
        for x in seats:
            share = open_share(self.genesis, x, self.seat, table.shares[x], self._b) if x in self._shares else None
            self._shares |= {x: share} if share is not None else {}

    def _keep_deck_share(self, x: int, shares: GenesisEntry) -> bool:
        """Store our share of a seat's deck keys, if the game has shared decks; return False if it is wrong."""
        deck = self.secrets.deck
        if deck is None or shares.deck is None:
            return deck is None
        value = open_deck_share(self.genesis, x, self.seat, shares.deck, self._b)
        return value is not None and deck.store_value(x, shares.deck.announced.points, value)

    def make_opening(self, t: int, decision: Plain) -> bytes:
        """Return O, the opening of our decision in step t."""
        return match_keys.pack_opening(self.secrets.nonce(t), decision, self.room)

    def why_unsignable(self, table: StateMachine, decision: Plain) -> str:
        """Return the reason why our decision does not fit into a valid entry, or "" if it does."""
        self.room = table.max_answer_bytes(self.seat)
        try:
            size = len(self.make_opening(table.step.t, decision))
        except BadEncodingError as bad:
            return f"its decision cannot be signed: {bad}"
        return f"its decision takes {size} bytes, and an entry holds {MAX_OPENING}" if size > MAX_OPENING else ""

    def publish_commit(self, table: StateMachine, decision: Plain) -> None:
        """Publish our commit of the current step.

        The sealed opening E is stored first, and is never computed a second time.
        """
        t, digest = table.step.t, table.step.digest
        E = self.sealed.get(t)
        self.room = table.max_answer_bytes(self.seat)
        if E is None:
            E = self.keys.seal(t, self.make_opening(t, decision))
            self._entry_log.append(ChunkKind.SEALED, enc([t, E]))
            self.sealed = {t: E}
        c = match_keys.commitment(self.genesis.match, t, self.seat, digest, E)
        self.publish(Kind.COMMIT, [t, c, digest, table.returned])

    def restore_slots(self, table: StateMachine) -> None:
        """Restore the slots that our opening of the current step fills.

        A restarted seat needs them before the step is resolved. The order of a batch and its salts follow from the
        seed, so only the seed and the log have to be stored.
        """
        step, opened = table.step, table.step.openings.get(self.seat)
        if opened is not None and self.seat in step.questions and opened.refused is None:
            decision = read_decision(table.game, table.state, self.seat, opened.decision, step.t)
            table.game.restore_faces(table.state, self.seat, decision, self.secrets)

    def can_open(self, t: int) -> bool:
        """Return True if our sealed opening of step t is stored."""
        return t in self.sealed

    def publish_seal(self, table: StateMachine, commits: Mapping[int, bytes]) -> None:
        """Publish our seal of the current step, which contains the commit of every counted seat."""
        names = [commits[seat][:ID_SHORT] if seat in commits else None for seat in table.seats]
        self.publish(Kind.SEAL, [table.step.t, names, self.sealed[table.step.t]])

    def publish_reveal(self, table: StateMachine, counting: CountedSet) -> None:
        """Publish our reveal in a round.

        It contains the key and the proof of our seal, and our share for each counted seat that is lost.
        """
        t = table.step.t
        shares = [self.make_share(t, x, table.shares[x].points) for x in counting.absent_seats]
        Q: bytes | None = None
        proof: Plain = None
        if self.seat in counting.commits:
            key = self.keys.step_key(t)
            Q, proof = key.Q, list(key.proof)
        self.publish(Kind.REVEAL, [t, counting.round, Q, proof, shares])

    def make_share(self, t: int, x: int, points: tuple[bytes, ...]) -> Plain:
        """Return f_x(y) P[t], our share for seat x, with the proof that x has dealt it to us."""
        match, P, f = self.genesis.match, match_keys.step_point(self.genesis.match, t), self._shares[x]
        point = primitives.multiply(f, P)
        proof = primitives.prove(
            self._seed, [match, t, self.seat, x], f, match_keys.share_point(points, self.seat), P, point
        )
        return [point, list(proof)]

    def publish_vote(self, table: StateMachine, number: int, W: tuple[int, ...]) -> None:
        """Publish our vote to continue the current step as the seats W."""
        book, reading = table.step.votes, table.readings[self.seat].for_step(table.step.t)
        last = None if reading.revealed < 0 else reading.revealed
        held = [seal.id for seal in book.seals.values() if last is not None or not book.is_forked(seal.seat)]
        self.publish(Kind.VOTE, [table.step.t, number, W, sorted(held)[:MAX_LISTED_SEALS], last])

    def publish_cut(self, table: StateMachine, number: int, votes: tuple[bytes, ...]) -> None:
        """Publish our cut: the votes that our seat has accepted for a round."""
        self.publish(Kind.CUT, [table.step.t, number, votes])

    def publish_return(self, table: StateMachine) -> None:
        """Publish the return of our seat, which is away."""
        self.publish(Kind.RETURN, [table.step.t])

    def publish_adjourn_wish(self) -> None:
        """Publish our wish to adjourn, which changes nothing."""
        self.publish(Kind.ADJOURN, [])

    def publish_end_declaration(self, table: StateMachine, declaration: int) -> None:
        """Publish our declaration about an early end, before our commit of the current step."""
        self.publish(Kind.END, [table.step.t, declaration])

    def publish_result(self, table: StateMachine) -> None:
        """Publish the result of the match."""
        self.publish(Kind.RESULT, [table.last, table.step.digest, table.outcome()])

    def publish_chat(self, text: str) -> None:
        """Publish a line of chat."""
        self.publish(Kind.CHAT, [text])

    def publish_private_chat(self, to: int, text: str) -> None:
        """Publish a line of chat that only one other seat can read."""
        seq = len(self.feeds.feed_of(self.seat))
        pair = self.secrets.pairs[to]
        self.publish(
            Kind.PRIVATE, [to, private_chat.seal_line(self._seed, pair, self.genesis.match, self.seat, to, seq, text)]
        )

    def readable_message(self, line: ChatLine) -> ChatMessage:
        """Return a line of chat, with its text if our seat can read it."""
        text = line.text
        if line.to and self.seat in (line.seat, line.to):
            pair = self.secrets.pairs[line.seat + line.to - self.seat]
            text = private_chat.open_line(pair, self.genesis.match, line.seat, line.to, line.box)
        return ChatMessage(line.seat, text, line.to)

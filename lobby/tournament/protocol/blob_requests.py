"""Blobs that a member needs: proposed contents and match records.

Records are verified before they count. A member can make the others fetch and verify one false record, but not more: a
record is ignored if only members that have reported a false record before have reported it. Records that did not count
are dropped.
"""

from __future__ import annotations

from lobby.tournament.model.contents import Close, InvalidContent, read_content
from lobby.tournament.model.entries import ResultReport, Signed
from lobby.tournament.model.entry_store import EntryStore
from lobby.tournament.model.state import Round, VerifiedMatch
from lobby.tournament.protocol.blobs import Blobs, WantedBlob
from lobby.tournament.protocol.view import View
from lobby.tournament.protocol.voting import Voting

MOST_PENDING = 256 * 1024 * 1024
"""Maximum number of bytes of stored blobs on which no decision depends."""


class BlobRequests:
    """One member's part in requesting blobs and in verifying records."""

    def __init__(self, view: View, voting: Voting) -> None:
        self.view, self.voting = view, voting
        self.entry_store: EntryStore = view.entry_store
        self.blobs: Blobs = view.blobs
        self.own = b""
        """Hash of this member's own match record, which is never dropped."""
        self._liars: set[bytes] = set()
        self._queue: dict[bytes, None] = {}
        self._judging: set[bytes] = set()
        self._idle: set[bytes] = set()

    def take_unjudged(self) -> list[tuple[bytes, bytes]]:
        """Return the records to verify now, with their hashes; each record is returned only once."""
        waiting = [hash for hash in self._queue if hash not in self._judging]
        found = [(hash, data) for hash in waiting if (data := self.blobs.get(hash)) is not None]
        self._judging |= {hash for hash, _ in found}
        return found

    def store_verdict(self, hash: bytes, verdict: VerifiedMatch | str) -> None:
        """Store the verdict on a record: its content, or the reason for its rejection."""
        self.entry_store.records[hash] = verdict
        self.entry_store.verified_at[hash] = self.view.now
        self._queue.pop(hash, None)
        self._judging.discard(hash)
        if isinstance(verdict, str) and hash != self.own:
            self.blobs.drop(hash)

    def wanted_blobs(self) -> set[WantedBlob]:
        """Return the blobs that are needed and missing; queue unverified records for verification."""
        records: set[WantedBlob] = set()
        running = self.view.course.running_round
        for table in range(len(running.tables) if running is not None else 0):
            if self.view.result_of(table) is not None:
                continue  # checked first: results of tables are cached, all else is computed each time
            for signed in self.view.result_reports(running, table):  # type: ignore[arg-type]
                assert isinstance(signed.body, ResultReport)
                self._refuse_false(running, table, signed)  # type: ignore[arg-type]
                if signed.identity not in self._liars:
                    records.add(WantedBlob(signed.body.hash, signed.body.size))
        wanted = self.voting.wanted_contents()
        for content in wanted:
            records |= self._wanted_records(content.hash)
        lacking = [blob for blob in sorted(records) if blob.hash not in self.entry_store.records]
        self._queue |= dict.fromkeys(blob.hash for blob in lacking if blob.hash in self.blobs)
        room = MOST_PENDING - self._pending_bytes() if lacking else 0
        wanted = wanted.union(blob for blob in lacking if blob.size <= room)
        return {blob for blob in wanted if blob.hash not in self.blobs}

    def drop_unneeded(self) -> None:
        """Drop the blobs that have not been needed since the decision before the last one."""
        needed = self._needed_blobs()
        for hash in self._idle - needed:
            self.blobs.drop(hash)
            self._queue.pop(hash, None)
        self._idle = set(self.blobs) - needed

    def _needed_blobs(self) -> set[bytes]:
        counted = (hash for played in self.view.course.rounds for hash in played.records)
        return {*self.view.decisions, *counted, self.own}

    def _pending_bytes(self) -> int:
        needed = self._needed_blobs()
        return sum(self.blobs.size(hash) for hash in self.blobs if hash not in needed)

    def _wanted_records(self, hash: bytes) -> set[WantedBlob]:
        """Return the match records that a proposed content counts and that players at their tables have reported."""
        running, data = self.view.course.running_round, self.blobs.get(hash)
        if running is None or data is None:
            return set()
        try:
            content, _ = read_content(data)
        except InvalidContent:
            return set()
        counted = {table: record for table, record, _ in content.results} if isinstance(content, Close) else {}
        named = (s for t in counted if t < len(running.tables) for s in self.view.result_reports(running, t))
        reported = [s.body for s in named if isinstance(s.body, ResultReport)]
        return {WantedBlob(said.hash, said.size) for said in reported if counted[said.table] == said.hash}

    def _refuse_false(self, running: Round, table: int, signed: Signed) -> None:
        assert isinstance(signed.body, ResultReport)
        record = self.entry_store.records.get(signed.body.hash)
        if record is None:
            return
        why = record if isinstance(record, str) else self.view.course.why_not_at_table(running, table, record)
        if why:
            self._liars.add(signed.identity)
            self.entry_store.refuse(signed.identity, f"its result for table {table + 1}: {why}")

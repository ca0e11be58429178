"""A match against bots in this very process, without threads: for tests, pictures and the tutorial.

It is bit for bit the sealed match that separate processes would play with the same seed. Nothing happens between two
calls: a decision waits until the screen drains its messages, so that it can still be taken back.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from client.session.source import Heard, Over, Refusal, Told
from client.table.replay.library import RecordLibrary
from core.engine.game import Decision, Game, IllegalDecision, Player
from core.engine.hidden.secrets import Secrets
from core.engine.local_match import Table
from core.engine.options import Value
from net.match.early_end import AGREED, CONCEDED, standing_of
from net.match.events import Asked, Finished, Noted, Owed, Report, Said, Seated, Stepped
from net.match.feed_reader import CONCEDES


class LocalSource:
    """One seat of a match against players of this process; nothing is signed, so that there is no record."""

    library: RecordLibrary | None = None
    kept: Path | None = None
    home: Path | None = None
    timer = 0

    def __init__(
        self,
        game: Game,
        players: Mapping[int, Player],
        seat: int = 1,
        seed: str = "",
        options: Mapping[str, Value] | None = None,
        names: Mapping[int, str] | None = None,
        patience: int = 0,
        table: Table[Any] | None = None,
    ) -> None:
        """`players` holds everybody else; `patience` is how often one drains before a decision is committed.

        With a `table` the match goes on from where that stands.
        """
        everybody: dict[int, Any] = {**players, seat: None}
        self.game = game
        self.seat, self.patience = seat, patience
        self.table = table or Table(game, dict(sorted(everybody.items())), seed, options, sealed=True)
        self.names = tuple((names or {}).get(s, f"Seat {s}") for s in sorted(everybody))
        self.digest = self.table.state.digest()
        self.decided = 0
        self._told: list[Told] = []
        self._decision: Decision | None = None
        self._waiting = 0
        self._asked = False
        self._closed = self._ended = False
        self._say(Seated(self.table.match, self.names))
        self._play_on()

    # What the screen does ---------------------------------------------------------------------------------------------

    def drain(self) -> list[Told]:
        """Everything heard since the last call; before that the others commit if the own seat has decided."""
        if self._decision is not None and not self._closed:
            if self._waiting > 0:
                self._waiting -= 1
            else:
                decision, self._decision = self._decision, None
                self._asked = False
                self._step(decision)
                self._play_on()
        told, self._told = self._told, []
        return told

    def decide(self, decision: Decision, own: Secrets) -> None:
        """The own seat's decision."""
        if not self._asked or self._closed or self._ended:
            self._told.append(Refusal("Nothing to do right now."))
            return
        self.table.secrets[self.seat].adopt(own)
        try:
            self.game.check(self.table.state, self.seat, decision)
        except IllegalDecision as refusal:
            self._told.append(Refusal(refusal.why))
            return
        self._decision, self._waiting = decision, self.patience
        self.decided += 1

    def take_back(self) -> None:
        """Withdraws the decision that still waits."""
        if self._decision is None:
            self._told.append(Refusal("Too late to take it back."))
        self._decision = None

    def chat(self, text: str, to: int = 0) -> None:
        """Says a line; bots do not answer."""
        self._say(Said(self.seat, text, to))

    def propose(self, seats: tuple[int, ...]) -> None:
        """Nobody is ever away from a table in one process."""

    def adjourn(self) -> None:
        """Nobody hears it."""

    def end(self, what: int) -> None:
        """Whoever concedes to bots of this process, or would end it, has ended it: nobody else has a say."""
        if what and not self._closed and not self.table.state.over:
            self._decision, self._asked, self._ended = None, False, True
            gone = {self.seat} if what == CONCEDES else set()
            how = CONCEDED if gone else AGREED
            places = standing_of(self.game, self.game.standing(self.table.state), gone, how)
            self._say(Finished(self.table.state.t, self.digest, tuple(places), how, tuple(gone)))
            self._told.append(Over(None, ""))

    def close(self) -> None:
        """Leaves the table."""
        self._closed = True

    # The table --------------------------------------------------------------------------------------------------------

    def _play_on(self) -> None:
        """Plays until the own player must decide, or the match is over."""
        state = self.table.state
        while not state.over:
            ask = self.game.asks(state).get(self.seat)
            if ask is not None and self.game.automatic(state, self.seat, self.table.secrets[self.seat]) is None:
                self._asked = True
                self._say(Asked(state.t, ask))
                return
            self._step(None)
        self._say(Finished(state.t, self.digest, tuple(self.game.standing(state))))
        self._told.append(Over(None, ""))

    def _step(self, own: Decision | None) -> None:
        table = self.table
        state, t = table.state, table.state.t
        decisions: dict[int, Decision] = {}
        for seat in self.game.asks(state):
            secrets = table.secrets[seat]
            decision = self.game.automatic(state, seat, secrets)
            if decision is None:
                decision = own if seat == self.seat else table.players[seat].decide(self.game, state, seat, secrets)
            assert decision is not None, "the own seat is asked before it is played on"
            decisions[seat] = decision
        events = self.game.step(state, decisions, table.beacon())
        self.digest = state.digest()
        self._say(Stepped(t, decisions, state.beacon, events, self.digest))

    def _say(self, report: Report) -> None:
        state = self.table.state
        own: Secrets | None = None
        if isinstance(report, (Asked, Stepped)):
            own = self.table.secrets[self.seat].copy()
        owed = tuple(Owed(seat, "decision") for seat in self.game.asks(state)) if isinstance(report, Asked) else ()
        digest = report.digest if isinstance(report, Stepped) else b""
        self._told.append(Heard(report, state.clone(), own, owed, digest))

    def note(self, words: str) -> None:
        """Tells the player something that is no part of the match."""
        self._say(Noted(words))

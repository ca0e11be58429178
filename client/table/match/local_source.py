"""A match against bots in this process, without threads, for tests, pictures and the tutorial.

It is bit for bit the sealed match that separate processes would play with the same seed. Nothing happens between two
calls. A decision stays uncommitted until the screen drains its messages, so that it can still be taken back.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

from client.session.source import MatchEvent, Refusal, SessionEnded, SourceMessage, TableState
from client.table.replay.library import RecordLibrary
from core.engine.game import Decision, Game, GameOf, IllegalDecision, Player, State, any_game
from core.engine.hidden.secrets import Secrets
from core.engine.local_match import LocalMatch
from core.engine.options import Value
from net.match.early_end import AGREED, CONCEDED, final_standing
from net.match.events import (
    ChatMessage,
    DecisionRequest,
    EndOfMatch,
    MatchStarted,
    OwedEntry,
    PlayerNotice,
    Report,
    StepResolved,
)
from net.match.feed_reader import CONCEDES

S = TypeVar("S", bound=State)


class _ScreenPlayer:
    """Our own seat as a player of the match; it decides through `LocalSource.decide`."""

    def decide(self, game: Game, state: State, seat: int, secrets: Secrets) -> Decision:
        raise AssertionError("our seat decides on the screen")


class LocalSource:
    """The source of a match against other players in this process.

    Nothing is signed, and therefore there is no record.
    """

    library: RecordLibrary | None = None
    kept: Path | None = None
    home: Path | None = None
    timer = 0

    def __init__(
        self,
        game: GameOf[S],
        players: Mapping[int, Player],
        seat: int = 1,
        seed: str = "",
        options: Mapping[str, Value] | None = None,
        names: Mapping[int, str] | None = None,
        patience: int = 0,
        table: LocalMatch[TableState] | None = None,
    ) -> None:
        """Create the source.

        `players` contains all other seats. `patience` is the number of drains before a decision is committed. If a
        `table` is given, the match continues from its present state.
        """
        everybody: dict[int, Player] = {**players, seat: _ScreenPlayer()}
        self.game = any_game(game)
        self.seat, self.patience = seat, patience
        self.table = table or LocalMatch(game, dict(sorted(everybody.items())), seed, options, sealed=True)
        self.names = tuple((names or {}).get(s, f"Seat {s}") for s in sorted(everybody))
        self.digest = self.table.state.digest()
        self.decided = 0
        self._told: list[SourceMessage] = []
        self._decision: Decision | None = None
        self._waiting = 0
        self._asked = False
        self._closed = self._ended = False
        self._questions: dict[int, tuple[State, dict[int, Secrets]]] = {}
        """The state and all secrets at each question to our seat, by the number of its step."""
        self._queue_report(MatchStarted(self.table.match, self.names))
        self._play_on()

    # Screen actions ---------------------------------------------------------------------------------------------------

    def drain(self) -> list[SourceMessage]:
        """Return all messages since the last call.

        If our seat has decided, the other seats commit first.
        """
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
        """Submit our seat's decision."""
        if not self._asked or self._closed or self._ended:
            self._told.append(Refusal("Nothing to do right now."))
            return
        self.table.secrets[self.seat].merge(own)
        try:
            self.game.check(self.table.state, self.seat, decision)
        except IllegalDecision as refusal:
            self._told.append(Refusal(refusal.reason))
            return
        self._decision, self._waiting = decision, self.patience
        self.decided += 1

    def take_back(self) -> None:
        """Withdraw the decision that has not been committed yet."""
        if self._decision is None:
            self._told.append(Refusal("Too late to take it back."))
        self._decision = None

    def chat(self, text: str, to: int = 0) -> None:
        """Send a line of chat; bots do not answer."""
        self._queue_report(ChatMessage(self.seat, text, to))

    def gesture(self, what: int, place: str = "") -> None:
        """Do nothing, because bots see no gestures."""

    def propose(self, seats: tuple[int, ...]) -> None:
        """Do nothing, because no seat of a single process is ever away."""

    def adjourn(self) -> None:
        """Do nothing, because there is no other person to adjourn with."""

    def vote_to_end(self, what: int) -> None:
        """End the match by conceding or by agreement; no other player here has to consent."""
        if what and not self._closed and not self.table.state.over:
            self._decision, self._asked, self._ended = None, False, True
            gone = {self.seat} if what == CONCEDES else set()
            how = CONCEDED if gone else AGREED
            places = final_standing(self.game, self.game.standing(self.table.state), gone, how)
            self._queue_report(EndOfMatch(self.table.state.t, self.digest, tuple(places), how, tuple(gone)))
            self._told.append(SessionEnded(None, ""))

    def close(self) -> None:
        """Leave the table."""
        self._closed = True

    @property
    def has_only_bots(self) -> bool:
        """True, because all other players are in this process."""
        return True

    @property
    def can_undo(self) -> bool:
        """True, because the match remembers every question to our seat."""
        return True

    def rewind_to(self, t: int) -> LocalSource:
        """Return to the question of step `t`; the others decide again."""
        self.table.state, self.table.secrets = self._questions[t]
        self._questions = {step: kept for step, kept in self._questions.items() if step < t}
        self._decision, self._asked, self._told = None, False, []
        self._queue_report(MatchStarted(self.table.match, self.names))
        self._play_on()
        return self

    # Table ------------------------------------------------------------------------------------------------------------

    def _play_on(self) -> None:
        """Play on until our seat must decide or the match is over."""
        state = self.table.state
        while not state.over:
            ask = self.game.pending_asks(state).get(self.seat)
            if (
                ask is not None
                and self.game.automatic_decision(state, self.seat, self.table.secrets[self.seat]) is None
            ):
                self._asked = True
                secrets = {seat: own.copy() for seat, own in self.table.secrets.items()}
                self._questions[state.t] = state.clone(), secrets
                self._queue_report(DecisionRequest(state.t, ask))
                return
            self._step(None)
        self._queue_report(EndOfMatch(state.t, self.digest, tuple(self.game.standing(state))))
        self._told.append(SessionEnded(None, ""))

    def _step(self, own: Decision | None) -> None:
        table = self.table
        state, t = table.state, table.state.t
        decisions: dict[int, Decision] = {}
        for seat in self.game.pending_asks(state):
            secrets = table.secrets[seat]
            decision = self.game.automatic_decision(state, seat, secrets)
            if decision is None:
                decision = own if seat == self.seat else table.players[seat].decide(self.game, state, seat, secrets)
            assert decision is not None, "our seat is asked before the match continues"
            decisions[seat] = decision
        events = self.game.step(state, decisions, table.beacon())
        self.digest = state.digest()
        self._queue_report(StepResolved(t, decisions, state.beacon, events, self.digest))

    def _queue_report(self, report: Report) -> None:
        state = self.table.state
        own: Secrets | None = None
        if isinstance(report, (DecisionRequest, StepResolved)):
            own = self.table.secrets[self.seat].copy()
        owed = (
            tuple(OwedEntry(seat, "decision") for seat in self.game.pending_asks(state))
            if isinstance(report, DecisionRequest)
            else ()
        )
        digest = report.digest if isinstance(report, StepResolved) else b""
        self._told.append(MatchEvent(report, state.clone(), own, owed, digest))

    def send_note(self, words: str) -> None:
        """Send the player a note that is not part of the match."""
        self._queue_report(PlayerNotice(words))

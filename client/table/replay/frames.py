"""Record as replay frames: table and events of every step, and every face that was ever opened.

    frames = read_frames(path, lambda part, words: None)     # raises Unplayable, in words for the screen
    frames.states[12], frames.digests[12]                    # the table after 12 steps, and its digest
    frames.events[12]                                        # the events of step 13

Every step is checked as `tether verify` does it. Where a record ceases to be valid the replay ends, and `trouble` is
the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from client.table.match.event_states import replay_event_states
from core.engine.fork import base_name
from core.engine.game import Decision, Event, Game, Standing, State
from core.engine.hidden.audits import AuditTracker
from core.engine.hidden.secrets import Secrets, openings
from core.engine.options import Value
from core.engine.result import Outcome, outcome
from core.engine.text.audits import interim_text, result_text
from core.games.registry import GAMES
from net.match import early_end
from net.match.early_end import AGREED
from net.match.feed_reader import ChatLine
from net.records import record
from net.records.fork import game_of_record
from net.records.record import BadRecord
from net.records.verification import Replay, record_genesis
from net.system.game_files import not_here

if TYPE_CHECKING:
    from lab.run.replay import ReplayedMatch

ProgressCallback = Callable[[float, str], None]
"""A callback that receives the progress, from 0 to 1, and the present task.

An exception that it raises ends the work.
"""


class Unplayable(Exception):
    """The error for a file that cannot be shown; its message is a sentence for the screen."""


class Chat(NamedTuple):
    """A chat line of a seat, sent before the step with this number (from 0) was resolved.

    A private line, which goes to seat `to`, stays sealed.
    """

    step: int
    seat: int
    text: str
    to: int = 0


class StepInputs(NamedTuple):
    """The inputs of a step: the decisions by seat, the beacon, and the seats that the game decided for."""

    decisions: Mapping[int, Decision]
    beacon: bytes
    lost: tuple[int, ...]


@dataclass(slots=True)
class ReplayFrames:
    """A match that can be viewed from its first step to its last.

    `states[i]` is the table after i steps, `digests[i]` its digest, and `events[i]` the events that lead to `states[i +
    1]`. `faces` maps the slots of each seat that were ever opened to their copies. `complete` is False for a match that
    was broken off. `by_others` names the author of its rules, if the rules are not those of this program.
    """

    game: Game
    match: bytes
    names: tuple[str, ...]
    options: Mapping[str, Value]
    test: bool
    by_others: str
    states: list[State]
    digests: list[bytes]
    events: list[list[Event]] = field(default_factory=list)
    chat: list[Chat] = field(default_factory=list)
    faces: dict[int, dict[int, int]] = field(default_factory=dict)
    decided: list[StepInputs] = field(default_factory=list)
    """The inputs of each step."""
    complete: bool = False
    trouble: str = ""
    """A sentence that says why the replay ends before the match does, or "" if it does not."""

    final: tuple[Standing, ...] = ()
    """The standing at the end, with the seats that conceded or broke a rule last.

    It is empty before the end.
    """
    early: tuple[str, ...] = ()
    """Sentences about the seats that conceded or broke a rule, and about an end by agreement."""
    agreed: bool = False
    """True if all seats agreed to end the match, so that nobody has won."""

    def set_outcome(
        self, standing: Sequence[Standing], ended: str, conceded: Iterable[int], broke: Iterable[int] = ()
    ) -> None:
        """Store how the match ended."""
        self.complete, self.final, self.agreed = True, tuple(standing), ended == AGREED
        self.early = tuple(early_end.describe_early_end(ended, conceded, broke))

    def standing(self, step: int) -> tuple[Standing, ...]:
        """Return the standing after this number of steps."""
        return self.final if self.final and step >= self.steps else tuple(self.game.standing(self.states[step]))

    @property
    def steps(self) -> int:
        """The number of steps."""
        return len(self.events)

    def event_states(self, step: int) -> list[State]:
        """Return the table after each event of a step."""
        before, after = self.states[step], self.states[step + 1]
        return replay_event_states(self.game, before, self.events[step], *self.decided[step], after)

    @property
    def outcome(self) -> Outcome:
        """The outcome of the match, or None if it has not ended."""
        return outcome(self.game, self.standing(self.steps))

    @property
    def audit(self) -> str:
        """The result of the audit of all cards that were put down in the match, in words."""
        audits = AuditTracker()
        for state in self.states[1:]:
            audits.add_state(state)
        found = audits.result_at(self.states[-1])
        return result_text(found) if self.complete else interim_text(found)

    def known_faces(self, seat: int) -> Secrets:
        """Return the faces that a seat knew and that were opened later.

        The face of a slot that was never opened is 0.
        """
        known = Secrets(self.match, seat, b"")
        known.faces = _Faces(self.faces.get(seat, {}))
        return known


class _Faces(dict[int, int]):
    """The faces by slot; the face of a slot that nobody ever opened is 0."""

    def __missing__(self, slot: int) -> int:
        return 0


def read_frames(path: Path, watch: ProgressCallback) -> ReplayFrames:
    """Read a record file from its first step to its last; raise `Unplayable` on failure."""
    watch(0.0, "Reading the file")
    try:
        kept = record.read(path)
        name = record_genesis(kept).terms.game
        if base_name(name) not in GAMES:
            raise Unplayable(not_here(base_name(name)))
        watch(0.02, "Checking the signatures")
        replay = Replay(kept, game_of_record(kept, GAMES))
    except BadRecord as bad:
        raise Unplayable(f"{_sentence(str(bad))} {describe_blame(bad)}".strip()) from None
    total = max(1, sum(len(feed) for feed in kept.feeds))
    return _read_steps(replay, lambda read: watch(min(1.0, 0.1 + 0.9 * read / total), "Playing the match again"))


def _read_steps(replay: Replay, watch: Callable[[int], None]) -> ReplayFrames:
    table = replay.table
    state = table.state.clone()
    options = dict(replay.genesis.game_setup(replay.game).options)
    frames = ReplayFrames(
        replay.game, table.match, replay.genesis.names, options, replay.test, replay.by_others, [state],
        [state.digest()], faces={seat: {} for seat in table.seats},
    )  # fmt: skip
    try:
        for shown in replay.steps():
            _add_chat(frames, table.chat)
            frames.states.append(table.state.clone())
            frames.digests.append(shown.digest)
            frames.events.append(shown.events)
            frames.decided.append(StepInputs(shown.decisions, shown.beacon, shown.lost))
            for seat, decision in shown.decisions.items():
                frames.faces[seat].update((slot, copy) for slot, copy, _ in openings(decision))
            watch(sum(reading.entries for reading in table.readings.values()))
        _add_chat(frames, table.chat)
        report = replay.report()
        if report.complete:
            frames.set_outcome(report.standing, report.ended, report.conceded, report.broke_rules)
        else:
            frames.trouble = f"The match was stopped, or the record cut short, after step {frames.steps}."
    except BadRecord as bad:
        frames.trouble = f"The record is invalid from step {frames.steps + 1} on: {bad.words}. {describe_blame(bad)}"
    return frames


def frames_of_lab_match(shown: ReplayedMatch) -> ReplayFrames:
    """Return the frames of a match that the lab has replayed.

    The match was played in the open, so that every face that was ever opened is known.
    """
    faces: dict[int, dict[int, int]] = {seat: {} for seat in range(1, len(shown.names) + 1)}
    for decisions in shown.decisions:
        for seat, decision in decisions.items():
            faces[seat].update((slot, copy) for slot, copy, _ in openings(decision))
    return ReplayFrames(
        shown.game, shown.match, shown.names, shown.options, True, "", shown.states, shown.digests, shown.events, [],
        faces, [StepInputs(*how, ()) for how in zip(shown.decisions, shown.beacons)], complete=True,
    )  # fmt: skip


def _add_chat(frames: ReplayFrames, said: list[ChatLine]) -> None:
    frames.chat += [Chat(frames.steps, line.seat, line.text, line.to) for line in said[len(frames.chat) :]]


def describe_blame(bad: BadRecord) -> str:
    """Return a sentence that names the seat to blame for a bad record."""
    if bad.seat:
        return f"Seat {bad.seat} signed this."
    return "No seat is to blame for this." if bad.kind != "file" else ""


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."

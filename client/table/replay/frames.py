"""A record as replay frames: the table after every step, what happened in each, and every face that was ever opened.

    frames = shoot(path, lambda part, words: None)          # raises Unplayable, in words for the screen
    frames.states[12], frames.events[12], frames.digests[12]    # the table after 12 steps, what step 13 brings, the
    digest

Every step is checked as `tether verify` does it. Where a record ceases to hold the replay ends, and `trouble` says why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from client.table.event_states import moments
from core.engine.fork import base_name
from core.engine.game import Game, Standing
from core.engine.hidden.audits import Audits
from core.engine.hidden.secrets import Secrets, openings
from core.engine.result import Outcome, outcome
from core.engine.text.audits import so_far, told
from core.games.registry import GAMES
from net.match import early_end
from net.match.early_end import AGREED
from net.match.feed_reader import Line
from net.records import record
from net.records.fork import game_of
from net.records.record import BadRecord
from net.records.verification import Replay, record_genesis

if TYPE_CHECKING:
    from lab.run.replay import Shown

Watch = Callable[[float, str], None]
"""Told how far it is, 0..1, and what is being done. What it raises ends the work."""


class Unplayable(Exception):
    """Nothing of the file can be shown; the message says why, in a sentence for the screen."""


class Chat(NamedTuple):
    """A line that a seat has said, before the step with this number (from 0) was resolved; a private one, to seat `to`,
    stays sealed.
    """

    step: int
    seat: int
    text: str
    to: int = 0


class Decided(NamedTuple):
    """What a step follows from: decisions by seat, the beacon, the seats for which the game has decided."""

    decisions: Mapping[int, Any]
    beacon: bytes
    lost: tuple[int, ...]


@dataclass(slots=True)
class ReplayFrames:
    """A match that can be looked at from its first step to its last.

    `states[i]` is the table after i steps, `digests[i]` its digest, `events[i]` what leads to `states[i + 1]`. `faces`
    maps for each seat the slots that were ever opened to their copies. `complete` is False for a match broken off, and
    `by_others` says whose rules it has, if not those of this program.
    """

    game: Game
    match: bytes
    names: tuple[str, ...]
    options: Mapping[str, Any]
    test: bool
    by_others: str
    states: list[Any]
    digests: list[bytes]
    events: list[list[Any]] = field(default_factory=list)
    chat: list[Chat] = field(default_factory=list)
    faces: dict[int, dict[int, int]] = field(default_factory=dict)
    decided: list[Decided] = field(default_factory=list)
    """By what each step was played."""
    complete: bool = False
    trouble: str = ""
    """Why the replay ends before the match does, in a sentence; "" if it does not."""

    final: tuple[Standing, ...] = ()
    """The standing at the end, with seats that conceded or broke a rule last; empty before it."""
    early: tuple[str, ...] = ()
    """Sentences about seats that conceded or broke a rule, and about an end that all agreed to."""
    agreed: bool = False
    """Whether all ended it together, so that nobody has won."""

    def ends_as(
        self, standing: Sequence[Standing], ended: str, conceded: Iterable[int], broke: Iterable[int] = ()
    ) -> None:
        """The match has come to its end."""
        self.complete, self.final, self.agreed = True, tuple(standing), ended == AGREED
        self.early = tuple(early_end.told(ended, conceded, broke))

    def standing(self, step: int) -> tuple[Standing, ...]:
        """How it stands after so many steps."""
        return self.final if self.final and step >= self.steps else tuple(self.game.standing(self.states[step]))

    @property
    def steps(self) -> int:
        """How many steps it has."""
        return len(self.events)

    def moments(self, step: int) -> list[Any]:
        """The table after each event of a step."""
        before, after = self.states[step], self.states[step + 1]
        return moments(self.game, before, self.events[step], *self.decided[step], after)

    @property
    def outcome(self) -> Outcome:
        """How the match has ended, if it has."""
        return outcome(self.game, self.standing(self.steps))

    @property
    def audit(self) -> str:
        """What became of all that was laid in it, in words."""
        audits = Audits()
        for state in self.states[1:]:
            audits.after(state)
        found = audits.at(self.states[-1])
        return told(found) if self.complete else so_far(found)

    def knowledge(self, seat: int) -> Secrets:
        """What the seat's player knew, as far as it was opened later; a face that never was is 0."""
        known = Secrets(self.match, seat, b"")
        known.faces = _Faces(self.faces.get(seat, {}))
        return known


class _Faces(dict[int, int]):
    """Faces by slot; 0 for a slot that nobody ever opened."""

    def __missing__(self, slot: int) -> int:
        return 0


def shoot(path: Path, watch: Watch) -> ReplayFrames:
    """Reads a record file from its first step to its last; raises `Unplayable`."""
    watch(0.0, "Reading the file")
    try:
        kept = record.read(path)
        name = record_genesis(kept).terms.game
        if base_name(name) not in GAMES:
            raise Unplayable(f"Tether does not know the game “{name}” of this match. Install or update it.")
        watch(0.02, "Checking the signatures")
        replay = Replay(kept, game_of(kept, GAMES))
    except BadRecord as bad:
        raise Unplayable(f"{_sentence(str(bad))} {blame(bad)}".strip()) from None
    total = max(1, sum(len(feed) for feed in kept.feeds))
    return _run(replay, lambda read: watch(min(1.0, 0.1 + 0.9 * read / total), "Playing the match again"))


def _run(replay: Replay, watch: Callable[[int], None]) -> ReplayFrames:
    table = replay.table
    state = table.state.clone()
    options = dict(replay.genesis.setup(replay.game).options)
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
            frames.decided.append(Decided(shown.decisions, shown.beacon, shown.lost))
            for seat, decision in shown.decisions.items():
                frames.faces[seat].update((slot, copy) for slot, copy, _ in openings(decision))
            watch(sum(reading.entries for reading in table.readings.values()))
        _add_chat(frames, table.chat)
        report = replay.report()
        if report.complete:
            frames.ends_as(report.standing, report.ended, report.conceded, report.broke_rules)
        else:
            frames.trouble = f"The match was stopped, or the record cut short, after step {frames.steps}."
    except BadRecord as bad:
        frames.trouble = f"From step {frames.steps + 1} on the record is not valid: {bad.words}. {blame(bad)}"
    return frames


def played_again(shown: Shown) -> ReplayFrames:
    """A match that the lab has played again. It was played in the open, so every face is known that was ever opened."""
    faces: dict[int, dict[int, int]] = {seat: {} for seat in range(1, len(shown.names) + 1)}
    for decisions in shown.decisions:
        for seat, decision in decisions.items():
            faces[seat].update((slot, copy) for slot, copy, _ in openings(decision))
    return ReplayFrames(
        shown.game, shown.match, shown.names, shown.options, True, "", shown.states, shown.digests, shown.events, [],
        faces, [Decided(*how, ()) for how in zip(shown.decisions, shown.beacons)], complete=True,
    )  # fmt: skip


def _add_chat(frames: ReplayFrames, said: list[Line]) -> None:
    frames.chat += [Chat(frames.steps, line.seat, line.text, line.to) for line in said[len(frames.chat) :]]


def blame(bad: BadRecord) -> str:
    """Who is to blame for it, as a sentence."""
    if bad.seat:
        return f"Seat {bad.seat} signed this."
    return "No seat is to blame for that." if bad.kind != "file" else ""


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."

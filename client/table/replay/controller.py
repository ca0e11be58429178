"""A replay of a match of any game, on the same table and with the same narrator as the live match.

The position is a place: a number of finished steps, and a number of events shown from the next step. Seeking loads the
table stored before that step and applies the events up to the place. Playing continues from there.

A match in progress is a replay with a feed, and a big screen is one with an audience.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import partial
from typing import TypeAlias

from client.app.settings import Settings
from client.table.replay.audience import Audience
from client.table.replay.bar import ALL, NONE, SPEEDS, ReplayBar
from client.table.replay.feed import LiveFeed
from client.table.replay.timeline import Place, ReplayTimeline
from client.table.review.over_replay import ReplayReview
from client.table.seats.ending import match_over_line
from client.table.spec import TableSpec
from client.table.view import TableView
from client.ui.controls.basic import Label
from client.ui.controls.layout import Column
from client.ui.controls.log import LogLine
from client.ui.richtext import escape
from client.ui.screen import KeyActions
from core.engine.fork import base_of
from core.engine.text.words import capitalise
from net.records.fork import describe_origin

PromptWords: TypeAlias = tuple[str, str, *tuple[tuple[str, str], ...]]
"""The sentence of the prompt, its tone, and the other possible actions."""
LOG_LINES_PER_FRAME = 40
"""The number of log lines that are typeset in one frame; a line takes about 0.2 ms."""


class ReplayController:
    """A replay: it shows a match from its first step to its last, in either direction."""

    def __init__(
        self,
        table: TableView,
        spec: TableSpec,
        replay_timeline: ReplayTimeline,
        title: str = "Replay",
        feed: LiveFeed | None = None,
        audience: Audience | None = None,
    ) -> None:
        self.table, self.spec, self.screen = table, spec, table.screen
        self.model, self.names = table.model, table.names
        self.replay_timeline, self.frames, self.title = replay_timeline, replay_timeline.frames, title
        self.feed, self.audience = feed, audience
        self.place = Place(0)
        self.playing = False
        self.viewing = ALL
        self._lines: list[LogLine] = []
        self._wanted: Place | None = None
        self.review: ReplayReview | None = None
        """The review, once it is opened; there is none of a match in progress."""

    # Regions ----------------------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Build the table, and go to the beginning of the match or to the present."""
        self.spec.replay.build(self)
        story = self.table.story
        story.on_told = self._on_event_shown
        story.events = [entry.about for entry in self.replay_timeline.entries]
        self.set_view(ALL)
        self.go_to(Place(0))
        self.screen.ui.focus_on(self.bar.scrub, quiet=True, ring=False)
        self.bar.review.visible = self.feed is None
        if self.feed is not None:
            self.playing = True
            self.show_place()
        if self.audience is not None:
            self.audience.build(self)
            self._show_hands(False)

    def build_bar(self) -> None:
        """Build the bar at the bottom, which has the speeds; the chip at the top describes the record."""
        self.table.top.speed.visible = False
        self.table.top.chip.tip = "About this record (F2)"
        self.bar = ReplayBar(self.replay_timeline, self, self.screen.timeline.speed, self.screen.window.keys.label)
        self.screen.ui.put(self.bar, (0, 0, 1280, 50), "stretch")

    def extend(self) -> None:
        """Extend the log and the bar to the length of the timeline."""
        self.table.story.events = [entry.about for entry in self.replay_timeline.entries]
        self.bar.extend()
        self._load_known_faces()

    # Position ---------------------------------------------------------------------------------------------------------

    def go_to(self, place: Place) -> None:
        """Go to a moment; if the replay is playing, continue to play from there."""
        place = self.replay_timeline.normalise(place)
        self.table.narrator.stop()
        self.table.unpin()
        self.show_step(place.step)
        self.table.narrator.show(self.model.table)
        if place.event:
            self._play_step(place.event)
            self.spec.replay.restage(self.table, self.frames.events[place.step][: place.event])
        elif self.playing:
            self.play_next_step()
        self.screen.timeline.paused = not self.playing
        self.show_place()

    def toggle_review(self) -> None:
        """Show the review of the match above the bar, or hide it."""
        if self.review is None and self.feed is None:
            self.review = ReplayReview(self.frames, self.spec, self.names, self.model.palette, self)
            self.review.build(self.screen.ui)
        if self.review is not None:
            self.review.toggle()
            self.review.show(self.place.step)

    def schedule_seek(self, place: Place) -> None:
        """Go to a moment when the next frame is drawn.

        While the bar is dragged, only the last moment counts.
        """
        self._wanted = place

    def show_step(self, step: int) -> None:
        """Show the table after this number of steps, before any further event."""
        model, frames = self.model, self.frames
        self.spec.replay.at_step(self, step)
        self.place = Place(step)
        model.state, model.digest, model.t = frames.states[step], frames.digests[step], step
        model.audits, model.telling = self.replay_timeline.audits_until(step), False
        ended = frames.states[step].over or (frames.final and step >= frames.steps)
        model.owed = frozenset() if ended else frozenset(frames.game.pending_asks(frames.states[step]))
        self._load_known_faces()

    def _play_step(self, ahead: int = 0) -> None:
        step, states = self.place.step, self.frames.states
        self.table.story.aloud = not ahead
        events, moments = self.frames.events[step], self.frames.event_states(step)
        self.model.keep_decisions(states[step].t, self.frames.decided[step].decisions)
        self.table.narrator.queue_step(states[step], states[step + 1], events, moments, self._on_step_shown, ahead)
        self.table.story.aloud = True

    def _on_event_shown(self) -> None:
        """Advance the place by one event."""
        self.place = Place(self.place.step, self.place.event + 1)
        self.show_place()

    def _on_step_shown(self) -> None:
        """Advance to the end of the step; if the replay is playing, play on."""
        self.show_step(self.place.step + 1)
        if self.playing:
            self.play_next_step()
        self.show_place()

    def play_next_step(self) -> None:
        """Play the next step; at the end, stop, or wait while the match is in progress."""
        if self.place.step < self.frames.steps:
            self._play_step()
        elif not self.is_live:
            self.playing = False

    def show_place(self) -> None:
        """Update the bar, the log and the prompt to the present moment."""
        self.bar.show(self.place, self.playing)
        if self.review is not None:
            self.review.show(self.place.step)
        log = self.table.story.log
        number = bisect_right(self.replay_timeline.entries, self.place, key=lambda entry: entry.place) - 1
        log.current_line = self._lines[number] if 0 <= number < len(self._lines) else None
        if log.current_line is not None:
            log.reveal_line(log.current_line)
        elif number < 0:
            log.scroll.scroll_to(0)
        self.table.prompt.show_prompt(*self.prompt())
        self.table.refresh()

    def prompt(self) -> PromptWords:
        """Return the words and the tone of the prompt bar, with the action of Space."""
        if self.is_live and self.place >= self.replay_timeline.end:
            return self._live_prompt()
        frames, step = self.frames, self.place.step
        if step < frames.steps and (self.playing or self.place.event):
            return f"Step {step + 1} of {frames.steps}", "show", ("skip", "pause" if self.playing else "play")
        if step < frames.steps:
            return f"After step {step} of {frames.steps}. Next: {self._describe_deciding()}", "show", ("skip", "play")
        if frames.trouble:
            return escape(frames.trouble), "wait"
        said = "" if frames.agreed else match_over_line(self.names, frames.outcome)
        early = self.names.to_markup(" ".join(frames.early))
        return ". ".join(filter(None, (said, early))), "show", ("skip", "from the start")

    @property
    def is_live(self) -> bool:
        """True while the match is in progress."""
        return self.feed is not None and self.feed.live

    def _describe_deciding(self) -> str:
        return ", ".join(self.names.coloured_name(seat) for seat in sorted(self.model.owed)) or "the dice"

    def _live_prompt(self) -> PromptWords:
        how = "Live" if self.playing else "Live, paused"
        return f"{how}, after step {self.frames.steps}. Deciding: {self._describe_deciding()}", "show", (
            "skip", "pause" if self.playing else "follow")  # fmt: skip

    # Actions ----------------------------------------------------------------------------------------------------------

    def toggle(self) -> None:
        """Play or pause; at the end, play again from the start, and at the present, start or stop following."""
        if self.is_live and self.place >= self.replay_timeline.end and not self.table.is_busy:
            self.playing = not self.playing
            self.show_place()
            return
        self.playing = not self.playing
        self.screen.timeline.paused = not self.playing
        self.table.unpin()
        if self.playing and self.place >= self.replay_timeline.end:
            self.go_to(Place(0))
        elif self.playing and not self.table.is_busy:
            self.play_next_step()
        self.show_place()

    def move_by_steps(self, steps: int) -> None:
        """Move by this number of steps.

        Going back from within a step first leads to the beginning of that step.
        """
        inside = steps < 0 and self.place.event > 0
        self.go_to(Place(max(0, self.place.step + steps + inside)))

    def go_to_mark(self, kind: str, by: int) -> None:
        """Go to the next mark of this kind, or to the previous one."""
        mark = (
            self.replay_timeline.mark_after(self.place, kind)
            if by > 0
            else self.replay_timeline.mark_before(self._just_before(), kind)
        )
        if mark is not None:
            self.go_to(mark.place)
            self.screen.ui.announcer.announce(mark.words)
        elif kind == self.replay_timeline.chapter:
            self.go_to(self.replay_timeline.end if by > 0 else Place(0))
        elif kind:
            self.screen.ui.announcer.announce(f"There is no {kind} {'after' if by > 0 else 'before'} this.")

    def _just_before(self) -> Place:
        """Return the present moment, or one a little earlier while the replay is playing.

        Two quick presses on back therefore go back by two marks.
        """
        return Place(self.place.step, max(0, self.place.event - 3)) if self.playing else self.place

    def go_to_line(self, line: LogLine) -> None:
        """Go to the moment of a line, and highlight the subject of the line."""
        self.playing = False
        self.go_to(self.replay_timeline.entries[line.number].place)
        self.table.story.log.current_line = line
        self.table.pin(line)

    def apply_settings(self, settings: Settings) -> None:
        """Apply the settings of colours and motion.

        The speed of the bar stays as it is, because the bar offers more speeds than the settings.
        """
        speed = self.screen.timeline.speed
        self.table.apply_settings(settings)
        self.screen.timeline.speed = speed

    def set_speed(self, speed: float) -> None:
        """Set the speed of the replay."""
        self.screen.timeline.speed = speed

    def _next_speed(self) -> None:
        at = SPEEDS.index(self.screen.timeline.speed)
        self.bar.speeds.choose((at + 1) % len(SPEEDS))
        self.screen.ui.announcer.announce(f"Speed {self.screen.timeline.speed:g}")

    # Viewpoint --------------------------------------------------------------------------------------------------------

    def set_view(self, view: int) -> None:
        """Show all hands, the hand of one seat, or none.

        Choosing the same seat a second time shows all hands.
        """
        self.viewing = view = ALL if view == self.viewing and view > 0 else view
        self.bar.show_view(view)
        self.model.own, self.model.open = max(0, view), view == ALL
        self._show_hands(True)
        self._load_known_faces()
        self.table.refresh()

    def _show_hands(self, shown: bool) -> None:
        hands, shown = self.table.hands, shown and self.audience is None
        if hands is None:
            return
        for widget in (self.table.hand, *self.spec.replay.beside_hand(self.table)):
            if widget is not None:
                widget.visible = shown and self.viewing > 0
        hands.visible, hands.closed = shown and self.viewing <= 0, self.viewing == NONE

    def _load_known_faces(self) -> None:
        """Load the faces that the viewed seat knew."""
        own = self.model.own
        self.model.secrets = self.frames.known_faces(own) if own else None
        if self.table.hand is not None:
            self.table.hand.refresh()

    # Keys -------------------------------------------------------------------------------------------------------------

    def key_actions(self) -> KeyActions:
        """Return the action of each named key.

        A number key shows the hand of that seat, and 0 shows all hands.
        """
        return {
            **self.table.view_actions(),
            **{f"card {seat or 10}": partial(self.set_view, seat) for seat in range(len(self.frames.names) + 1)},
            "back": self._back,
            "skip": self.toggle,
            "confirm": self.toggle,
            "skip all": lambda: self.move_by_steps(1),
            "speed": self._next_speed,
            "review": self.toggle_review,
            "step before": lambda: self.move_by_steps(-1),
            "step after": lambda: self.move_by_steps(1),
            "round before": lambda: self.go_to_mark(self.replay_timeline.chapter, -1),
            "round after": lambda: self.go_to_mark(self.replay_timeline.chapter, 1),
            "battle before": lambda: self.go_to_mark(self.replay_timeline.fight, -1),
            "battle after": lambda: self.go_to_mark(self.replay_timeline.fight, 1),
            "to the start": lambda: self.go_to(Place(0)),
            "to the end": lambda: self.go_to(self.replay_timeline.end),
            "fairness": self.open_record,
            "log": lambda: self.screen.ui.focus_on(self.table.story.log, ring=True),
            "hide": self.toggle_hud,
        }

    def _back(self) -> None:
        if not self.table.unpin():
            self.open_menu()

    def toggle_hud(self) -> None:
        """Hide everything except the table and the bar, or show it again."""
        table = self.table
        table.hud = not table.hud
        table.set_hidden(not table.hud)
        self._show_hands(table.hud)

    # Overlays ---------------------------------------------------------------------------------------------------------

    def open_record(self) -> None:
        """Show the facts about the record: its validity, its options and the standings."""
        frames, step = self.frames, self.place.step
        trouble = "The match is still on; everything so far is valid." if self.is_live else frames.trouble
        good = "{good}Every signature, commitment, opening, digest and decision is valid.{/}"
        lines = [f"{{warn}}{escape(trouble)}{{/}}" if trouble else good]
        lines.append(f"Audit: {self.names.to_markup(frames.audit)}")
        if frames.test:
            lines.append("{muted}Test match: anyone who knows its seed knows every secret.{/}")
        if frames.by_others:
            lines.append(f"{{muted}}{escape(capitalise(frames.by_others))}.{{/}}")
        of_game = base_of(frames.game).options
        usual = of_game.values_by_name(of_game.complete_values({}))
        other = [f"{name.replace('_', ' ')} {value}" for name, value in frames.options.items() if usual[name] != value]
        lines.append(f"Options: {escape(', '.join(other)) or 'as usual'}")
        lines.append(f"Match *{frames.match.hex()[:32]}*")
        lines += [f"{{info}}{escape(line)}{{/}}" for line in describe_origin(frames.game)]
        lines.append(f"State after step {step}: *{frames.digests[step].hex()[:32]}*")
        words = Label("\n".join(lines), size="small", markup=True, wrap=True, width=620)
        lines += [f"{{warn}}{self.names.to_markup(words)}{{/}}" for words in frames.early if step >= frames.steps]
        ranks = self.spec.ranks(self.model, frames.standing(step))
        self.table.dialogs.open(self.title, Column(words, ranks, gap=10))

    def open_menu(self) -> None:
        """Open the menu, in which the spectator goes on watching or leaves."""
        dialogs = self.table.dialogs
        leave = dialogs.closing_button("Leave the replay", dialogs.leave, look="primary")
        dialogs.open_menu("Replay", Label(self.title, "muted", width=380), leave, close="Continue")

    # Frames -----------------------------------------------------------------------------------------------------------

    def update(self, dt: float) -> None:
        """Animate the table, go to the moment to which the bar was dragged, and write part of the log."""
        before = self.frames.steps
        if self.feed is not None:
            self.feed.update(self)
        if self._wanted is not None:
            wanted, self._wanted = self._wanted, None
            if wanted != self.place:
                self.go_to(wanted)
        if len(self._lines) < len(self.replay_timeline.entries):
            self._write_log_lines()
        self.table.advance(dt)
        if self.review is not None:
            self.review.page.update()
        if self.audience is not None:
            self.audience.update(dt, self.frames.steps > before)

    def _write_log_lines(self) -> None:
        """Write the next lines of the log."""
        first = len(self._lines)
        for number, entry in enumerate(self.replay_timeline.entries[first : first + LOG_LINES_PER_FRAME], first):
            link = f"event {number}"
            if entry.chat is not None:
                line = self.table.story.log.append(f":chat: {entry.words}", {"chat"}, link, quiet=True)
            else:
                assert entry.event is not None
                markup, tags, indent = self.table.story.format_event(entry.event, entry.words)
                line = self.table.story.log.append(markup, tags, link, indent=indent, quiet=True)
            self._lines.append(line)
        self.show_place()

    # Screen -----------------------------------------------------------------------------------------------------------

    def run_action(self, action: str) -> bool | None:
        """Leave every action to the functions of `acts`."""
        return None

    def note_presence(self) -> None:
        """Ignore that the spectator is present."""

    def on_closed(self) -> None:
        """Stop watching, and stop the review."""
        if self.review is not None:
            self.review.on_closed()
        if self.feed is not None:
            self.feed.close()

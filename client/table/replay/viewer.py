"""The replay viewer of any game, with the table, the stage and the animations of the live match.

The position is a place: a number of finished steps, and a number of events shown from the next step. Seeking loads the
table stored before that step and applies the events up to the place. Playing continues from there.
"""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_right
from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from client.app.settings import Settings
from client.table import log
from client.table.ending import over
from client.table.prompt import Prompt
from client.table.replay.bar import ALL, NONE, SPEEDS, ReplayBar
from client.table.replay.open_hands import OpenHands
from client.table.replay.timeline import Place, ReplayTimeline
from client.table.scene import TableScene
from client.ui import theme as themes
from client.ui.controls.basic import Label
from client.ui.controls.layout import Column
from client.ui.controls.log import LogLine
from client.ui.richtext import escape, plain
from client.ui.screen import KeyActions
from client.ui.widget import Widget
from core.engine.fork import base_of
from core.engine.game import Event, Standing
from core.engine.text.words import capitalised
from net.records.fork import describe_origin

PromptWords: TypeAlias = tuple[str, str, *tuple[tuple[str, str], ...]]
"""The sentence of the prompt, its tone, and the other possible actions."""
LOG_LINES_PER_FRAME = 40
"""The number of log lines that are typeset in one frame; a line takes about 0.2 ms."""


class ReplayLog(log.Story):
    """The complete log of a match, which marks the present line instead of writing it."""

    on_told: Callable[[], object]
    aloud = True
    """True if the screen reader announces the line of each event."""

    def tell(self, event: Event, told: str, about: object) -> None:
        """Announce the event if `aloud` is set, then report it as shown."""
        if self.aloud:
            self._say_aloud(told)
        self.on_told()


class ReplayViewer(TableScene):
    """A viewer that shows a match from its first step to its last, in either direction.

    A subclass for each game shows the table.
    """

    replay_timelines: type[ReplayTimeline]
    """The class of timeline that writes the log of the game's replays."""
    seen: ReplayLog
    """The log."""
    hands: OpenHands | None = None
    """The widget of all hands, or None if the table shows the cards in place."""
    prompt: Prompt

    pinned = ""
    """The link of the line whose subject stays highlighted, or ""."""

    def __init__(
        self,
        replay_timeline: ReplayTimeline,
        settings: Settings,
        title: str = "Replay",
        on_leave: Callable[[], object] | None = None,
        on_settings: Callable[[], object] | None = None,
    ) -> None:
        s = settings
        TableScene.__init__(self, replay_timeline.names, s.speed, s.reduced_motion)
        self.begin_scene(ALL, themes.theme().palette, s.reduced_motion, s.effects)
        self.replay_timeline, self.frames, self.title = replay_timeline, replay_timeline.frames, title
        self.on_leave, self.on_settings = on_leave, on_settings
        self.place = Place(0)
        self.playing = False
        self.viewing = ALL
        self._lines: list[LogLine] = []
        self._places = [entry.place for entry in replay_timeline.entries]
        self._wanted: Place | None = None

    # Hooks for games --------------------------------------------------------------------------------------------------

    def restage(self, told: list[Event]) -> None:
        """Restore what the screen shows over the table after these events of a step.

        The animations have already done their part.
        """

    def rest(self) -> bool:
        """Remove the highlight of the pinned line; return True if there was one."""
        was, self.pinned = bool(self.pinned), ""
        self.point_at("")
        return was

    def pin(self, line: LogLine) -> None:
        """Keep the subject of a line highlighted."""
        self.pinned = line.link
        self.point_at(line.link)
        log = self.story.log
        log.at = log.shown.index(line) if line in log.shown else -1
        self.ui.announcer.say(plain(line.markup))

    def hide(self, hidden: bool) -> None:
        """Hide everything except the table and the bar, or show it again.

        The hands are hidden and shown with the rest.
        """
        for widget in (self.story, self._seats):
            if widget is not None:
                widget.visible = not hidden

    @abstractmethod
    def ranks(self, standing: tuple[Standing, ...]) -> Widget:
        """Return the widget of the standings."""

    def of_own(self) -> tuple[Widget, ...]:
        """Return the widgets that are shown beside the hand of the viewed seat."""
        return ()

    # Regions ----------------------------------------------------------------------------------------------------------

    def build_bar(self) -> None:
        """Build the bar at the bottom, which needs a window.

        The bar has the speeds. The chip at the top describes the record.
        """
        self.top.speed.visible = False
        self.top.chip.tip = "About this record (F2)"
        self.bar = ReplayBar(self.replay_timeline, self, self.timeline.speed, self.window.keys.shown)
        self.ui.put(self.bar, (0, 0, 1280, 50), "stretch")

    def begin_viewing(self) -> None:
        """Go to the beginning of the match, once all widgets are in place."""
        self.seen.on_told = self._event_told
        self.seen.events = [entry.about for entry in self.replay_timeline.entries]
        self.view_of(ALL)
        self.go_to(Place(0))
        self.ui.focus_on(self.bar.scrub, quiet=True, ring=False)

    # Position ---------------------------------------------------------------------------------------------------------

    def go_to(self, place: Place) -> None:
        """Go to a moment; if the replay is playing, continue to play from there."""
        place = self.replay_timeline.within(place)
        self.reveal.stop()
        self.rest()
        self.at_step(place.step)
        self.reveal.show(self.model.state)
        if place.event:
            self._tell(place.event)
            self.restage(self.frames.events[place.step][: place.event])
        elif self.playing:
            self._play_on()
        self.timeline.paused = not self.playing
        self._show_place()

    def aim_at(self, place: Place) -> None:
        """Go to a moment when the next frame is drawn.

        While the bar is dragged, only the last moment counts.
        """
        self._wanted = place

    def at_step(self, step: int) -> None:
        """Show the table after this number of steps, before any further event."""
        model, frames = self.model, self.frames
        self.place = Place(step)
        model.state, model.digest, model.t = frames.states[step], frames.digests[step], step
        model.audits, model.telling = self.replay_timeline.audits_until(step), False
        ended = model.state.over or (frames.final and step >= frames.steps)
        model.owed = frozenset() if ended else frozenset(frames.game.asks(model.state))
        self._know()

    def _tell(self, ahead: int = 0) -> None:
        step, states = self.place.step, self.frames.states
        self.seen.aloud = not ahead
        events, moments = self.frames.events[step], self.frames.moments(step)
        self.reveal.tell(states[step], states[step + 1], events, moments, self._step_told, ahead)
        self.seen.aloud = True

    def _event_told(self) -> None:
        """Advance the place by one event."""
        self.place = Place(self.place.step, self.place.event + 1)
        self._show_place()

    def _step_told(self) -> None:
        """Advance to the end of the step; if the replay is playing, play on."""
        self.at_step(self.place.step + 1)
        if self.playing:
            self._play_on()
        self._show_place()

    def _play_on(self) -> None:
        """Play the next step, or stop at the end."""
        if self.place.step < self.frames.steps:
            self._tell()
        else:
            self.playing = False

    def _show_place(self) -> None:
        """Update the bar, the log and the prompt to the present moment."""
        self.bar.show(self.place, self.playing)
        log = self.story.log
        number = bisect_right(self._places, self.place) - 1
        log.present = self._lines[number] if 0 <= number < len(self._lines) else None
        if log.present is not None:
            log.reveal_line(log.present)
        elif number < 0:
            log.scroll_to(0)
        self.prompt.say(*self._prompt())
        self.refresh()

    def _prompt(self) -> PromptWords:
        """Return the words and the tone of the prompt bar, with the action of Space."""
        frames, step = self.frames, self.place.step
        if step < frames.steps and (self.playing or self.place.event):
            return f"Step {step + 1} of {frames.steps}", "show", ("skip", "pause" if self.playing else "play")
        if step < frames.steps:
            deciding = ", ".join(self.names.coloured(seat) for seat in sorted(self.model.owed)) or "the dice"
            return f"After step {step} of {frames.steps}. Next: {deciding}", "show", ("skip", "play")
        if frames.trouble:
            return escape(frames.trouble), "wait"
        said = "" if frames.agreed else over(self.names, frames.outcome)
        early = self.names.marked(" ".join(frames.early))
        return ". ".join(filter(None, (said, early))), "show", ("skip", "from the start")

    # Actions ----------------------------------------------------------------------------------------------------------

    def toggle(self) -> None:
        """Play or pause; at the end, play again from the start."""
        self.playing = not self.playing
        self.timeline.paused = not self.playing
        self.rest()
        if self.playing and self.place >= self.replay_timeline.end:
            self.go_to(Place(0))
        elif self.playing and not self.reveal.busy:
            self._play_on()
        self._show_place()

    def go_by(self, steps: int) -> None:
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
            self.ui.announcer.say(mark.words)
        elif kind == self.replay_timeline.chapter:
            self.go_to(self.replay_timeline.end if by > 0 else Place(0))
        elif kind:
            self.ui.announcer.say(f"There is no {kind} {'after' if by > 0 else 'before'} this.")

    def _just_before(self) -> Place:
        """Return the present moment, or one a little earlier while the replay is playing.

        Two quick presses on back therefore go back by two marks.
        """
        return Place(self.place.step, max(0, self.place.event - 3)) if self.playing else self.place

    def _go_to_line(self, line: LogLine) -> None:
        """Go to the moment of a line, and highlight the subject of the line."""
        self.playing = False
        self.go_to(self.replay_timeline.entries[line.number].place)
        self.story.log.present = line
        self.pin(line)

    def follow(self, settings: Settings) -> None:
        """Apply the settings of colours and motion.

        The speed of the bar stays as it is, because the bar offers more speeds than the settings.
        """
        speed = self.timeline.speed
        super().follow(settings)
        self.timeline.speed = speed

    def set_speed(self, speed: float) -> None:
        """Set the speed of the replay."""
        self.timeline.speed = speed

    def _next_speed(self) -> None:
        at = SPEEDS.index(self.timeline.speed)
        self.bar.speeds.choose((at + 1) % len(SPEEDS))
        self.ui.announcer.say(f"Speed {self.timeline.speed:g}")

    # Viewpoint --------------------------------------------------------------------------------------------------------

    def view_of(self, view: int) -> None:
        """Show all hands, the hand of one seat, or none; to choose a seat again shows all hands."""
        self.viewing = view = ALL if view == self.viewing and view > 0 else view
        self.bar.show_view(view)
        self.model.own, self.model.open = max(0, view), view == ALL
        self._show_hands(True)
        self._know()
        self.refresh()

    def refresh(self) -> None:
        """Refresh the table and the hands."""
        super().refresh()
        if self.hands is not None:
            self.hands.touch()

    def _show_hands(self, shown: bool) -> None:
        if self.hands is None:
            return
        for widget in (self.hand, *self.of_own()):
            if widget is not None:
                widget.visible = shown and self.viewing > 0
        self.hands.visible, self.hands.closed = shown and self.viewing <= 0, self.viewing == NONE

    def _know(self) -> None:
        """Load the faces that the viewed seat knew."""
        own = self.model.own
        self.model.secrets = self.frames.knowledge(own) if own else None
        if self.hand is not None:
            self.hand.refresh()

    # Keys -------------------------------------------------------------------------------------------------------------

    def acts(self) -> KeyActions:
        """Return the action of each named key.

        A number key shows the hand of that seat, and 0 shows all hands.
        """
        return {
            **self.views(),
            **{f"card {seat or 10}": partial(self.view_of, seat) for seat in range(len(self.frames.names) + 1)},
            "back": self._back,
            "skip": self.toggle,
            "confirm": self.toggle,
            "skip all": lambda: self.go_by(1),
            "speed": self._next_speed,
            "step before": lambda: self.go_by(-1),
            "step after": lambda: self.go_by(1),
            "round before": lambda: self.go_to_mark(self.replay_timeline.chapter, -1),
            "round after": lambda: self.go_to_mark(self.replay_timeline.chapter, 1),
            "battle before": lambda: self.go_to_mark(self.replay_timeline.fight, -1),
            "battle after": lambda: self.go_to_mark(self.replay_timeline.fight, 1),
            "to the start": lambda: self.go_to(Place(0)),
            "to the end": lambda: self.go_to(self.replay_timeline.end),
            "fairness": self.open_record,
            "log": lambda: self.ui.focus_on(self.story.log, ring=True),
            "hide": self.toggle_hud,
        }

    def _back(self) -> None:
        if not self.rest():
            self.open_menu()

    def toggle_hud(self) -> None:
        """Hide everything except the table and the bar, or show it again."""
        self.hud = not self.hud
        self.hide(not self.hud)
        self._show_hands(self.hud)

    # Overlays ---------------------------------------------------------------------------------------------------------

    def open_record(self) -> None:
        """Show the facts about the record: its validity, its options and the standings."""
        frames, step = self.frames, self.place.step
        good = "{good}Every signature, commitment, opening, digest and decision is valid.{/}"
        lines = [f"{{warn}}{escape(frames.trouble)}{{/}}" if frames.trouble else good]
        lines.append(f"Audit: {self.names.marked(frames.audit)}")
        if frames.test:
            lines.append("{muted}Test match: anyone who knows its seed knows every secret.{/}")
        if frames.by_others:
            lines.append(f"{{muted}}{escape(capitalised(frames.by_others))}.{{/}}")
        of_game = base_of(frames.game).options
        usual = of_game.named(of_game.complete({}))
        other = [f"{name.replace('_', ' ')} {value}" for name, value in frames.options.items() if usual[name] != value]
        lines.append(f"Options: {escape(', '.join(other)) or 'as usual'}")
        lines.append(f"Match *{frames.match.hex()[:32]}*")
        lines += [f"{{info}}{escape(line)}{{/}}" for line in describe_origin(frames.game)]
        lines.append(f"State after step {step}: *{frames.digests[step].hex()[:32]}*")
        words = Label("\n".join(lines), size="small", markup=True, wrap=True, width=620)
        lines += [f"{{warn}}{self.names.marked(words)}{{/}}" for words in frames.early if step >= frames.steps]
        ranks = self.ranks(frames.standing(step))
        self.open_dialog(self.title, Column(words, ranks, gap=10))

    def open_menu(self) -> None:
        """Open the menu, in which the spectator goes on watching or leaves."""
        leave = self.leave_button("Leave the replay", "primary")
        self.open_leave_menu("Replay", Label(self.title, "muted", width=380), leave, close="Continue")

    # Frames -----------------------------------------------------------------------------------------------------------

    def update(self, dt: float) -> None:
        """Animate the table, go to the moment to which the bar was dragged, and write part of the log."""
        if self._wanted is not None:
            wanted, self._wanted = self._wanted, None
            if wanted != self.place:
                self.go_to(wanted)
        if len(self._lines) < len(self.replay_timeline.entries):
            self._write()
        self.live_on(dt)

    def _write(self) -> None:
        """Write the next lines of the log."""
        first = len(self._lines)
        for number, entry in enumerate(self.replay_timeline.entries[first : first + LOG_LINES_PER_FRAME], first):
            link = f"event {number}"
            if entry.chat is not None:
                line = self.story.log.append(f":chat: {entry.words}", {"chat"}, link, quiet=True)
            else:
                assert entry.event is not None
                markup, tags, indent = self.seen.written(entry.event, entry.words)
                line = self.story.log.append(markup, tags, link, indent=indent, quiet=True)
            self._lines.append(line)
        self._show_place()

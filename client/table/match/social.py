"""Social acts of a match: concessions, departures, returns, emotes, pings and the wish for a rematch.

Each act is shown to all players at once, in a banner below the prompt and in the log. Emotes and pings are signed but
in no record (PROTOCOL 12.4), and a muted player's are not shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from client.session.source import TableStatus
from client.ui.canvas import Canvas
from client.ui.controls.basic import Button, Label
from client.ui.controls.layout import Column
from client.ui.controls.panel import Panel
from client.ui.hexes import Rect
from client.ui.richtext import escape
from client.ui.widget import Reactive, Widget
from net.match.gestures import EMOTES, PING, REMATCH

if TYPE_CHECKING:
    from client.table.match.controller import MatchController

BANNER_AREA = Rect(430, 626, 420, 0)
BANNER_SECONDS = 5.0
MAX_BANNER_LINES = 3
PING_SECONDS = 2.5
PING_GROWTH = 26.0
"""Design pixels by which a ping's frame shrinks towards its place in each cycle."""
PING_CYCLE = 0.8
MIN_GESTURE_INTERVAL = 1.0
"""Seconds between two gestures of our player; a press in between has no effect."""
EMOTE_ICONS = {3: "trophy", 4: "trust", 5: "warning", 6: "effects", 7: "hourglass", 8: "clock"}
"""Icons of the emotes, by the number of the gesture."""


class PingMark(Widget):
    """A mark around a place that a player points at; it is above the table and takes no input."""

    transparent = True
    age = Reactive(0.0)

    def __init__(self) -> None:
        super().__init__("Pings")
        self.marks: list[tuple[int, Callable[[], Rect | None], float]] = []
        """The pings, each with its seat, a function that returns the place's rectangle, and its remaining seconds."""
        self.reduced = False

    def contains(self, x: float, y: float) -> bool:
        return False

    def mark(self, seat: int, rect_of: Callable[[], Rect | None]) -> None:
        """Mark a place for a seat; an earlier mark of the same seat ends."""
        self.marks = [mark for mark in self.marks if mark[0] != seat] + [(seat, rect_of, PING_SECONDS)]
        self.touch()

    def advance(self, dt: float) -> None:
        """Let time pass: end old marks, and move the others unless motion is reduced."""
        if self.marks:
            self.marks = [(seat, rect_of, left - dt) for seat, rect_of, left in self.marks if left > dt]
            self.age += dt

    def paint(self, canvas: Canvas) -> None:
        """Paint a frame in the seat's colour around each place."""
        for seat, rect_of, left in self.marks:
            rect = rect_of()
            if rect is None:
                continue
            phase = 0.0 if self.reduced else (left % PING_CYCLE) / PING_CYCLE
            canvas.frame(rect.inset(-4 - PING_GROWTH * phase), f"seat_{seat}", 4.0)
            canvas.frame(rect.inset(-4), f"seat_{seat}", 2.0)


class SocialActs:
    """The social acts of a match, of our player and of the others."""

    def __init__(self, match: MatchController) -> None:
        self.match = match
        self.lines: list[tuple[str, float]] = []
        """Lines of the banner, each with its remaining seconds."""
        self.words = Label("", markup=True, wrap=True, width=BANNER_AREA.w - 24)
        self.banner = Panel(self.words, "", 10, "dialog", name="News")
        self.banner.visible = False
        self.pings = PingMark()
        self.on_rematch: Callable[[str], object] | None = None
        """A function of the end screen that receives the sentence about a player who wants a rematch."""
        self._pause = 0.0

    def build(self) -> None:
        """Put the banner and the pings above the table, and connect the emotes button."""
        top = self.match.table.top
        self.match.screen.ui.put(self.pings, (0, 0, 1280, 720))
        self._raise_banner()
        top.emotes.press_action = self.open_emotes
        self.pings.reduced = self.match.screen.timeline.reduced_motion

    @property
    def muted(self) -> set[int]:
        """Seats whose emotes and pings are not shown: those whose chat is muted."""
        return self.match.table.story.muted

    @property
    def has_people(self) -> bool:
        """True if other persons play at this table."""
        return bool(self.match.model.now.people)

    # Messages ---------------------------------------------------------------------------------------------------------

    def hear(self, seat: int, what: int, place: str) -> None:
        """Show another player's gesture."""
        self.match.table.story.offer_muting(seat)
        if seat in self.muted:
            return
        who = self.match.names.coloured_name(seat)
        if what == REMATCH:
            words = f"{who} wants a rematch."
            self.show(words)
            if self.on_rematch is not None:
                self.on_rematch(words)
        elif what == PING:
            self._show_ping(seat, place)
        else:
            self.show(f":{EMOTE_ICONS[what]}: {who}: {EMOTES[what]}")
            self.match.table.play_sound("said")

    def _show_ping(self, seat: int, place: str) -> None:
        table = self.match.table
        if not table.is_seated or table.rect_of_place(place) is None:
            return
        self.pings.mark(seat, lambda: table.rect_of_place(place))
        verb = "point" if seat == self.match.model.own else "points"
        self.show(f"{self.match.names.coloured_name(seat)} {verb} at *{escape(table.place_words(place))}*.")

    def look_round(self, before: TableStatus, now: TableStatus) -> None:
        """Show what has changed: players who have conceded, left or come back."""
        own = self.match.model.own
        for seat in _new(before.conceded, now.conceded):
            if seat == own:
                self.match.prompts.show_idle()
                self.match.table.prompt.show_prompt("You have conceded.", "wait")
                self.show("{warn}You have conceded.{/} Default choices are made for you; you can watch or leave.")
            else:
                self.show(f"{{warn}}{self.match.names.coloured_name(seat)} has conceded.{{/}}")
        for seat in _new(before.gone, now.gone):
            self.show(f"{{warn}}{self.match.names.coloured_name(seat)} has left the match.{{/}}")
        for seat in _new(now.gone, before.gone):
            self.show(f"{{good}}{self.match.names.coloured_name(seat)} is back.{{/}}")
        self.match.table.top.emotes.visible = bool(now.people)

    # Our acts ---------------------------------------------------------------------------------------------------------

    def open_emotes(self) -> None:
        """Open the list of emotes."""
        match, ui = self.match, self.match.screen.ui
        button = match.table.top.emotes

        def row(what: int) -> Button:
            return Button(EMOTES[what], lambda: self._send_emote(what), EMOTE_ICONS[what], look="ghost")

        hint = Label("{muted}To point at a place, hover it and press P.{/}", markup=True, size="small")
        ui.open_menu(Panel(Column(*map(row, EMOTES), hint, gap=2), "", 6, "dialog", name="Emotes"), button.rect)

    def _send_emote(self, what: int) -> None:
        self.match.screen.ui.close()
        if self._may_send():
            self.match.source.gesture(what)
            self.show(f":{EMOTE_ICONS[what]}: {self.match.names.coloured_name(self.match.model.own)}: {EMOTES[what]}")

    def ping(self) -> None:
        """Point at the place under the pointer, or at the focused place."""
        place = self.match.table.place_at_pointer() if self.match.table.is_seated else ""
        if place and self._may_send():
            self.match.source.gesture(PING, place)
            self._show_ping(self.match.model.own, place)

    def ask_to_leave(self) -> None:
        """Leave the table, after a question if other persons play at it."""
        match = self.match
        if not self.has_people or match.end_shown or match.model.verdict:
            match.leave()
            return
        words = "The others are told that you have left. They can go on without you; a stand-in then plays for you."
        if match.source.home is not None:
            words += " You can come back under My matches."
        dialogs = match.table.dialogs
        leave = dialogs.closing_button("Leave", match.leave, "exit", "danger")
        dialogs.open_words("Leave the match?", words, leave)

    def announce_rematch(self) -> None:
        """Tell the others that our player wants a rematch."""
        self.match.source.gesture(REMATCH)

    def _may_send(self) -> bool:
        may = self._pause <= 0 and self.has_people
        self._pause = MIN_GESTURE_INTERVAL if may else self._pause
        return may

    # Display ----------------------------------------------------------------------------------------------------------

    def show(self, markup: str) -> None:
        """Show a sentence in the banner for some seconds, and announce it."""
        if not self.banner.visible:
            self._raise_banner()
        self.lines = [*self.lines, (markup, BANNER_SECONDS)][-MAX_BANNER_LINES:]
        self._refresh()
        self.match.screen.ui.announcer.announce(markup)

    def _raise_banner(self) -> None:
        """Put the banner above all panels that have been opened since."""
        ui = self.match.screen.ui
        if self.banner.parent is not None:
            ui.root.remove(self.banner)
        ui.put(self.banner, BANNER_AREA, "middle", "high")

    def update(self, dt: float) -> None:
        """Let time pass, in seconds."""
        self._pause = max(0.0, self._pause - dt)
        self.pings.advance(dt)
        if self.lines:
            left = [(markup, seconds - dt) for markup, seconds in self.lines if seconds > dt]
            changed = len(left) != len(self.lines)
            self.lines = left
            if changed:
                self._refresh()

    def _refresh(self) -> None:
        self.words.text = "\n".join(markup for markup, _ in self.lines)
        self.banner.visible = bool(self.lines)


def _new(before: Iterable[int], now: Iterable[int]) -> list[int]:
    """Return the seats in `now` that are not in `before`."""
    return sorted(set(now) - set(before))

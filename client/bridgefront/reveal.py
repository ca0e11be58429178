"""Tells a step event by event: what moves, what is said, how long it stays. Skipping changes the table the same."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import Any

from client.art.board import BoardView
from client.bridgefront import order, story
from client.bridgefront.battle_panel import BattlePanel
from client.bridgefront.log import Story
from client.bridgefront.seats import Seats
from client.bridgefront.shots import SHOWS
from client.bridgefront.shown import Shown, audit_of
from client.bridgefront.spans import involved, told
from client.bridgefront.stage import Played, Sealed
from client.kit.timeline import Step, Timeline, call, fade, sequence, wait
from client.table.stage import Banner, Words
from core.bridgefront import events as e
from core.bridgefront.state import Bridgefront

BOUNDARIES = (e.ActionResolves, e.BattleBegan, e.PhaseBegan, e.ActionStepBegan, e.RoundBegan, e.MatchEnded)
"""Where Space stops again."""
ON_BOARD = tuple(
    kind for kind in story.CHANGES
    if kind not in (e.GoldTaken, e.GoldPaid, e.GoldHanded, e.ManaSet, e.ManaGained, e.ManaLost, e.VictoryPoints,
                    e.PhaseBegan, e.LeadPassed, e.RowLaid, e.ActionStepBegan, e.ActionRevealed)
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Page:
    """A step begins (then it has a state before) or ends (then something follows)."""

    after: Bridgefront
    before: Bridgefront | None = None
    then: Callable[[], object] | None = None


class Reveal:
    """Tells step after step, event by event."""

    def __init__(
        self,
        timeline: Timeline,
        view: BoardView,
        shown: Shown,
        log: Story,
        seats: Seats,
        words: Words,
        played: Played,
        battle: BattlePanel,
        banner: Banner,
        sealed: Sealed,
        refresh: Callable[[], object],
    ) -> None:
        self.timeline, self.view, self.shown, self.log = timeline, view, shown, log
        self.seats, self.words, self.played, self.battle = seats, words, played, battle
        self.banner, self.sealed, self.refresh = banner, sealed, refresh
        self.on_sound: Callable[[Any], object] | None = None
        """Hears each event that is shown, not those that are skipped."""
        self.final: Bridgefront | None = None
        self._queue: deque[Any] = deque()
        self._hurry = ""
        self._ahead = 0
        self._running = self._turning = False

    # Telling ----------------------------------------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """Whether something is still to be told."""
        return self._running or bool(self._queue)

    def tell(
        self,
        before: Bridgefront,
        after: Bridgefront,
        events: Sequence[Any],
        then: Callable[[], object],
        ahead: int = 0,
    ) -> None:
        """Tells a step after those that are waiting; `then` is called at its end.

        With `ahead` so many events of the step only take their effect: they were told before.
        """
        self._ahead = ahead
        self._queue.append(_Page(after, before))
        self._queue.extend(events)
        self._queue.append(_Page(after, None, then))
        if not self._running and not self._turning:
            self._go_on()

    def skip_one(self) -> None:
        """On to the next card, battle or phase."""
        self._skip("one")

    def skip_all(self) -> None:
        """To the end of everything that is waiting."""
        self._skip("all")

    def stop(self) -> None:
        """Forgets everything that waits, where it is; the story stays as far as it has come."""
        self._queue.clear()
        self._running, self._hurry, self._ahead = False, "", 0
        self.timeline.clear()
        self.words.clear()
        self._clear_stage()

    def _skip(self, how: str) -> None:
        if not self.busy:
            return
        self._hurry = how
        self.timeline.skip_one() if how == "one" else self.timeline.skip_all()
        if not self.busy:
            self._hurry = ""

    def _go_on(self) -> None:
        self._running = True
        while self._queue:
            item = self._queue.popleft()
            if isinstance(item, _Page):
                self._turn_page(item)
                continue
            if self._ahead:
                self._ahead -= 1
                self.change(item, quick=True)
                if not self._ahead:
                    self.view.show(self.shown.table)
                continue
            if self._hurry == "one" and isinstance(item, BOUNDARIES):
                self._hurry = ""
                self.view.show(self.shown.table)
            if self._hurry or self.timeline.speed == inf:
                self.change(item, quick=True)
                continue
            before, after = SHOWS[type(item)](self, item)
            steps = (*before, call(partial(self.change, item)), *after, call(self._go_on))
            self.timeline.play(sequence(*steps), type(item).__name__)
            return
        self._running = False
        self._hurry = ""

    def _turn_page(self, page: _Page) -> None:
        if page.then is None:
            assert page.before is not None
            self.final = page.after
            self.shown.state = story.begin(page.before, page.after)
            self.shown.telling = True
            self.view.show(self.shown.state)
            return
        self.shown.state = page.after
        self.shown.telling = False
        self._clear_stage()
        self.view.show(page.after)
        self.refresh()
        self._running, self._turning = bool(self._queue), True
        page.then()  # it may tell the next step, which waits for the page to be turned
        self._running, self._turning = True, False

    def _clear_stage(self) -> None:
        """Nothing lies over the board any more."""
        self.played.visible = self.battle.visible = self.banner.visible = self.sealed.visible = False
        self.view.light("battle", [])
        self.view.light("flash", [])
        self.view.light_edges("illegal", [])
        self.view.clear_plans()

    def change(self, event: Any, quick: bool = False) -> None:
        """The event happens: the story goes on, the log tells it, the order of the step follows."""
        state = self.shown.table
        story.apply(state, event)
        words = told(self.shown.names, self.final or state, event)
        self.log.tell(event, words, involved(state, event))
        self._follow(event)
        if not quick:
            if self.on_sound is not None:
                self.on_sound(event)
            if isinstance(event, ON_BOARD):
                self.view.show(state)
            self.refresh()

    def _follow(self, event: Any) -> None:
        """Keeps the resolve order and the audits in step."""
        self.shown.turns = order.follow(self.shown.turns, event)
        if isinstance(event, (e.AuditPassed, e.AuditOwed)):
            self.shown.audits.append(audit_of(self.shown.table, event))

    # Parts of shots ---------------------------------------------------------------------------------------------------

    def point(self, hex_: int) -> tuple[float, float]:
        """The middle of a hex in the design."""
        s = self.view.scale_of_window()
        x, y = self.view.on_screen(hex_)
        return x / s, y / s

    def rise(self, text: str, color: str, hex_: int, row: int = 0) -> Step:
        """Words rise from a hex."""
        return call(lambda: self.words.say(text, color, *self.point(hex_), row) if hex_ >= 0 else None)

    def float_at_seat(self, text: str, color: str, seat: int) -> Step:
        """Words rise from the panel of a seat."""

        def say() -> None:
            r = self.seats.panels[seat].rect
            self.words.say(text, color, r.right - 62, r.y + 14)

        return call(say)

    def flash(self, *hexes: int, kind: str = "flash") -> Step:
        """Light hexes."""
        return call(lambda: self.view.light(kind, [h for h in hexes if h >= 0]))

    def unflash(self) -> Step:
        """Their light goes out."""
        return call(lambda: self.view.light("flash", []))

    def show_banner(self, text: str, below: str = "", seconds: float = 0.9) -> tuple[Step, ...]:
        """Large words for a moment."""

        def begin() -> None:
            self.banner.text, self.banner.below = text, below
            self.banner.opacity, self.banner.visible = 0.0, True

        def end() -> None:
            self.banner.visible = False

        return (call(begin), fade(self.banner, "opacity", 1.0, 0.18, start=0.0), wait(seconds),
                fade(self.banner, "opacity", 0.0, 0.2), call(end))  # fmt: skip

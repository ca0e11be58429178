"""Animation of a step, event by event: the movements, the texts and their duration.

Skipping the animation leads to the same table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from client.art.board.view import BoardView
from client.games.bridgefront import order
from client.games.bridgefront.log.spans import sentence_of, subjects_of
from client.games.bridgefront.panels.battle import BattlePanel
from client.games.bridgefront.panels.seats import Seats
from client.games.bridgefront.panels.stage import BidsPanel, ResolvingCard
from client.games.bridgefront.view_model import BridgefrontViewModel, with_faces
from client.table.animation import animation
from client.table.animation.stage import Banner, FloatingTextLayer
from client.table.audits import audit_of
from client.table.log import StoryPanel
from client.ui.easing import Step, call
from client.ui.timeline import Timeline
from core.engine.game import Event, any_game
from core.games.bridgefront import events as e
from core.games.bridgefront.game import GAME
from core.games.bridgefront.state import Bridgefront

SKIP_STOPS = (e.ActionResolves, e.BattleBegan, e.PhaseBegan, e.ActionStepBegan, e.RoundBegan, e.MatchEnded)
"""Events at which the animation stops again after Space has skipped a part of it."""
ON_BOARD = (
    e.FactionTaken, e.CapitalTaken, e.BoardMade, e.BridgeBuilt, e.BridgeDestroyed, e.BridgeVanished, e.BridgeTrapped,
    e.BridgeClosed, e.TrapSprung, e.Linked, e.RoundBegan, e.StackMoved, e.ChampionLifted, e.ForcesDeployed,
    e.ChampionDeployed, e.ChampionLeft, e.ForcesDied, e.ChampionHurt, e.ChampionHealed, e.ChampionDied,
    e.ChampionStolen, e.EffectBegan, e.MineRaised, e.SkirmishRetreat,
)  # fmt: skip
"""Events that change the look of the board."""


class BridgefrontAnimation(animation.StepAnimation[Bridgefront]):
    """Animation of the steps of Bridgefront."""

    shown: BridgefrontViewModel
    boundaries = SKIP_STOPS

    def __init__(
        self,
        timeline: Timeline,
        view: BoardView,
        shown: BridgefrontViewModel,
        log: StoryPanel,
        seats: Seats,
        words: FloatingTextLayer,
        played: ResolvingCard,
        battle: BattlePanel,
        banner: Banner,
        sealed: BidsPanel,
        refresh: Callable[[], object],
        steps: Callable[[BridgefrontAnimation, Event], tuple[Sequence[Step], Sequence[Step]]],
    ) -> None:
        super().__init__(timeline, shown, refresh)
        self._steps = steps
        self.view, self.log = view, log
        self.seats, self.words, self.played, self.battle = seats, words, played, battle
        self.banner, self.sealed = banner, sealed

    def prepare_table(self, table: Bridgefront, after: Bridgefront) -> Bridgefront:
        """Return the table, with the faces of the cards that appear in the step added to it."""
        return with_faces(table, after)

    def event_steps(self, event: Event) -> tuple[Sequence[Step], Sequence[Step]]:
        """Return the animation steps to play before and after the event changes the table."""
        return self._steps(self, event)

    def show(self, state: Bridgefront) -> None:
        """Show a state on the board."""
        self.view.show(state)

    def clear_words(self) -> None:
        """Remove all floating words."""
        self.words.remove(*self.words.children)

    def _clear_stage(self) -> None:
        """Remove all panels, lights and plans from the board."""
        self.played.visible = self.battle.visible = self.banner.visible = self.sealed.visible = False
        self.view.lights.light("battle", [])
        self.view.lights.light("flash", [])
        self.view.lights.light_edges("illegal", [])
        self.view.plans.clear()

    def show_event(self, event: Event, quick: bool = False) -> None:
        """Apply an event to the log, the resolve order and the board."""
        state = self.shown.table
        words = sentence_of(self.shown.names, self.final or state, event)
        self.log.add_event(event, words, subjects_of(state, event))
        self._follow(event)
        if not quick:
            if self.on_sound is not None:
                self.on_sound(event)
            if isinstance(event, ON_BOARD):
                self.view.show(state)
            self.refresh()

    def _follow(self, event: Event) -> None:
        """Update the resolve order and the audits after an event."""
        self.shown.turns = order.order_after(self.shown.turns, event)
        audit = audit_of(any_game(GAME), self.shown.table, event)
        if audit is not None:
            self.shown.audits.append(audit)

    # Parts of shots ---------------------------------------------------------------------------------------------------

    def point(self, hex_: int) -> tuple[float, float]:
        """Return the middle of a hex in design pixels."""
        s = self.view.map.scale_of_window()
        x, y = self.view.map.on_screen(hex_)
        return x / s, y / s

    def rise(self, text: str, color: str, hex_: int, row: int = 0) -> Step:
        """Return a step in which words rise from a hex."""
        return call(lambda: self.words.float_text(text, color, *self.point(hex_), row) if hex_ >= 0 else None)

    def float_at_seat(self, text: str, color: str, seat: int) -> Step:
        """Return a step in which words rise beside a seat's panel."""

        def say() -> None:
            r = self.seats.panels[seat].rect
            self.words.float_text(text, color, r.right + 10, r.y + 14, beside=True)

        return call(say)

    def flash(self, *hexes: int, kind: str = "flash") -> Step:
        """Return a step that lights hexes with a flash."""
        return call(lambda: self.view.lights.light(kind, [h for h in hexes if h >= 0]))

    def unflash(self) -> Step:
        """Return a step that removes the lights of a flash."""
        return call(lambda: self.view.lights.light("flash", []))

"""Tells a step event by event: what moves, what is said, how long it stays. Skipping changes the table the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from client.art.board import BoardView
from client.games.bridgefront import order
from client.games.bridgefront.battle_panel import BattlePanel
from client.games.bridgefront.event_animations import SHOWS
from client.games.bridgefront.log import Story
from client.games.bridgefront.log_spans import involved, told
from client.games.bridgefront.seats import Seats
from client.games.bridgefront.stage import Played, Sealed
from client.games.bridgefront.view_model import Shown, knowing
from client.table import animation
from client.table.audits import audit_of
from client.table.stage import Banner, Words
from client.ui.easing import Step, call
from client.ui.timeline import Timeline
from core.engine.game import Event
from core.games.bridgefront import events as e
from core.games.bridgefront.game import GAME
from core.games.bridgefront.state import Bridgefront

BOUNDARIES = (e.ActionResolves, e.BattleBegan, e.PhaseBegan, e.ActionStepBegan, e.RoundBegan, e.MatchEnded)
"""Where Space stops again."""
ON_BOARD = (
    e.FactionTaken, e.CapitalTaken, e.BoardMade, e.BridgeBuilt, e.BridgeDestroyed, e.BridgeVanished, e.BridgeTrapped,
    e.BridgeClosed, e.TrapSprung, e.Linked, e.RoundBegan, e.StackMoved, e.ChampionLifted, e.ForcesDeployed,
    e.ChampionDeployed, e.ChampionLeft, e.ForcesDied, e.ChampionHurt, e.ChampionHealed, e.ChampionDied,
    e.ChampionStolen, e.EffectBegan, e.MineRaised, e.SkirmishRetreat,
)  # fmt: skip
"""After these the board looks different."""


class Reveal(animation.Reveal[Bridgefront]):
    """Tells the steps of Bridgefront."""

    shown: Shown
    boundaries = BOUNDARIES

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
        super().__init__(timeline, shown, refresh)
        self.view, self.log = view, log
        self.seats, self.words, self.played, self.battle = seats, words, played, battle
        self.banner, self.sealed = banner, sealed

    def prepared(self, table: Bridgefront, after: Bridgefront) -> Bridgefront:
        """With the faces of the cards that appear in the step."""
        return knowing(table, after)

    def shots(self, event: Event) -> tuple[Sequence[Step], Sequence[Step]]:
        """What is seen of the event."""
        before, after = SHOWS[type(event)](self, event)
        return before, after

    def show(self, state: Bridgefront) -> None:
        """The board shows it."""
        self.view.show(state)

    def clear_words(self) -> None:
        """No words float any more."""
        self.words.clear()

    def _clear_stage(self) -> None:
        """Nothing lies over the board any more."""
        self.played.visible = self.battle.visible = self.banner.visible = self.sealed.visible = False
        self.view.light("battle", [])
        self.view.light("flash", [])
        self.view.light_edges("illegal", [])
        self.view.clear_plans()

    def change(self, event: Event, quick: bool = False) -> None:
        """The log tells it, the order of the step follows, the board shows it."""
        state = self.shown.table
        words = told(self.shown.names, self.final or state, event)
        self.log.tell(event, words, involved(state, event))
        self._follow(event)
        if not quick:
            if self.on_sound is not None:
                self.on_sound(event)
            if isinstance(event, ON_BOARD):
                self.view.show(state)
            self.refresh()

    def _follow(self, event: Event) -> None:
        """Keeps the resolve order and the audits in step."""
        self.shown.turns = order.follow(self.shown.turns, event)
        audit = audit_of(GAME, self.shown.table, event)
        if audit is not None:
            self.shown.audits.append(audit)

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
        """Words rise beside the panel of a seat."""

        def say() -> None:
            r = self.seats.panels[seat].rect
            self.words.say(text, color, r.right + 10, r.y + 14, beside=True)

        return call(say)

    def flash(self, *hexes: int, kind: str = "flash") -> Step:
        """Light hexes."""
        return call(lambda: self.view.light(kind, [h for h in hexes if h >= 0]))

    def unflash(self) -> Step:
        """Their light goes out."""
        return call(lambda: self.view.light("flash", []))

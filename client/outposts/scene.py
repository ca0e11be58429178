"""What match and replay of Outposts have in common: the table, what stands beside it, the log, who tells the steps."""

from __future__ import annotations

from collections.abc import Callable

from client.kit.canvas import Canvas
from client.kit.hexes import Rect
from client.kit.panel import Panel
from client.kit.widget import Widget
from client.kit.widgets import Label
from client.outposts.board import Board
from client.outposts.hand import Hand
from client.outposts.log import Story
from client.outposts.reveal import Flights, Reveal
from client.outposts.words import ASKED, PHASES, card_tip, phase_word
from client.table.emblem import paint_emblem
from client.table.pick_scene import PickScene
from client.table.place import Place
from client.table.prompt import Prompt
from client.table.stage import Banner, Words
from client.table.top import TopBar
from client.table.turn_strip import Phases, TurnOrder
from core.outposts.cleanup import END_AT, LAST_ROUND
from core.outposts.events import MatchEnded
from core.outposts.game import GAME
from core.outposts.state import WARDEN, Outposts

RACE = (
    f"The match ends after the round in which somebody has gained {END_AT} VP in play, or after round {LAST_ROUND}. "
    "Beside the names stands what each would have if it ended now, Locations counted."
)
TURNS = 138.0
"""The height of who still acts."""


class Turns(Widget):
    """Who acts, who comes next, who has passed and is safe."""

    role = "order"

    def __init__(self, scene: Scene) -> None:
        super().__init__("Who still acts", grow=1)
        self.scene = scene

    def rows(self) -> list[tuple[int, str, str]]:
        """Seat, words, colour, in the order of the turns."""
        model = self.scene.model
        state: Outposts | None = model.state
        if state is None:
            return []
        start = state.current or state.first
        own = model.own
        found = []
        for i, seat in enumerate(state.clockwise(start)):
            if state.phase != "action":
                words, ink = ("begins" if seat == state.first else "", "muted")
            elif state.passed[seat]:
                words, ink = "passed, safe", "info"
            elif seat == state.current:
                words, ink = ("act now" if seat == own else "acts now"), "accent"
            else:
                words, ink = "next" if i == 1 else "then", "muted"
            found.append((seat, words, ink))
        if state.solo:
            done = bool(state.warden_passed)
            found.append((WARDEN, "passed, safe" if done else "after each of your turns", "info" if done else "muted"))
        return found

    def paint(self, canvas: Canvas) -> None:
        """A line each."""
        r, model = self.rect, self.scene.model
        for i, (seat, words, ink) in enumerate(self.rows()):
            y = r.top - 24 * (i + 1)
            if seat == WARDEN:
                canvas.icon("warden", Rect(r.x + 1, y + 3, 18, 18), "text")
                name, colour = "Warden", "text"
            else:
                sign = self.scene.board.league_sign(seat)
                paint_emblem(canvas, seat, model.palette, Rect(r.x, y + 2, 20, 20), sign)
                name, colour = model.names.who(seat), f"seat_{seat}"
            canvas.label(name, Rect(r.x + 28, y, 90, 24), colour, 13.5, "bold", 0)
            canvas.label(words, Rect(r.x + 100, y, r.w - 102, 24), ink, 12, align=1)

    def value(self) -> str:
        """In words."""
        names = self.scene.model.names
        return ", ".join(f"{'the Warden' if s == WARDEN else names.who(s)} {words}" for s, words, _ in self.rows())


class Scene(PickScene):
    """A table of Outposts as it is shown. Lengths are design pixels of 1280x720."""

    game_name = GAME.name
    asked_in = ASKED
    hand: Hand
    board: Board

    # The regions ------------------------------------------------------------------------------------------------------

    def build_scene(
        self, on_pick: Callable[[Place], object], on_aim: Callable[[Place | None], object],
        on_menu: Callable[[], object], on_fair: Callable[[], object],
    ) -> None:  # fmt: skip
        """Everything but the log and the seats, whose number is not known."""
        ui = self.ui
        ui.space_presses = False
        self.board = Board(self.model, on_pick, on_aim)
        self.when = Label("Outposts", "accent", "heading", "title", name="Round")
        self.race = Label(f"Race to {END_AT} VP", "muted", "small", name="Race", tip=RACE)
        self.phases = Phases(self.model, PHASES, self.asked, begun=lambda state: state.round)
        self.order = TurnOrder(self.model, self._order)
        self.top = TopBar(self.model, [self.when, self.race, self.phases, self.order], on_menu, on_fair)
        self.prompt = Prompt()
        self.words, self.banner = Words(self.timeline), Banner()
        self.turns = Turns(self)
        ui.put(self.board, (0, 0, 1018, 680), "stretch", "stretch")
        ui.put(self.banner, (216, 360, 792, 74), "stretch", "high")
        ui.put(self.top, (0, 680, 1280, 40), "stretch", "high")
        ui.put(self.prompt, (300, 645, 620, 30), "stretch", "high")
        self.turns_panel = Panel(self.turns, "Who still acts", 9)
        ui.put(self.turns_panel, (1024, 676 - TURNS, 250, TURNS), "high", "high")

    def build_log(self, story: Story, floor: float) -> None:
        """The log, down to this height; and, above everything, the words that float."""
        self.story = story
        self.ui.put(story, (1024, floor, 250, 670 - TURNS - floor), "high", "stretch")
        self.ui.put(self.words, (0, 0, 1280, 720), "stretch", "stretch")

    def seat_players(self, state: Outposts) -> None:
        """The number of seats is known."""
        self.model.state = state
        self.say_strangers(self.model)
        self.board.seat(len(state.seats), *self.low)
        air = Flights(self.model, self.board, self.hand)
        self.ui.put(air, (0, 0, 1280, 720), "stretch", "stretch")
        self._reveal = Reveal(self.timeline, self.model, self.refresh, self.board, self.story, self.banner, self.words,
                              air)  # fmt: skip
        self._reveal.on_sound = self.sound_of
        self.refresh()

    def sound_of(self, event: object) -> None:
        """The sound of an event, the end of the match among them."""
        if isinstance(event, MatchEnded):
            self.sound_end(tuple(p.seat for p in GAME.standing(self.model.state) if p.rank == 1))
        else:
            super().sound_of(event)

    def refresh(self) -> None:
        """The table as it is shown has changed."""
        super().refresh()
        state = self.model.state
        if state is not None:
            self.phases.now = phase_word(state)
            self.when.text = f"Round {state.round}" if state.round else "Set-up"
            last = state.round == LAST_ROUND
            most = max(*state.points[1:], state.warden_points)
            self.race.text = "Last round" if last else f"Gained in play: {most} of {END_AT} VP"
            self.turns.touch()
            if self.hand is not None:
                self.hand.refresh()

    def _order(self) -> list[int]:
        """Nobody here: the panel beside the table says it."""
        return []

    def card_tip(self, copy: int) -> str | Widget | None:
        """What is to be read beside a card of the log."""
        return card_tip(copy)

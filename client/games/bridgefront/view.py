"""Table of Bridgefront: its board, seats, log, stage and animation."""

from __future__ import annotations

from collections.abc import Callable

from client.app.settings import Settings
from client.games.bridgefront.animation import BridgefrontAnimation
from client.games.bridgefront.board import Board
from client.games.bridgefront.event_animations import steps_of
from client.games.bridgefront.fairness import TopBar
from client.games.bridgefront.log.targets import LogHighlighter
from client.games.bridgefront.names import card_name, label
from client.games.bridgefront.panels.battle import BattlePanel
from client.games.bridgefront.panels.resources import Resources
from client.games.bridgefront.panels.seats import Seats
from client.games.bridgefront.panels.stage import BidsPanel, ResolvingCard
from client.games.bridgefront.panels.track import ResolveOrder
from client.games.bridgefront.view_model import BridgefrontViewModel, paint_emblem
from client.table.animation.stage import Banner, FloatingTextLayer
from client.table.hand import Hand
from client.table.log import StoryPanel
from client.table.prompt.prompt import PromptBar
from client.table.view import Look, TableView
from client.table.view_model import ViewModel
from client.ui.canvas import Canvas
from client.ui.controls.log import LogLine
from client.ui.controls.panel import Panel
from client.ui.damage import Damage
from client.ui.hexes import Rect
from client.ui.richtext import escape
from client.ui.screen import Screen
from client.ui.widget import bring_to_front
from client.ui.window import Window
from core.engine.game import Event, Game
from core.engine.text.words import possessive_of
from core.games.bridgefront.events import MatchEnded
from core.games.bridgefront.state import Bridgefront

PING_RADIUS = 44.0
"""World units around a place that a player points at."""
ATLAS_LIMIT = 0.45
"""Share of the atlas, 0 to 1: above this fill level, invisible cards are dropped to keep room free."""


class BoardScenery:
    """The board below the widgets of a table."""

    def __init__(self, board: Board) -> None:
        self._board, self._view = board, board.view

    def fit(self, window: Window) -> None:
        """Fit the board to its widget, at the new scale."""
        if self._view.state is not None and self._board.ui is not None:
            self._board.ui.arrange()
            self._board.arrange()

    def update(self, dt: float) -> bool:
        """Advance the board's animations; return True if one is in progress."""
        self._view.update(dt)
        self._board.redraw_labels()
        return self._view.state is not None and not self._view.still

    def collect_damage(self, damage: Damage) -> None:
        """Let the board report its changed areas as damage."""
        if self._view.state is not None:
            self._view.collect_damage(damage)

    def paint(self) -> None:
        """Draw the board, or only the background before the first state."""
        if self._view.state is not None:
            self._view.paint()
        else:
            self._board.window.clear_box()


class BridgefrontTable(TableView):
    """The displayed table of Bridgefront."""

    model: BridgefrontViewModel
    board: Board
    hand: Hand

    def __init__(self, screen: Screen, game: Game, model: ViewModel, look: Look) -> None:
        assert isinstance(model, BridgefrontViewModel)
        super().__init__(screen, game, model)
        self.look = look
        self.on_choose: Callable[[int], object] | None = None
        """Callback that receives the seat that is pressed, in a replay."""
        self.on_resize: Callable[[], object] = lambda: None
        """Callback before the board adapts to a new size of the window."""
        self._generation = 0
        self._floor = 0.0

    # Regions ----------------------------------------------------------------------------------------------------------

    def build(self, floor: float, on_menu: Callable[[], object], on_fair: Callable[[], object]) -> None:
        """Build everything above the floor except the log and the seats.

        `build_log` adds the log. The number of seats is not known yet.
        """
        ui, window = self.screen.ui, self.screen.window
        ui.space_presses = False
        self.board = Board(window, self.names, self.model.palette, self.look.reduced, self.look.effects)
        self.screen.scenery = BoardScenery(self.board)
        self.top = TopBar(self.model, on_menu, on_fair)
        self.prompt = PromptBar()
        self.track = ResolveOrder(self.model)
        self.pointing = LogHighlighter(window, self.model, self.board)
        self.resources = Resources(self.model, self.open_pile)
        self.words = FloatingTextLayer(self.screen.timeline)
        self.played, self.banner = ResolvingCard(window, self.model), Banner()
        self.battle, self.sealed = BattlePanel(self.model), BidsPanel(window, self.model)
        ui.put(self.board, (212, floor, 806, 640 - floor), "stretch", "stretch")
        ui.put(self.banner, (300, 540, 630, 74), "stretch", "high")
        ui.put(self.played, (214, floor + 4, 124, 206))
        ui.put(self.top, (0, 680, 1280, 40), "stretch", "high")
        ui.put(self.prompt, (250, 644, 730, 30), "stretch", "high")
        ui.put(self.battle, (354, floor + 6, 560, 162), "middle", "low")
        ui.put(self.sealed, (385, floor + 6, 460, 206), "middle", "low")
        self.order = Panel(self.track, "Resolve order", note="initiative, low first", pad=6, visible=False)
        ui.put(self.order, (1024, 462, 250, 214), "high", "high")

    def build_log(self, story: StoryPanel, floor: float) -> None:
        """Add the log, whose lower edge is at this height, and the floating words above everything."""
        self.story, self._floor = story, floor
        self.screen.ui.put(story, (1024, floor, 250, 676 - floor), "high", "stretch")
        self.screen.ui.put(self.words, (0, 0, 1280, 720), "stretch", "stretch")

    def seat_players(self, state: Bridgefront) -> None:
        """Add the seat panels and the animation after the number of seats is known."""
        self.model.state = state
        seats = self.seats = self.pointing.seats = Seats(self.model, len(state.seats), self.on_choose)
        self.announce_changed_keys()
        high = len(state.seats) * 72.0 - 6
        self.screen.ui.put(seats, (6, 676 - high, 200, high), "low", "high")
        bring_to_front(self.words)
        self.telling = BridgefrontAnimation(
            self.screen.timeline, self.board.view, self.model, self.story, seats, self.words, self.played, self.battle,
            self.banner, self.sealed, self.refresh, steps_of,
        )  # fmt: skip
        self.telling.on_sound = self.play_event_sound
        self.narrator.moment = self.moment
        self.board.view.show(state)
        self.refresh()

    def play_event_sound(self, event: Event) -> None:
        """Play the sound of an event, including the end of the match."""
        if isinstance(event, MatchEnded):
            self.play_end_sound(event.winners)
        else:
            super().play_event_sound(event)

    def refresh_board(self) -> None:
        """Update everything beside the board."""
        self.resources.refresh()
        self.track.touch()
        self.show_order()

    def show_order(self) -> None:
        """Show the resolve order, in part of the log's area, while there are actions to resolve."""
        wanted = self.hud and bool(self.model.turns)
        if self.order.visible != wanted:
            self.order.visible = wanted
            top = 456 if wanted else 676
            self.screen.ui.put(self.story, (1024, self._floor, 250, top - self._floor), "high", "stretch")

    def apply_settings(self, settings: Settings) -> None:
        """Apply new settings to the board as well."""
        super().apply_settings(settings)
        self.board.view.follow(self.model.palette, settings.reduced_motion, settings.effects)

    def view_actions(self) -> dict[str, Callable[[], object]]:
        """Return the view commands, including those of the board."""
        camera = self.board.view.camera
        far, middle = 60 * self.screen.scale, camera.view.center
        return {
            **super().view_actions(),
            "fit board": camera.fit,
            "zoom in": lambda: camera.zoom_at(*middle, 1.2),
            "zoom out": lambda: camera.zoom_at(*middle, 1 / 1.2),
            "pan left": lambda: camera.pan(far, 0),
            "pan right": lambda: camera.pan(-far, 0),
            "pan up": lambda: camera.pan(0, -far),
            "pan down": lambda: camera.pan(0, far),
        }

    def set_hidden(self, hidden: bool) -> None:
        """Hide or show the panels, including the resolve order."""
        super().set_hidden(hidden)
        self.show_order()

    def paint_emblem(self, canvas: Canvas, seat: int, rect: Rect) -> None:
        """Paint the medallion of a seat, with the sign of its faction."""
        paint_emblem(canvas, self.model, seat, rect)

    # Log --------------------------------------------------------------------------------------------------------------

    def highlight_subject(self, link: str) -> None:
        """Highlight the hexes, Bridges and seats that a line of the log concerns."""
        self.pointing.over(self.story, link)

    def pin(self, line: LogLine) -> None:
        """Keep the subject of a line highlighted."""
        self.pointing.pin(self.story, line)

    def unpin(self) -> bool:
        """Remove the pinned highlight; return True if there was one."""
        return self.pointing.unpin()

    # Overlays ---------------------------------------------------------------------------------------------------------

    def open_pile(self, name: str) -> None:
        """Show the content of one of the piles of the displayed seat."""
        shown, own = self.model, self.model.own
        if shown.state is None or shown.secrets is None:
            return
        piles = shown.table.piles
        whose = "Your" if own == shown.names.own else possessive_of(shown.names.public_name(own))
        if name == "draw":
            slots = (*piles.top[own], *piles.unknown[own], *piles.bottom[own])
            copies = [shown.secrets.faces[s] for s in slots if s in shown.secrets.faces] + list(piles.mix[own])
            title, note = f"{whose} draw pile", "In no particular order: nobody knows which card comes next."
        elif name == "discard":
            copies, note = list(piles.discard[own]), "Shuffled into a new draw pile when that is empty."
            title = f"{whose} discard pile"
        else:
            copies, title, note = list(shown.table.burnt[own]), "Entropy", "Out of the match."
        counted: dict[str, int] = {}
        for copy in copies:
            counted[card_name(shown.table, copy)] = counted.get(card_name(shown.table, copy), 0) + 1
        lines = [f"*{n}*  {escape(card)}" for card, n in sorted(counted.items())]
        text = "\n".join([f"{{muted}}{note}{{/}}", *(lines or ["{muted}No cards.{/}"])])
        self.dialogs.open_words(title, text)

    # Frames -----------------------------------------------------------------------------------------------------------

    def place_at_pointer(self) -> str:
        """Return the name of the hex or edge under the pointer, such as "hex 12"; "" if there is none."""
        under = self.board.under if self.screen.ui.hover is self.board else None
        return f"{under[0]} {under[1]}" if under is not None else ""

    def rect_of_place(self, place: str) -> Rect | None:
        """Return the rectangle around a hex or edge, or None if the board has no such place."""
        kind, number = self._parse_place(place)
        if number < 0:
            return None
        view, s = self.board.view, self.board.window.ui_scale
        x, y = view.map.edge_on_screen(number) if kind == "edge" else view.map.on_screen(number)
        half = PING_RADIUS * view.camera.zoom / s
        return Rect(x / s - half, y / s - half, 2 * half, 2 * half)

    def place_words(self, place: str) -> str:
        """Return a hex or edge in words."""
        kind, number = self._parse_place(place)
        return self.board.edge_words(number) if kind == "edge" else f"hex {label(self.board.state, number)}"

    def _parse_place(self, place: str) -> tuple[str, int]:
        """Return the kind and number of a place that another player named; the number is -1 if there is none."""
        kind, _, number = place.partition(" ")
        state = self.board.view.state
        places = 0 if state is None else {"hex": len(state.grid.hexes), "edge": len(state.bridges)}.get(kind, 0)
        found = [n for n in range(places) if str(n) == number]
        return (kind, found[0]) if found else ("", -1)

    def advance(self, dt: float) -> None:
        """Drop card pictures that are not visible."""
        if self.screen.textures.used_fraction() > ATLAS_LIMIT:
            self.screen.textures.keep_only(self.screen.scale)
        if self.screen.textures.generation != self._generation:
            self._generation = self.screen.textures.generation
            self.screen.ui.touch_all()

    def resized(self) -> None:
        """Adapt the notes to the new scale."""
        self.on_resize()

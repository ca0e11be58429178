"""Midnight's table: a map of nations around the clock, the fronts between them, the own home row; what is lit on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PIL import Image

from client.art import war_map
from client.art.theme import seat_look
from client.kit.canvas import Canvas
from client.kit.hexes import Rect
from client.kit.widget import Widget
from client.midnight import geometry
from client.midnight.clock import Clock, DicePlate, TickPlate
from client.midnight.front import SIZE as FRONT_SIZE
from client.midnight.front import Front, Seal
from client.midnight.inquiry import Inquiry, Pick
from client.midnight.panels import paint_tag
from client.midnight.places import Dial, Home, Place, Plate
from client.midnight.trays import Tray
from client.table.sight import Sight

MARGIN = 22.0
"""Around the clock stand the minutes."""
DETAIL = 0.7
"""The map is soft: it is drawn with so many of the window's pixels each way."""


class Aim(NamedTuple):
    """A lit place: what it picks and by which key."""

    place: Place
    pick: Pick
    key: str


class Land(Widget):
    """The map below everything."""

    def __init__(self, board: Board) -> None:
        super().__init__()
        self.board = board

    def hit(self, x: float, y: float) -> Widget | None:
        """The pointer goes through."""
        return None

    def paint(self, canvas: Canvas) -> None:
        """One picture; another when a nation falls."""
        board, state = self.board, self.board.sight.state
        if state is None:
            return
        detail = canvas.scale * DETAIL
        size = max(8, round(self.rect.w * detail)), max(8, round(self.rect.h * detail))
        x, y = board.clock.rect.center
        centre = (x - self.rect.x) * detail, (self.rect.top - y) * detail
        ruined = tuple(seat for seat in state.seats if state.ruined[seat] or state.eliminated[seat])
        cuts = geometry.sectors(board.table.places, board.table.clock, board.own)

        def draw() -> Image.Image:
            looks = {seat: seat_look(seat, board.sight.palette) for seat in cuts}
            lands = ((seat, a, b, looks[seat]) for seat, (a, b) in cuts.items())
            all_lands = [war_map.Land(a, b, look.colour, look.hatch, seat in ruined) for seat, a, b, look in lands]
            return war_map.lands(size, centre, all_lands)

        key = ("midnight map", len(cuts), board.own, ruined, size)
        canvas.image(canvas.textures.get(key, draw, detail, board.sight.palette), self.rect)


class Tags(Widget):
    """Over the panels: who is in Ruin, whom the next tick ruins."""

    def __init__(self, board: Board) -> None:
        super().__init__()
        self.board = board

    def hit(self, x: float, y: float) -> Widget | None:
        """The pointer goes through."""
        return None

    def paint(self, canvas: Canvas) -> None:
        """One for each panel that has one."""
        board = self.board
        if board.sight.state is not None:
            with canvas.enlarged(board.unit):
                for seat, panel in board.panels.items():
                    paint_tag(canvas, board.sight, seat, geometry.larger(panel.rect, 1 / board.unit))


class Board(Widget):
    """The whole table; the own nation lies at the lower edge."""

    role = "board"

    def __init__(
        self,
        sight: Sight,
        on_pick: Callable[[Place], object],
        on_aim: Callable[[Place | None], object] = lambda _p: None,
    ) -> None:
        super().__init__("Table", region="board", tab_each=True)
        self.sight, self.on_pick, self.on_aim = sight, on_pick, on_aim
        self.table = geometry.table(4, 1)
        self.inquiry: Inquiry | None = None
        self.lifted = 0
        """The copy that has been picked and not yet placed."""
        self.disputed: tuple[int, int] = (0, 0)
        """The two whose dispute is being told."""
        self.phase = ""
        """The step of the turn that is being told, in a word."""
        self.history: list[list[int]] = []
        """Worth at the beginning of each of the last turns, the oldest first."""
        self.land, self.clock = Land(self), Clock(self)
        self.tick, self.dice, self.tags = TickPlate(self), DicePlate(self), Tags(self)
        self.panels: dict[int, Plate] = {}
        self.trays: dict[tuple[int, int], Tray] = {}
        self.homes: dict[str, Home] = {}
        self.dials: dict[int, Dial] = {}
        self.front, self.seal = Front(sight), Seal()
        self._arranged_for = 0
        self.low: tuple[Widget, ...] = ()
        """What lies at the lower edge beside the own panel: the hand, in a replay all hands."""

    @property
    def unit(self) -> float:
        """Design pixels to one unit of the table."""
        return self.table.unit

    @property
    def own(self) -> int:
        """Whose seat is at the lower edge."""
        return self.sight.own or max(1, self.sight.names.own)

    @property
    def places(self) -> list[Place]:
        """All that may be picked, in the order of their keys."""
        own = self.own
        homes, trays = self.homes, self.trays
        mine = [tray for (seat, _), tray in trays.items() if seat == own]
        others = [tray for (seat, _), tray in trays.items() if seat != own]
        if not homes:
            return []
        return [homes["capital"], *mine, homes["store"], homes["discard"], homes["set"], *others, *self.dials.values()]

    def seat(self, seats: int, *low: Widget) -> None:
        """So many nations sit around it."""
        self.panels = {seat: Plate(self, seat) for seat in range(1, seats + 1)}
        around = [(self.own - 1 + turn) % seats + 1 for turn in range(seats)]
        self.trays = {(a, b): Tray(self, a, b) for a in around for b in around if a != b}
        self.homes = {what: Home(self, what) for what in Home.SHOWS}
        self.dials = {dial: Dial(self, dial) for dial in range(4)}
        self.low = low
        self.add(self.land, self.clock, self.dice, *self.panels.values(), *self.dials.values(), *self.trays.values(),
                 self.tick, *self.homes.values(), self.tags)  # fmt: skip
        self.add(*low, self.front, self.seal)

    def arrange(self) -> None:
        """Everything in its place."""
        if not self.panels:
            return
        self._arranged_for = self.own
        self.table = table = geometry.table(len(self.panels), self.own, self.rect.w, self.rect.h)
        x, y = self.rect.x, self.rect.y

        def put(widget: Widget, *name: str | int) -> None:
            widget.place(table.rect(*name).moved(x, y))

        self.land.place(self.rect)
        self.tags.place(self.rect)
        self.clock.place(geometry.larger(table.clock.inset(-MARGIN), table.unit).moved(x, y))
        put(self.dice, "dice")
        put(self.tick, "tick")
        for place in (*self.panels.values(), *self.trays.values()):
            put(place, *place.at)
        w, h = FRONT_SIZE[0] * table.unit, FRONT_SIZE[1] * table.unit
        cx, cy = self.clock.rect.center
        self.front.unit = table.unit
        self.front.place(Rect(cx - w / 2, cy - h / 2, w, h))
        self.seal.side = 84.0 * table.unit
        self._arrange_homes()
        for dial, place in self.dials.items():
            place.place(self.panels[self.own].dial_rect(dial))
        for widget in self.low:
            put(widget, "hand")

    def _arrange_homes(self) -> None:
        """A set of three takes a part of the discard pile, or all of it where nothing else is lit there."""
        x, y = self.rect.x, self.rect.y
        for what in ("capital", "store", "discard"):
            self.homes[what].place(self.table.rect("home", what).moved(x, y))
        sets, pile = self.homes["set"], self.homes["discard"]
        sets.visible = sets.pick is not None
        pile.visible = not sets.visible or pile.pick is not None
        whole = self.table.rect("home", "discard").moved(x, y)
        half = whole.h / 2 - 2
        if sets.visible and pile.visible:
            pile.place(Rect(whole.x, whole.top - half, whole.w, half))
            sets.place(Rect(whole.x, whole.y, whole.w, half))
        else:
            sets.place(whole)

    def of_post(self, seat: int, other: int) -> bool:
        """Whether this side of a post is the left one."""
        return self.trays[seat, other].rect.x < self.trays[other, seat].rect.x

    # What is lit ------------------------------------------------------------------------------------------------------

    def ask(self, inquiry: Inquiry | None) -> list[Aim]:
        """Lights what may be picked now; returns the lit places in the order of their keys."""
        self.inquiry = inquiry
        targets = inquiry.targets or inquiry.instead if inquiry is not None else []
        picked = inquiry.picked if inquiry is not None else []
        cards = [what for kind, what in picked if kind == "card"]
        placed = any(kind != "card" for kind, _ in picked[-1:])
        self.lifted = 0 if not cards or (placed and inquiry is not None and inquiry.targets) else cards[-1]
        keyed = bool(targets) and not any(kind == "card" for kind, _ in targets)
        last = picked[-1] if picked and picked[-1][0] not in ("card", "entry") else None
        shown: list[Aim] = []
        number = 0
        for place in self.places:
            found = [pick for pick in targets if place.takes(pick)]
            place.chosen = bool(last) and place.takes(last) and not found  # type: ignore[arg-type]
            place.pick = found[-1] if found else last if place.chosen else None
            number += bool(found) or place.chosen
            place.key = str(number % 10) if found and keyed and number <= 10 else ""
            place.closed = self._closed(place) if not found and cards and not place.chosen else ""
            if found:
                shown.append(Aim(place, found[-1], place.key))
        self.relayout()
        self._arrange_homes() if self.homes else None
        self.touch_tree()
        return shown

    def _closed(self, place: Place) -> str:
        inquiry = self.inquiry
        if inquiry is None or not isinstance(place, Tray) or place.seat != self.own:
            return ""
        return inquiry.why_not(("border", place.other))

    def may(self, pick: Pick) -> bool:
        """Whether this can be picked now."""
        return self.inquiry is not None and pick in self.inquiry.targets

    # What has changed -------------------------------------------------------------------------------------------------

    def speak_of(self, seats: tuple[int, ...]) -> None:
        """The log speaks of these."""
        for seat, panel in self.panels.items():
            panel.pointed = seat in seats
        for pair, tray in self.trays.items():
            tray.pointed = len(seats) > 1 and set(pair) <= set(seats)

    def turn_begins(self, worth: list[int]) -> None:
        """For the trend: a turn begins with this Worth."""
        self.history = [*self.history[-len(self.panels) + 1 :], list(worth)]

    def trend(self, seat: int) -> int:
        """How the Worth of a seat has moved in the last round of turns."""
        return self.sight.state.worth[seat] - self.history[0][seat] if self.history else 0

    def refresh(self) -> None:
        """The table has changed."""
        state = self.sight.state
        if state is not None and not self.sight.telling:
            self.clock.hand = float(state.clock)
        if self._arranged_for != self.own:
            self.relayout()
        self.touch_tree()

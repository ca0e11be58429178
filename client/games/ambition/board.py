"""Ambition's table: rivals around the baize, decks and claims on it, industries and the hand below it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from client.games.ambition import faces
from client.games.ambition.art import paint_room
from client.games.ambition.centre import Middle, OpenCard
from client.games.ambition.decor import ArmedSeats, EndConditions, Member
from client.games.ambition.pacts import PactLines
from client.games.ambition.places import Deck, IndustryPanel, IndustryPlace, Seat
from client.games.ambition.prompts import AmbitionPrompt
from client.table.pick import board as pick_board
from client.table.pick.board import PickBoard
from client.table.pick.chooser import Chooser
from client.table.view_model import ViewModel
from client.ui.hexes import Point, Rect
from client.ui.widget import Widget
from core.games.ambition.cards import INDUSTRIES
from core.games.ambition.state import Ambition
from core.games.ambition.strike import blast_seats

W, H = 1018.0, 680.0
"""Width and height of the table in its own units; y points upwards from the lower edge of the window."""


def spot(x: float, top: float, w: float, h: float) -> Rect:
    """Return a rectangle whose top is given as the distance from the upper edge of a 720 pixel window."""
    return Rect(x, 720.0 - top - h, w, h)


PLATES = spot(6, 44, 200, 500)
ARMED_AREA = spot(380, 84, 472, 32)
MIDDLE = spot(402, 218, 428, 180)
PILES = {faces.INTRIGUE: spot(440, 362, 46, 88), faces.ELITE: spot(746, 362, 46, 88)}
ENDS = spot(216, 472, 178, 70)
WORKS = spot(6, 552, 268, 162)
SEAT = 172.0, 88.0
SEAT_RING_POSITIONS: dict[int, tuple[Point, ...]] = {
    3: ((530, 454), (270, 150), (790, 150)),
    4: ((530, 454), (218, 280), (530, 122), (842, 280)),
    5: ((530, 454), (218, 286), (318, 124), (742, 124), (842, 286)),
    6: ((530, 454), (218, 310), (226, 150), (530, 122), (834, 150), (842, 310)),
}
"""Left and top of each seat's plate, by the number of seats; ours is first, then clockwise."""
HAND, CHOICE = spot(280, 546, 734, 172), spot(214, 453, 800, 97)
"""Areas of the hand (or of all hands), and of the row of choices above it."""


class Board(PickBoard[AmbitionPrompt]):
    """Whole table of Ambition, with the hand at its lower edge."""

    heart: Point = (616.0, 720.0 - 300.0)
    """Middle of the baize."""

    def __init__(
        self,
        model: ViewModel,
        on_pick: Callable[[pick_board.Place], object],
        on_aim: Callable[[pick_board.Place | None], object] = lambda _place: None,
    ) -> None:
        super().__init__(model, on_pick, on_aim)
        self.room = pick_board.BoardDecor(self, "Room", paint_room, transparent=True)
        self.armed, self.middle = ArmedSeats(self, "Armed"), Middle(self, "The middle")
        self.pacts = PactLines(self, "Alliances", lambda: self.pacts.explain())
        self.ends, self.works = EndConditions(self, "How it ends"), IndustryPanel(self)
        self.types = [IndustryPlace(self, industry) for industry in range(len(INDUSTRIES))]
        self.piles = {sort: Deck(self, sort) for sort in PILES}
        self.members: dict[int, Member] = {}
        self.around: dict[int, Seat] = {}
        self.low: tuple[Widget, ...] = ()
        self.target = 0
        """Seat at which the player is aiming a strike that is not yet launched, or 0."""
        self.hit_now: tuple[int, ...] = ()
        """Seats that are hit by the strike in the current animation."""
        self.lying: OpenCard | None = None
        """Card that is shown in the middle during the animation of a step, or None."""

    @property
    def unit(self) -> float:
        """Design pixels per unit of the table."""
        return min(self.rect.w / W, self.rect.h / H) or 1.0

    @property
    def origin(self) -> Point:
        """Position of the origin of the table's own coordinates."""
        return self.rect.x + (self.rect.w - W * self.unit) / 2, self.rect.y

    @property
    def places(self) -> Sequence[pick_board.Place]:
        """Decks, rivals and industries, in the order of their keys."""
        return [*self.piles.values(), *self.around.values(), *self.types]

    @property
    def blast(self) -> tuple[int, ...]:
        """Seats that the current strike hits, or that the aimed strike would hit."""
        state = self.model.state_of(Ambition)
        target = self.target or (state.strike.target if state is not None and state.strike is not None else 0)
        return self.hit_now or (blast_seats(state, target) if target and state is not None else ())

    def set_up_seats(self, seats: int, *low: Widget) -> None:
        """Prepare the table for this number of seats."""
        order = [(self.own - 1 + by) % seats + 1 for by in range(seats)]
        self.members = {seat: Member(self, seat) for seat in order}
        self.around = {seat: Seat(self, seat) for seat in order}
        self.low = low
        self.add(self.room, self.pacts, self.armed, self.ends, self.works, *self.types, self.middle,
                 *self.piles.values(), *self.members.values(), *self.around.values(), *low)  # fmt: skip

    def at(self, seat: int) -> Point:
        """Return the middle of a seat, in units of the table."""
        x, top = SEAT_RING_POSITIONS[len(self.around)][list(self.around).index(seat)]
        return x + SEAT[0] / 2, 720 - top - SEAT[1] / 2

    def arrange(self) -> None:
        """Arrange all parts of the table; the room fills any additional width of the window."""
        unit, (dx, dy) = self.unit, self.origin

        def put(widget: Widget, r: Rect) -> None:
            widget.place(r.scaled(unit).moved(dx, dy))

        self.room.place(self.rect)
        self.pacts.place(self.rect)
        for part, r in ((self.armed, ARMED_AREA), (self.middle, MIDDLE), (self.ends, ENDS), (self.works, WORKS)):
            put(part, r)
        for sort, pile in self.piles.items():
            put(pile, PILES[sort])
        for i, cell in enumerate(self.types):
            row, column = divmod(i, 2)
            put(cell, Rect(WORKS.x + 6 + column * 129, WORKS.top - 58 - 34 * row, 127, 30))
        high = min(97.0, (PLATES.h - 5 * (len(self.members) - 1)) / max(1, len(self.members)))
        for i, (seat, member) in enumerate(self.members.items()):
            put(member, Rect(PLATES.x, PLATES.top - high * (i + 1) - 5 * i, PLATES.w, high))
            x, y = self.at(seat)
            put(self.around[seat], Rect(x - SEAT[0] / 2, y - SEAT[1] / 2, *SEAT))
        for widget in self.low:
            put(widget, CHOICE if isinstance(widget, Chooser) else HAND)

    def make_room(self, choice: bool) -> None:
        """Hide the parts that the row of choices covers while it is shown."""
        self.ends.visible = self.around[self.own].visible = not choice

    def refresh(self) -> None:
        """Redraw the table after a change."""
        self.touch(tree=True)

    def clear(self) -> None:
        """Remove the display of the last event."""
        self.hit_now, self.lying = (), None

    def highlight_seats(self, seats: tuple[int, ...]) -> None:
        """Highlight the seats that a log entry names."""
        for seat, place_ in self.around.items():
            place_.pointed = self.members[seat].pointed = seat in seats
        self.touch(tree=True)

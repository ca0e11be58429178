"""Table of Midnight: nations around the clock, the fronts between them and the home row of our seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from client.games.midnight.art import geometry
from client.games.midnight.art.clock import Clock, DicePlate, TickPlate
from client.games.midnight.art.front import DisputeDisplay, Seal
from client.games.midnight.art.land import Land, Tags
from client.games.midnight.art.layout import arrange, arrange_homes
from client.games.midnight.place import Place
from client.games.midnight.places import Dial, HomePlace, Plate
from client.games.midnight.prompts import MidnightPrompt
from client.games.midnight.strike import Strike
from client.games.midnight.trays import Tray
from client.table.pick import board as pick_board
from client.table.pick.board import AimTarget, PickBoard
from client.table.pick.script import CARD
from client.table.view_model import ViewModel
from client.ui.hexes import Point
from client.ui.widget import Widget, relayout
from core.games.midnight.state import Midnight


class Board(PickBoard[MidnightPrompt]):
    """Board of Midnight: the whole table, with our nation at the lower edge."""

    lifts = (CARD, "entry")

    def __init__(
        self,
        model: ViewModel,
        on_pick: Callable[[pick_board.Place], object],
        on_aim: Callable[[pick_board.Place | None], object] = lambda _place: None,
    ) -> None:
        super().__init__(model, on_pick, on_aim)
        self.table = geometry.table(4, 1)
        self.disputed: tuple[int, int] = (0, 0)
        """Pair of seats whose dispute is being animated, or (0, 0)."""
        self.phase = ""
        """Step of the turn that is being animated, in a word."""
        self.history: list[list[int]] = []
        """Worth at the beginning of each of the last turns, the oldest first."""
        self.land, self.clock = Land(self), Clock(self)
        self.tick, self.dice, self.tags = TickPlate(self), DicePlate(self), Tags(self)
        self.panels: dict[int, Plate] = {}
        self.trays: dict[tuple[int, int], Tray] = {}
        self.homes: dict[str, HomePlace] = {}
        self.dials: dict[int, Dial] = {}
        self.front, self.seal = DisputeDisplay(model), Seal()
        self.strike: Strike
        """Display of the clock's strike, which covers the whole window."""
        self._arranged_for = 0
        self.low: tuple[Widget, ...] = ()
        """Widgets at the lower edge beside the player's panel: our hand, or all hands in a replay."""

    @property
    def unit(self) -> float:
        """Number of design pixels in one unit of the table."""
        return self.table.unit

    @property
    def places(self) -> list[Place]:
        """Places that may be picked, in the order of their keys."""
        own = self.own
        homes, trays = self.homes, self.trays
        mine = [tray for (seat, _), tray in trays.items() if seat == own]
        others = [tray for (seat, _), tray in trays.items() if seat != own]
        if not homes:
            return []
        return [homes["capital"], *mine, homes["store"], homes["discard"], homes["set"], *others, *self.dials.values()]

    def set_up_seats(self, seats: int, *low: Widget) -> None:
        """Create the widgets of this number of nations."""
        self.panels = {seat: Plate(self, seat) for seat in range(1, seats + 1)}
        around = [(self.own - 1 + turn) % seats + 1 for turn in range(seats)]
        self.trays = {(a, b): Tray(self, a, b) for a in around for b in around if a != b}
        self.homes = {what: HomePlace(self, what) for what in HomePlace.SHOWS}
        self.dials = {dial: Dial(self, dial) for dial in range(4)}
        self.low = low
        self.add(self.land, self.clock, self.dice, *self.panels.values(), *self.dials.values(), *self.trays.values(),
                 self.tick, *self.homes.values(), self.tags)  # fmt: skip
        self.add(*low, self.front, self.seal)

    def arrange(self) -> None:
        """Put every widget in its place."""
        if self.panels:
            self._arranged_for = self.own
            self.table = geometry.table(len(self.panels), self.own, self.rect.w, self.rect.h)
            arrange(self)

    def is_left_side(self, seat: int, other: int) -> bool:
        """Return True if this side of a front is the left one."""
        return self.trays[seat, other].rect.x < self.trays[other, seat].rect.x

    # Highlights -------------------------------------------------------------------------------------------------------

    def show_question(self, inquiry: MidnightPrompt | None) -> list[AimTarget]:
        """Show a prompt, and make room for the highlighted places of the home row."""
        shown = super().show_question(inquiry)
        if self.homes:
            arrange_homes(self)
        return shown

    def why_closed(self, place: pick_board.Place) -> str:
        """Return the reason why no card may be put on one of our borders; "" if one may."""
        if self.inquiry is None or not isinstance(place, Tray) or place.seat != self.own:
            return ""
        return self.inquiry.why_not(("border", place.other))

    # Changes ----------------------------------------------------------------------------------------------------------

    def highlight_seats(self, seats: tuple[int, ...]) -> None:
        """Highlight the seats that the log entry under the pointer concerns."""
        for seat, panel in self.panels.items():
            panel.pointed = seat in seats
        for pair, tray in self.trays.items():
            tray.pointed = len(seats) > 1 and set(pair) <= set(seats)

    def between(self, seat: int, other: int) -> Point:
        """Return the position at which a Pact between two nations is shown.

        If one of the nations is ours, it is our tray. Otherwise it is the middle of their border or of their dispute.
        """
        if self.front.visible:
            return self.front.rect.center
        if self.own in (seat, other):
            return self.trays[self.own, other if seat == self.own else seat].rect.center
        (ax, ay), (bx, by) = self.trays[seat, other].rect.center, self.trays[other, seat].rect.center
        return (ax + bx) / 2, (ay + by) / 2

    def clear(self) -> None:
        """Remove everything that an animation has put on the table."""
        self.disputed, self.clock.shock, self.dice.tumbling = (0, 0), 0.0, -1
        self.strike.visible, self.strike.drained, self.seal.visible = False, 1.0, False
        self.front.close()
        for tray in self.trays.values():
            tray.turned, tray.lifted = 1.0, 0
        for plate in self.panels.values():
            plate.worth, plate.flash, plate.flipped = -1.0, 0.0, 0

    def flip(self, flipped: Mapping[int, int]) -> None:
        """Show the cards of a duel, by seat; remove them if the mapping is empty."""
        for seat, plate in self.panels.items():
            plate.flipped = flipped.get(seat, 0)

    def record_turn_start(self, worth: list[int]) -> None:
        """Record the Worth of every nation at the beginning of a turn, for the trend."""
        self.history = [*self.history[-len(self.panels) + 1 :], list(worth)]

    def trend(self, seat: int) -> int:
        """Return the change of a seat's Worth in the last round of turns."""
        return self.model.table_of(Midnight).worth[seat] - self.history[0][seat] if self.history else 0

    def refresh(self) -> None:
        """Update the table after a change of its state."""
        state = self.model.state_of(Midnight)
        if state is not None and not self.model.telling:
            self.clock.hand = float(state.clock)
        if self._arranged_for != self.own:
            relayout(self)
        self.touch(tree=True)

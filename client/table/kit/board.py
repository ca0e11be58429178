"""The table of a game in one file: seats at the left, the cloth in the middle, the hand at the lower edge."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from client.table.hand import Hand
from client.table.kit.facts import TableFacts
from client.table.kit.layout import BOARD_WIDTH, CHOICES_H, GAP, HAND_H, PLATE_W, Plan, make_plan
from client.table.kit.places import GROUND, CardPlace, Cloth, Plate, to_board_units
from client.table.kit.prompts import KitPrompt
from client.table.kit.zones import Zones
from client.table.pick.board import BoardDecor, PickBoard, Place
from client.table.pick.chooser import Chooser
from client.table.view_model import ViewModel
from client.ui.hexes import Rect
from client.ui.widget import Widget, relayout
from core.kit.game import KitGame
from core.kit.questions import FromDeck, FromOffers
from core.kit.sources import NUMBER, WORD
from core.kit.table import Table

BOARD_HEIGHT = 680.0
CHOOSER_H, LOW_CHOOSER_H = 104.0, 86.0
"""Heights of the row of buttons without and with a hand below it."""
CHOOSER_OVER_HAND = 24.0
"""Height by which the row of buttons covers the upper edge of the hand."""


class KitBoard(PickBoard[KitPrompt]):
    """The board of any game in one file."""

    def __init__(
        self,
        game: KitGame,
        model: ViewModel,
        on_pick: Callable[[Place], object],
        on_aim: Callable[[Place | None], object] = lambda _place: None,
    ) -> None:
        super().__init__(model, on_pick, on_aim)
        self.game, self.facts = game, TableFacts(game, model)
        self.zones = self.facts.zones
        self.ground = BoardDecor(self, "Ground", lambda canvas, r: canvas.box(GROUND, r), transparent=True)
        self.cloth = BoardDecor(self, "The table", Cloth(self, self.facts).paint_in_units, transparent=True)
        self.layer = Widget("Cards on the table")
        self.plates: dict[int, Plate] = {}
        self.cards: dict[int, CardPlace] = {}
        """The widgets of the cards that lie or have lain on the table, by copy."""
        self.opening = False
        """True at the beginning of a step until its sealed cards are opened."""
        self.around: list[int] = []
        self.low: tuple[Widget, ...] = ()

    @property
    def plan(self) -> Plan:
        """The places of the table that is shown."""
        return self.facts.plan

    # Geometry ---------------------------------------------------------------------------------------------------------

    @property
    def _low(self) -> float:
        """The height of the area below the cloth, in units."""
        asks = any(isinstance(widget, Chooser) for widget in self.low) and any(
            isinstance(question, FromDeck) or (isinstance(question, FromOffers) and question.shown in (NUMBER, WORD))
            for question in self.game.questions.values()
        )
        if _shows_hand(self.zones, self.low):
            return HAND_H + (LOW_CHOOSER_H - CHOOSER_OVER_HAND if asks else 0.0)
        return CHOICES_H if asks else 0.0

    @property
    def unit(self) -> float:
        """Design pixels in one unit of the table; a big screen without hands has larger units."""
        return (
            min(self.rect.w / BOARD_WIDTH, self.rect.h / (BOARD_HEIGHT if self._low else BOARD_HEIGHT - HAND_H * 0.6))
            or 1.0
        )

    @property
    def size(self) -> tuple[float, float]:
        """The size of the board in units."""
        return self.rect.w / self.unit, self.rect.h / self.unit

    def on_screen(self, area: Rect) -> Rect:
        """Return an area of the plan in design pixels."""
        return to_board_units(self, area).scaled(self.unit)

    def make_plan(self, state: Table, opening: bool = False) -> Plan:
        """Return the places of the cards in a state."""
        return make_plan(self.zones, state, self.around, self.size, self._low, opening)

    def arrange(self) -> None:
        """Place everything; the hand and the buttons are at the lower edge."""
        if self.model.state is None:
            return
        state, opening = self.model.table_of(Table), self.opening
        self.facts.replan(state, (self.size, self._low, opening), lambda: self.make_plan(state, opening))
        self.ground.place(self.rect)
        self.cloth.place(self.on_screen(self.plan.cloth))
        self.layer.place(self.rect)
        for seat, area in self.plan.plates.items():
            self.plates[seat].place(self.on_screen(area))
        for copy, card in self.cards.items():
            card.visible = copy in self.plan.cards
            if card.visible:
                card.place(self.on_screen(self.plan.cards[copy]))
        left, wide = PLATE_W + 2 * GAP, self.size[0] - PLATE_W - 3 * GAP
        for widget in self.low:
            if isinstance(widget, Chooser):
                over_hand = Rect(left, HAND_H - CHOOSER_OVER_HAND, wide, LOW_CHOOSER_H)
                area = over_hand if _shows_hand(self.zones, self.low) else Rect(left, GAP, wide, CHOOSER_H)
                widget.place(self.on_screen(area))
            else:
                widget.place(
                    self.on_screen(Rect(left, 4, wide, HAND_H - 12 if isinstance(widget, Hand) else HAND_H - 16))
                )

    # Table ------------------------------------------------------------------------------------------------------------

    @property
    def places(self) -> Sequence[Place]:
        """The cards on the table in their order, then the seats."""
        return [*(self.cards[copy] for copy in self.plan.cards), *self.plates.values()]

    def set_up_seats(self, seats: int, *low: Widget) -> None:
        """Set up the table."""
        self.around = [(self.own - 1 + turn) % seats + 1 for turn in range(seats)]
        self.plates = {seat: Plate(self, self.facts, seat) for seat in self.around}
        self.low = low
        self.add(self.ground, self.cloth, *self.plates.values(), self.layer, *low)

    def refresh(self) -> None:
        """Update the cards after a change of the table."""
        state = self.model.state
        if state is None or not self.around:
            return
        self.facts.outdated = True
        self.arrange()
        new = [copy for copy in self.plan.cards if copy not in self.cards]
        if new:
            self.cards.update((copy, CardPlace(self, self.facts, copy)) for copy in new)
            self.layer.add(*(self.cards[copy] for copy in new))
        order = {copy: at for at, copy in enumerate(self.plan.cards)}
        self.layer.children.sort(key=lambda card: order.get(card.copy, -1) if isinstance(card, CardPlace) else -1)
        self.arrange()
        relayout(self)
        self.touch(tree=True)

    def highlight_seats(self, seats: tuple[int, ...]) -> None:
        """Highlight the plates of these seats."""
        for seat, plate in self.plates.items():
            plate.pointed = seat in seats


def _shows_hand(zones: Zones, low: Sequence[Widget]) -> bool:
    """Return True if the hand of a seat is shown at the lower edge."""
    return zones.own and any(widget.visible for widget in low if not isinstance(widget, Chooser))

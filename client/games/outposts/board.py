"""Table of Outposts: the map, one owner's hold, the open cards, the seats and our goods."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from client.games.outposts.art import GOODS_COLOURS, paint_seabed
from client.games.outposts.place import PIT_BOX, location_razers
from client.games.outposts.places import HoldSlot, OpenCard, OwnAsset, Tile
from client.games.outposts.prompts import OutpostsPrompt
from client.games.outposts.seats import Plate, Warden
from client.games.outposts.tooltips import SIGNS
from client.table.pick import board as pick_board
from client.table.pick.board import BoardDecor, PickBoard, Place
from client.table.pick.chooser import Chooser
from client.table.pick.script import Pick
from client.table.seats.names import possessive_heading
from client.table.view_model import ViewModel
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.theme import BoxStyle
from client.ui.widget import Widget, relayout
from core.games.outposts import cards
from core.games.outposts.board import LEAGUES, PLACES
from core.games.outposts.goods import MARKS, RESOURCES, WALL
from core.games.outposts.hidden_cards import RUINS
from core.games.outposts.state import WARDEN, Outposts

W, H = 1018.0, 680.0
"""Width and height of the table in its own units; y runs upwards from the lower edge of the window."""
SLOTS, OPENS = 18, 7
WITHOUT_WALLS, WITH_WALLS = (0.5, 0.5, 0.0), (0.42, 0.36, 0.22)
"""Shares of the width that the board action, labour and Walls have."""


def spot(x: float, top: float, w: float, h: float) -> Rect:
    """Return a rectangle whose `top` is its distance from the upper edge of a window 720 units high."""
    return Rect(x, 720.0 - top - h, w, h)


PLATES, LOOKOUT = spot(6, 44, 200, 504), spot(214, 84, 798, 58)
MAP, HOLD, GOODS = spot(214, 150, 418, 336), spot(642, 150, 370, 336), spot(6, 554, 268, 160)
HAND, CHOICE = spot(280, 544, 734, 174), spot(214, 488, 798, 62)
"""Rectangles of the hand, or all hands in a replay, and of the choices above it."""
SPENT = BoxStyle((92, 68, 20, 255), (66, 47, 12, 255), (255, 206, 94, 255), 4, 1.6)
PANEL = BoxStyle((34, 27, 28, 236), (22, 17, 19, 236), (128, 104, 84, 255), 7, 1.2)


class HoldPanel:
    """Panel of the displayed hold, on which its Locations are drawn."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def paint_in_units(self, canvas: Canvas, r: Rect) -> None:
        """Paint the owner's name, and a warning if a seat can raze something in the hold."""
        board, state = self.board, self.board.model.table_of(Outposts)
        canvas.box(PANEL, r)
        owner = board.looked
        mine = owner == board.own
        names = board.model.names
        title = "The Warden's hold" if owner == WARDEN else possessive_heading(names, owner, "hold")
        canvas.label(title, Rect(r.x + 12, r.top - 27, 200, 22), "accent", 15, "bold", 0)
        held = state.held_by(owner)
        words = f"{len(held)} VP at the end"
        ink, found = "muted", sorted({seat for copy in held for seat in location_razers(state, owner, copy)})
        if mine and found:
            words, ink = f"exposed to {', '.join(names.plain_name(seat) for seat in found)}", "bad"
        elif owner != board.own:
            words = "press your own seat to go back"
        canvas.label(words, Rect(r.x + 150, r.top - 27, r.w - 162, 22), ink, 12.5, align=1)
        if not board.in_hold:
            canvas.label("No Locations yet.", Rect(r.x + 12, r.y, r.w - 24, r.h - 30), "muted", 13)


class GoodsPanel:
    """Panel with the goods of our seat, and with the numbers of goods that it keeps and loses."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def paint_in_units(self, canvas: Canvas, r: Rect) -> None:
        """Paint the ten goods with their names; the goods that pay for the aimed pick are gold."""
        state, own = self.board.model.table_of(Outposts), self.board.own
        canvas.box(PANEL, r)
        title = possessive_heading(self.board.model.names, own, "goods")
        canvas.label(title, Rect(r.x + 10, r.top - 24, 110, 20), "accent", 13, "bold", 0)
        kept = min(3, sum(state.goods[own][kind] for kind in MARKS))
        lost = sum(state.goods[own][kind] for kind in (0, *RESOURCES))
        words = f"keeps {kept}, loses {lost}"
        canvas.label(words, Rect(r.x + 112, r.top - 24, r.w - 120, 20), "muted", 11.5, align=1)
        inquiry, aim = self.board.inquiry, self.board.aim
        spent = {kind for kind, _ in inquiry.paid(aim)} if inquiry is not None and aim is not None else set()
        wide = (r.w - 16) / 5
        for i, kind in enumerate((0, *RESOURCES, *MARKS, WALL)):
            box = Rect(r.x + 8 + (i % 5) * wide, r.top - 66 - (i // 5) * 42, wide - 4, 39)
            number = state.goods[own][kind]
            canvas.box(SPENT if kind in spent else PIT_BOX, box)
            with canvas.fade(1.0 if number else 0.5):
                canvas.icon(SIGNS[kind], Rect(box.x + 7, box.top - 21, 16, 16), GOODS_COLOURS[kind])
                canvas.label(str(number), Rect(box.x + 22, box.top - 23, box.w - 24, 20), "text", 16, "bold")
            word = SIGNS[kind].removesuffix(" mark")
            canvas.label(word, Rect(box.x, box.y + 1, box.w, 15), "muted", 11.5)


class Board(PickBoard[OutpostsPrompt]):
    """Board of Outposts: the whole table, with the hand at its lower edge."""

    def __init__(
        self,
        model: ViewModel,
        on_pick: Callable[[pick_board.Place], object],
        on_aim: Callable[[pick_board.Place | None], object] = lambda _place: None,
    ) -> None:
        super().__init__(model, on_pick, on_aim)
        self.aim: Pick | None = None
        """Pick under the pointer or the keyboard focus, or the last pick made."""
        self.looked_at = 0
        """Seat whose hold is shown, or 0 for our hold."""
        self.seabed = BoardDecor(self, "Seabed", paint_seabed, transparent=True)
        self.hold = BoardDecor(self, "Hold", HoldPanel(self).paint_in_units, transparent=True)
        self.purse = BoardDecor(self, "Goods", GoodsPanel(self).paint_in_units, transparent=True)
        self.tiles = {number: Tile(self, number) for number in PLACES}
        self.slots = [HoldSlot(self, i) for i in range(SLOTS)]
        self.opens = [OpenCard(self, i) for i in range(OPENS)]
        self.own_goods = [OwnAsset(self, what) for what in ("board", "labour", "walls")]
        self.plates: dict[int, Plate] = {}
        self.warden: Warden | None = None
        self.low: tuple[Widget, ...] = ()

    @property
    def unit(self) -> float:
        """Number of design pixels in one unit of the table."""
        return min(self.rect.w / W, self.rect.h / H) or 1.0

    @property
    def places(self) -> Sequence[Place]:
        """Places that may be picked: the map, the hold, the open cards, our goods and the seats."""
        warden = [self.warden] if self.warden is not None else []
        return [*self.tiles.values(), *self.slots, *self.opens, *self.own_goods, *warden, *self.plates.values()]

    @property
    def looked(self) -> int:
        """Owner of the displayed hold, which is a rival while the player chooses one of its Locations."""
        rival = self.inquiry.picked_numbers("rival") if self.inquiry is not None else []
        return rival[0] if rival else self.looked_at or self.own

    @property
    def in_hold(self) -> list[tuple[str, int]]:
        """Content of the displayed hold: Locations by kind, then Ruins and Deals."""
        state = self.model.state_of(Outposts)
        if state is None:
            return []
        owner = self.looked
        order = [cards.PRODUCTION, cards.FEATURE, cards.ACTION]
        held = sorted(state.held_by(owner), key=lambda copy: (order.index(cards.card_of(copy).kind), copy))
        found = [("location", copy) for copy in held]
        if owner != WARDEN:
            found += [("deal", copy) for copy in state.deals[owner]]
            found += [("ruin", entry) for entry in RUINS.entries(state, owner)]
        return found

    @property
    def open_cards(self) -> list[int]:
        """Cards in the row of the Lookout, followed by the Connections."""
        state = self.model.state_of(Outposts)
        return [] if state is None else [*state.row, *state.connections, *state.claimed][:OPENS]

    def league_sign(self, seat: int) -> str:
        """Return the icon of a seat's league, or "" before the league is chosen."""
        league = self.model.table_of(Outposts).league[seat] if self.model.state is not None else -1
        return LEAGUES[league].code.lower() if league >= 0 else ""

    def look_at(self, owner: int) -> None:
        """Show the hold of another owner."""
        self.looked_at = 0 if owner in (self.own, self.looked_at) else owner
        self.touch(tree=True)

    def set_up_seats(self, seats: int, *low: Widget) -> None:
        """Create the widgets of this number of seats."""
        around = [(self.own - 1 + turn) % seats + 1 for turn in range(seats)]
        self.plates = {seat: Plate(self, seat) for seat in around}
        self.warden = Warden(self) if seats == 1 else None
        self.low = low
        warden = [self.warden] if self.warden is not None else []
        self.add(self.seabed, self.hold, self.purse, *self.tiles.values(), *self.slots, *self.opens, *self.own_goods,
                 *warden, *self.plates.values(), *low)  # fmt: skip

    def arrange(self) -> None:
        """Put every widget in its place; the seabed fills the rest of the window."""
        unit = self.unit
        dx, dy = self.rect.x + (self.rect.w - W * unit) / 2, self.rect.y

        def put(widget: Widget, r: Rect) -> None:
            widget.place(r.scaled(unit).moved(dx, dy))

        self.seabed.place(self.rect)
        put(self.hold, HOLD)
        put(self.purse, GOODS)
        for number, tile in self.tiles.items():
            row, column = divmod(number - 1, 3)
            wide, high = MAP.w / 3, MAP.h / 3
            put(tile, Rect(MAP.x + column * wide, MAP.top - (row + 1) * high, wide - 5, high - 5))
        self._arrange_hold(put)
        shown = max(1, len(self.open_cards))
        wide = min(150.0, LOOKOUT.w / shown)
        for i, card in enumerate(self.opens):
            put(card, Rect(LOOKOUT.x + i * wide, LOOKOUT.y, wide - 6, LOOKOUT.h))
            card.visible = i < len(self.open_cards)
        walls = self.model.state is not None and self.model.table_of(Outposts).free_walls[self.own] > 0
        x = GOODS.x + 8
        for good, share in zip(self.own_goods, WITH_WALLS if walls else WITHOUT_WALLS, strict=True):
            wide = (GOODS.w - 16) * share
            put(good, Rect(x, GOODS.y + 6, max(0.0, wide - 4), 25))
            good.visible = share > 0
            x += wide
        rows: list[Widget] = [*self.plates.values()][:1] + ([self.warden] if self.warden is not None else [])
        rows += [*self.plates.values()][1:]
        high = min(124.0, (PLATES.h - 6 * (len(rows) - 1)) / max(1, len(rows)))
        for i, plate in enumerate(rows):
            put(plate, Rect(PLATES.x, PLATES.top - high * (i + 1) - 6 * i, PLATES.w, high))
        for widget in self.low:
            put(widget, CHOICE if isinstance(widget, Chooser) else HAND)

    def _arrange_hold(self, put: Callable[[Widget, Rect], None]) -> None:
        """Place the slots of the hold in two columns, or in three if there are more than ten slots."""
        count = len(self.in_hold)
        columns = 2 if count <= 10 else 3
        rows = max(1, -(-count // columns))
        wide, high = (HOLD.w - 16) / columns, min(58.0, (HOLD.h - 36) / rows)
        for i, slot in enumerate(self.slots):
            row, column = divmod(i, columns)
            slot.visible = i < count
            put(slot, Rect(HOLD.x + 8 + column * wide, HOLD.top - 32 - (row + 1) * high, wide - 5, high - 5))

    def refresh(self) -> None:
        """Update the table after a change of its state."""
        relayout(self)
        self.touch(tree=True)

    def highlight_seats(self, seats: tuple[int, ...]) -> None:
        """Highlight the seats that the log entry under the pointer concerns."""
        for seat, plate in self.plates.items():
            plate.pointed = seat in seats

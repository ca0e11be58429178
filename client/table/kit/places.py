"""Parts of the table of a game in one file: cards, seats, the cloth with its rows, decks and played cards."""

from __future__ import annotations

from client.table.kit.facts import TableFacts
from client.table.kit.layout import MINI, TITLE_H, Plan
from client.table.kit.looks import CardLooks
from client.table.kit.paint import paint_card, paint_cloth, paint_deck_back, paint_seat_back
from client.table.kit.zones import Zone, field_value, format_value
from client.table.match.seat_status import paint_plate, seat_activity
from client.table.pick.board import AIMED_BOX, LIT_BOX, Place, PlaceBoard
from client.table.pick.script import Pick
from client.table.seats.emblem import paint_emblem, seat_ink
from client.table.view_model import ViewModel
from client.ui import text as typeset
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.richtext import escape
from client.ui.theme import BoxStyle
from client.ui.widget import UNLIMITED, Widget
from core.engine.hidden.cards import closed_entries
from core.engine.text.words import capitalise, format_count
from core.kit.table import Table

GROUND = BoxStyle((22, 30, 43, 255), (10, 14, 21, 255), (10, 14, 21, 255), 0, 0)
ZONE = BoxStyle((0, 0, 0, 46), (0, 0, 0, 26), (226, 240, 232, 46), 8, 1)
SLOT = BoxStyle((0, 0, 0, 70), (0, 0, 0, 40), (226, 240, 232, 80), 7, 1.2)
EDGE = BoxStyle((0, 0, 0, 0), (0, 0, 0, 0), (92, 74, 44, 255), 9, 2)
CHIP = BoxStyle((8, 20, 22, 190), (4, 12, 14, 190), (190, 220, 210, 70), 7, 1)
PILL = BoxStyle((12, 16, 24, 210), (8, 11, 17, 210), (120, 132, 150, 110), 5, 1)
MAX_DOWN = 5
"""Cards that lie face down: maximum number that are drawn on top of each other."""
READABLE, SMALL = 120.0, 60.0
"""Design pixels: widths below which the text and the title of a card are too small."""
LABEL = (204, 224, 216, 255)
CARD_NUMBER = (255, 248, 230, 255)


class LargeCard(Widget):
    """A card that is large enough to be read, for tooltips."""

    def __init__(self, looks: CardLooks, copy: int, name: str) -> None:
        super().__init__(name)
        self.looks, self.copy = looks, copy

    def measure(self, limit: float = UNLIMITED) -> tuple[float, float]:
        """Return the size of a card for reading."""
        return 180.0, 260.0

    def paint(self, canvas: Canvas) -> None:
        """Paint the card."""
        paint_card(self.looks, self.copy, canvas, self.rect)


class CardPlace(Place):
    """A card that lies face up on the table."""

    role = "card"

    def __init__(self, board: PlaceBoard, facts: TableFacts, copy: int) -> None:
        super().__init__(board, capitalise(facts.kit.card(copy)))
        self.facts, self.copy = facts, copy

    def accepts_pick(self, pick: Pick) -> bool:
        """Return True if the pick chooses this card."""
        return pick == ("lies", self.copy)

    def explain(self) -> str:
        """Return the card in words, and where it lies."""
        where = self.facts.describe_place(self.copy)
        lines = [f"*{escape(self.name)}*", escape(self.facts.looks.tip(self.copy)), f"{{muted}}{where}{{/}}"]
        return "\n".join(filter(None, lines))

    def tip_at(self, x: float, y: float) -> tuple[str | Widget | None, Rect]:
        """Return the large card for a card that is too small to be read."""
        small = self.rect.w < READABLE and bool(self.facts.looks.look(self.copy).text or self.rect.w < SMALL)
        return (LargeCard(self.facts.looks, self.copy, self.name) if small else self.explain()), self.rect

    def paint_in_units(self, canvas: Canvas, r: Rect) -> None:
        """Draw the card, lit if it can be picked."""
        if self.copy in self.facts.in_flight:
            return
        if self.pick is not None:
            canvas.box(AIMED_BOX if self.is_aimed else LIT_BOX, r.inset(-4 if r.w > MINI else -2))
        paint_card(self.facts.looks, self.copy, canvas, r)

    def value_text(self) -> str:
        """Return the place of the card."""
        return self.facts.describe_place(self.copy)


class Plate(Place):
    """The plate of a seat: its points, its numbers, its hand, and the cards that it has gathered."""

    role = "seat"

    def __init__(self, board: PlaceBoard, facts: TableFacts, seat: int) -> None:
        super().__init__(board, f"Seat {seat}")
        self.facts, self.seat = facts, seat

    def accepts_pick(self, pick: Pick) -> bool:
        """Return True if the pick chooses this player."""
        return pick == ("seat", self.seat)

    def numbers(self, state: Table) -> list[tuple[str, str]]:
        """Return the names and values of the seat's columns, and the cards of its hand that the player has seen."""
        cards = seen_cards(self.model, state, self.seat)
        seen = ", ".join(capitalise(self.facts.kit.card(copy)) for copy in cards)
        told = [(zone.title, self._cell_text(state, zone)) for zone in self.facts.zones.columns]
        return [*told, ("You saw", seen)] if seen else told

    def _cell_text(self, state: Table, zone: Zone) -> str:
        value = field_value(state, zone.field)[self.seat]
        if isinstance(value, tuple):
            return ", ".join(self.model.names.plain_name(seat) for seat in value) or "–"
        return format_value(value)

    def explain(self) -> str:
        """Return everything public about the seat."""
        if self.model.state is None:
            return ""
        state = self.model.table_of(Table)
        lines = [f"*{self.model.names.coloured_name(self.seat)}*"]
        points = self.facts.points_of(self.seat)
        lines += [f"Points: *{points}*"] if points else []
        lines += [f"{escape(title)}: *{escape(value)}*" for title, value in self.numbers(state)]
        if self.facts.zones.own:
            hand, deck = state.hand_size(self.seat), state.deck_size(self.seat)
            lines.append(f"{format_count(hand, 'card')} in hand, {deck} to draw, {len(state.spent(self.seat))} played")
        for zone in self.facts.zones.gathered:
            names = [capitalise(self.facts.kit.card(copy)) for copy in field_value(state, zone.field)[self.seat]]
            lines.append(f"{escape(zone.title)}: {escape(', '.join(names)) or 'nothing'}")
        lines += filter(None, [self.model.key_words(self.seat)])
        return "\n".join(lines)

    def paint_in_units(self, canvas: Canvas, r: Rect) -> None:
        """Draw the emblem, the name, the activity, the points, the numbers and the frames of the zones."""
        model, seat, state = self.model, self.seat, self.model.table_of(Table)
        paint_plate(canvas, model, seat, r, self.pointed)
        if self.pick is not None:
            canvas.box(AIMED_BOX if self.is_aimed else LIT_BOX, r.inset(2))
        emblem = Rect(r.x + 11, r.top - 41, 32, 32)
        paint_emblem(canvas, seat, model.palette, emblem)
        points = self.facts.points_of(seat)
        wide = max(34.0, typeset.width(points, "title", 26) + 6) if points else 0.0
        name = Rect(r.x + 51, r.top - 27, r.w - 62 - wide, 20)
        canvas.label(model.names.plain_name(seat), name, seat_ink(seat), 15, "bold", 0)
        if points:
            canvas.label(points, Rect(r.right - wide - 9, r.top - 41, wide, 32), "accent", 26, "title", 1)
        icon, words, ink = self.activity(state)
        canvas.icon(icon, Rect(r.x + 51, r.top - 43, 12, 12), ink)
        canvas.label(words, Rect(r.x + 67, r.top - 46, r.w - 78 - wide, 18), ink, 12, align=0)
        self._draw_numbers(canvas, Rect(r.x + 9, r.top - 68, r.w - 18, 20), state)
        for zone in self.facts.zones.gathered:
            area = self.facts.plan.gathered[zone.field, seat]
            if not field_value(state, zone.field)[seat]:
                canvas.label(zone.title, to_board_units(self.board, area), "muted", 11.5, align=0)

    def _draw_numbers(self, canvas: Canvas, r: Rect, state: Table) -> None:
        """Draw the size of the hand and the columns as small labels."""
        pills = [(title, value) for title, value in self.numbers(state)]
        x = r.x
        if self.facts.zones.own:
            canvas.icon("hand", Rect(x, r.y + 3, 14, 14), "muted")
            used = canvas.text(str(state.hand_size(self.seat)), x + 18, r.y + 5, "text", 13, "bold")
            x += 18 + used + 10
        room = (r.right - x) / max(1, len(pills))
        for title, value in pills:
            label = typeset.width(title, size=11.5) + typeset.width(value, "bold", 13) + 20
            box = Rect(x, r.y, min(room - 4, label), 19)
            canvas.box(PILL, box)
            number = typeset.width(value, "bold", 13) + 2
            canvas.label(title, Rect(box.x + 6, box.y, box.w - number - 14, box.h), "muted", 11.5, align=0)
            canvas.label(value, Rect(box.right - number - 6, box.y, number, box.h), "text", 13, "bold", 1)
            x += box.w + 5

    def activity(self, state: Table) -> tuple[str, str, str]:
        """Return the activity of the seat: trouble, choosing, a sealed choice, or nothing."""
        if state.over:
            won = self.seat in self.facts.winners()
            return ("trophy", "winner", "accent") if won else ("tick", "done", "muted")
        activity = seat_activity(self.model, self.seat)
        if activity is not None:
            return activity
        return (
            ("seal", "has chosen", "good")
            if self.seat in self.facts.sealed_seats(state)
            else ("tick", "ready", "muted")
        )

    def value_text(self) -> str:
        """Return the seat in one line."""
        if self.model.state is None:
            return ""
        state = self.model.table_of(Table)
        told = [f"{title} {value}" for title, value in self.numbers(state)]
        points = self.facts.points_of(self.seat)
        return ", ".join(filter(None, [self.model.names.plain_name(self.seat), points and f"{points} points", *told]))


def seen_cards(model: ViewModel, state: Table, seat: int) -> list[int]:
    """Return the closed cards in the hand of another seat that the player has been shown."""
    if seat == model.own or (model.opened is not None and model.open):
        return []
    return [copy for slot in state.piles.hand[seat] if (copy := model.face(seat, slot))]


class Cloth:
    """The cloth in the middle: numbers of the table, rows, decks, and the places for played cards."""

    def __init__(self, board: PlaceBoard, facts: TableFacts) -> None:
        self.board, self.model, self.facts = board, board.model, facts

    def paint_in_units(self, canvas: Canvas, r: Rect) -> None:
        """Draw everything that is no card."""
        state, plan = self.model.table_of(Table), self.facts.plan
        paint_cloth(canvas, r)
        canvas.box(EDGE, r)
        self._draw_strip(canvas, to_board_units(self.board, plan.strip), state)
        for zone in self.facts.zones.rows:
            self._draw_row(
                canvas, to_board_units(self.board, plan.rows[zone.field]), zone, len(field_value(state, zone.field))
            )
        for deck, box in plan.decks.items():
            self._draw_deck(canvas, to_board_units(self.board, box), deck)
        self._draw_slots(canvas, state, plan)

    def _draw_strip(self, canvas: Canvas, r: Rect, state: Table) -> None:
        """Draw the numbers of the table and the orders of seats."""
        zones = self.facts.zones
        chips = len(zones.counters) + 1.6 * len(zones.orders)
        if not chips:
            return
        each, x = min(170.0, (r.w - 6) / chips), r.x
        for zone in zones.counters:
            value = format_value(field_value(state, zone.field))
            box = Rect(x, r.y + 6, each - 8, 38)
            canvas.box(CHIP, box)
            number = min(box.w * 0.6, typeset.width(value, "title", 22) + 8)
            canvas.label(zone.title, Rect(box.x + 9, box.y, box.w - number - 20, box.h), LABEL, 13, align=0)
            canvas.label(value, Rect(box.right - number - 8, box.y, number, box.h), CARD_NUMBER, 22, "title", 1)
            x += each
        for zone in zones.orders:
            wide = each * 1.6
            box = Rect(x, r.y + 6, wide - 8, 38)
            canvas.box(CHIP, box)
            title = min(box.w * 0.4, typeset.width(zone.title, size=13) + 6)
            canvas.label(zone.title, Rect(box.x + 9, box.y, title, box.h), LABEL, 13, align=0)
            seats = field_value(state, zone.field)
            step = min(30.0, (box.w - title - 22) / max(1, len(seats)))
            if not seats:
                canvas.label("–", Rect(box.x + title + 14, box.y, 20, box.h), LABEL, 15, align=0)
            for i, seat in enumerate(seats):
                paint_emblem(canvas, seat, self.model.palette, Rect(box.x + title + 14 + step * i, box.y + 7, 22, 22))
            x += wide

    def _draw_row(self, canvas: Canvas, r: Rect, zone: Zone, many: int) -> None:
        """Draw the frame and the title of a row."""
        canvas.box(ZONE, r.inset(2, 3))
        words = f"{zone.title} · {many}" if many else zone.title
        canvas.label(words, Rect(r.x + 12, r.top - TITLE_H - 3, r.w - 24, TITLE_H), LABEL, 13, "bold", 0)

    def _draw_deck(self, canvas: Canvas, box: Rect, deck: int) -> None:
        """Draw a common deck, as high as it has cards, with their number."""
        left = self.facts.deck_size(deck)
        look = self.facts.looks.back(deck)
        if not left:
            canvas.box(SLOT, box)
        for i in range(min(3, -(-left // 8)) - 1, -1, -1):
            paint_deck_back(look, canvas, box.moved(-1.5 * i, 2.5 * i))
        canvas.label(str(left), Rect(box.x, box.y - 21, box.w, 19), CARD_NUMBER, 15, "bold")
        canvas.label(self.facts.deck_title(deck), Rect(box.x - 8, box.top + 7, box.w + 16, 17), LABEL, 12.5)

    def _draw_slots(self, canvas: Canvas, state: Table, plan: Plan) -> None:
        """Draw the places for played cards; a sealed card shows its back."""
        sealed = self.facts.sealed_seats(state) if self.facts.hides_hand_choices(state) else set()
        for seat, area in plan.slots.items():
            box = to_board_units(self.board, area)
            canvas.box(SLOT, box)
            down = closed_entries(state.face_down[seat])
            for i, slot in enumerate(down[-MAX_DOWN:]):
                self._draw_down(canvas, seat, slot, box.moved(12.0 * i - 6.0 * (min(len(down), MAX_DOWN) - 1), 0))
            if len(down) > 1:
                canvas.label(str(len(down)), Rect(box.right - 20, box.y + 4, 26, 20), CARD_NUMBER, 15, "bold")
            if seat in sealed:
                paint_seat_back(canvas, seat, self.model.palette, box)
            name = Rect(box.x - 22, box.y - 19, box.w + 44, 17)
            canvas.label(self.model.names.plain_name(seat), name, seat_ink(seat), 12.5, "bold")

    def _draw_down(self, canvas: Canvas, seat: int, slot: int, box: Rect) -> None:
        """Draw a card that lies face down: its back, and for the seat that knows it a small face in the corner."""
        paint_seat_back(canvas, seat, self.model.palette, box)
        copy = self.model.face(seat, slot)
        if copy:
            paint_card(
                self.facts.looks, copy, canvas, Rect(box.x + 5, box.top - 5 - 0.55 * box.w, 0.38 * box.w, 0.55 * box.w)
            )

    def value_text(self) -> str:
        """Return the numbers of the table and the rows in words."""
        if self.model.state is None:
            return ""
        state, zones = self.model.table_of(Table), self.facts.zones
        told = [f"{zone.title} {format_value(field_value(state, zone.field))}" for zone in zones.counters]
        for zone in zones.orders:
            told.append(
                f"{zone.title}: "
                f"{', '.join(map(self.model.names.plain_name, field_value(state, zone.field))) or 'nobody'}"
            )
        for zone in zones.rows:
            told.append(
                f"{zone.title}: {', '.join(map(self.facts.kit.card, field_value(state, zone.field))) or 'no cards'}"
            )
        told += [
            f"{self.facts.deck_title(deck)}: {format_count(self.facts.deck_size(deck), 'card')}" for deck in zones.decks
        ]
        return "; ".join(told)


def to_board_units(board: PlaceBoard, area: Rect) -> Rect:
    """Return an area of the plan in the units in which the widgets of a board paint."""
    return area.moved(board.rect.x / board.unit, board.rect.y / board.unit)

"""Cabinet's table: crises on the wall, the clock of the deck, the ladder to the target, desk and team."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, pi, sin

from client.art.fonts import TITLE
from client.games.cabinet.art import paint_card, paint_cork, paint_room, paint_token
from client.games.cabinet.places import (
    CHIP,
    ENVELOPE,
    OWN,
    ComingCrisis,
    Crisis,
    Deck,
    Desk,
    DeskCard,
    MilestoneDeck,
    Place,
    Plate,
)
from client.games.cabinet.prompts import CabinetPrompt
from client.games.cabinet.tooltips import card_tip, deck_size, rules_of, time_left
from client.table.pick import board as pick_board
from client.table.pick.board import BoardDecor, PickBoard
from client.table.seats.emblem import paint_emblem, seat_ink
from client.table.view_model import ViewModel
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.theme import BoxStyle
from client.ui.widget import Widget
from core.engine.text.words import format_count
from core.games.cabinet import cards, payment, standing
from core.games.cabinet.cards import CHALLENGE, FLEETING, GOODWILL, MILESTONE, MINISTRY, RESOURCE
from core.games.cabinet.decisions import Pledge, Settle
from core.games.cabinet.decks import known_cards
from core.games.cabinet.options import BRISK
from core.games.cabinet.state import Cabinet

W, H = 1018.0, 680.0
"""Width and height of the table in its own units; y runs upwards from the lower edge of the window."""
CRISES, COMING, ASIDES = 3, 2, 4
"""Places for Challenges in play, for Challenges that come next, and for cards on the desk."""


def spot(x: float, top: float, w: float, h: float) -> Rect:
    """Return a rectangle whose `top` is its distance from the upper edge of a window 720 units high."""
    return Rect(x, 720.0 - top - h, w, h)


PLATES = spot(6, 44, 200, 504)
WALL, CLOCK, LADDER = spot(216, 84, 500, 204), spot(732, 84, 190, 200), spot(942, 84, 72, 462)
DESK, STAKE, GOALS = spot(216, 304, 712, 242), spot(318, 312, 600, 224), spot(230, 338, 82, 118)
PLEDGES_HEIGHT = 50.0
HAND_AREAS = spot(280, 548, 734, 170), spot(216, 394, 712, 150)
"""Areas of the hand, and of the choices beside it, in units of the table."""
DECKS = spot(6, 566, 268, 148)
LAMP, BRASS = (255, 226, 160, 255), BoxStyle((46, 34, 20, 245), (30, 21, 12, 245), (200, 150, 70, 255), 8, 1.5)
RUNG, LIT_RUNG = BoxStyle((96, 70, 34, 255), (70, 48, 22, 255), (40, 26, 12, 255), 3, 1), BoxStyle(
    (255, 220, 130, 255), (226, 166, 60, 255), (96, 60, 10, 255), 3, 1)  # fmt: skip
NEXT_RUNG = BoxStyle((120, 220, 150, 255), (50, 160, 90, 255), (20, 70, 40, 255), 3, 1)
MISSING_CARD_BOX = BoxStyle((255, 244, 224, 60), (255, 244, 224, 30), (255, 110, 80, 255), 7, 1.8)
CARD_PLACE_BOX = BoxStyle((40, 70, 54, 255), (28, 52, 40, 255), (170, 200, 170, 180), 7, 1)


class Wall:
    """Part that shows the board of the crises, and the Ministries that the team has in play."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def paint_in_units(self, canvas: Canvas, r: Rect) -> None:
        """Draw the cork board, its title and the cost of the next Upkeep."""
        state = self.board.model.table_of(Cabinet)
        paint_cork(canvas, r)
        canvas.label("Crises on the wall", Rect(r.x + 16, r.top - 32, 200, 24), LAMP, 15, "bold", 0)
        many = len(state.challenges)
        words = f"{many} of {state.limit} · next Upkeep: {format_count(standing.upkeep(state), 'card')}"
        canvas.label(words, Rect(r.right - 256, r.top - 32, 240, 24), "warn" if many >= state.limit else "text", 13,
                     align=1)  # fmt: skip
        if known_cards(state, CHALLENGE):
            canvas.label("coming next", Rect(r.right - 182, r.y + 8, 172, 18), "muted", 12)
        for i, copy in enumerate(state.placed[:3]):
            box = Rect(r.x + 14 + 98 * i, r.y + 7, 92, 19)
            canvas.box(CHIP, box)
            canvas.label(f"{cards.name_of(copy)} waits", box.inset(4, 0), "text", 11.5)


class ChallengeClock:
    """Clock that shows the number of Challenges left, which limits the team's time."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def paint_in_units(self, canvas: Canvas, r: Rect) -> None:
        """Draw a ring that empties, and the number of Challenges left."""
        state = self.board.model.table_of(Cabinet)
        left, whole = deck_size(state, CHALLENGE), max(1, self.board.most)
        cx, cy, far = r.center[0], r.top - 87, min(r.w, r.h) / 2 - 12
        canvas.box(BoxStyle((52, 36, 19, 255), (52, 36, 19, 255), (222, 172, 84, 255), far + 10, 3),
                   Rect(cx - far - 10, cy - far - 10, 2 * far + 20, 2 * far + 20))  # fmt: skip
        for i in range(whole):
            turn = pi / 2 - 2 * pi * (i + 0.5) / whole
            x, y = cx + far * 0.83 * cos(turn), cy + far * 0.83 * sin(turn)
            ink = (216, 70, 56, 255) if i < left else (84, 70, 54, 255)
            canvas.box(BoxStyle(ink, ink, (30, 18, 8, 255), 4, 1), Rect(x - 6, y - 6, 12, 12))
        low = left <= 5
        canvas.label(str(left), Rect(cx - 50, cy - 6, 100, 48), "bad" if low else LAMP, 42, "title")
        canvas.label("Challenges", Rect(cx - 60, cy - 26, 120, 18), "text", 12.5, "bold")
        canvas.label("in the deck", Rect(cx - 60, cy - 41, 120, 16), "muted", 12)
        plate = Rect(cx - 84, r.y + 2, 168, 22)
        canvas.box(BRASS, plate)
        canvas.label(time_left(state), plate, "bad" if low else "text", 13, "bold")

    def value_text(self) -> str:
        """Return the number of Challenges left, in words."""
        return f"{deck_size(self.board.model.table_of(Cabinet), CHALLENGE)} Challenges in the deck"


class Ladder:
    """Ladder that shows the points of the achieved Milestones, up to the target."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def paint_in_units(self, canvas: Canvas, r: Rect) -> None:
        """Draw a rung for each point; the points of the current attempt are green."""
        state = self.board.model.table_of(Cabinet)
        canvas.box(BRASS, r)
        canvas.icon("milestone", Rect(r.x + 9, r.top - 28, 18, 18), "accent")
        canvas.label(str(state.target), Rect(r.x + 26, r.top - 32, 40, 26), "accent", 20, TITLE)
        canvas.label("target", Rect(r.x, r.top - 48, r.w, 16), "muted", 11.5)
        canvas.label(str(state.score), Rect(r.x, r.y + 20, r.w, 34), LAMP, 28, "title")
        canvas.label("score", Rect(r.x, r.y + 6, r.w, 16), "muted", 11.5)
        low, high = r.y + 62, r.top - 56
        each = (high - low) / max(1, state.target)
        at_stake = state.at_stake
        more = state.rules.milestone(at_stake).points if at_stake and cards.deck_of(at_stake) == MILESTONE else 0
        for i in range(state.target):
            rung = Rect(r.x + 12, low + i * each + 1, r.w - 36, max(3.0, each - 4))
            canvas.box(LIT_RUNG if i < state.score else NEXT_RUNG if i < state.score + more else RUNG, rung)
            if (i + 1) % 5 == 0 and not state.score - 1 <= i <= state.score + more:
                canvas.label(str(i + 1), Rect(rung.right + 1, rung.y - 4, 22, each + 4), "muted", 11.5)
        if more:
            y = low + (state.score + more / 2) * each
            canvas.label(f"+{more}", Rect(r.right - 27, y - 9, 26, 18), "good", 13.5, "bold")

    def value_text(self) -> str:
        """Return the score, in words."""
        state = self.board.model.table_of(Cabinet)
        return f"{state.score} of {state.target} points"


class PaymentDisplay:
    """Display of the current payment: filled places, their payers, open places, and seats that answered."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def present(self) -> bool:
        """Return True while a payment is in progress."""
        state = self.board.model.state_of(Cabinet)
        return bool(state is not None and state.at_stake)

    def explain(self) -> str:
        """Return the tooltip of the card that is being paid for."""
        return card_tip(self.board.model.table_of(Cabinet).at_stake, rules_of(self.board.model))

    def filled(self) -> tuple[list[tuple[int, int]], tuple[int, ...]]:
        """Return the filled places, each with its seat and its card, and the open places.

        Seat 0 means the Assist. The player's picks count as filled places.
        """
        board, state = self.board, self.board.model.table_of(Cabinet)
        cost = standing.cost(state, state.at_stake)
        if state.pace == BRISK:
            assist = self._chosen_assist()
            given = [(seat, cards.kind_of(copy)) for seat, copies in payment.fullest_filling(state, assist).cards_taken
                     for copy in copies]  # fmt: skip
            missing = payment.fullest_filling(state, assist).missing
            places = payment.assist_places(state, assist)
            helped = len(cost) - len(given) - len(missing)
            return [*((0, kind) for kind in (*places, GOODWILL, GOODWILL)[:helped]), *given], missing
        inquiry, own = board.inquiry, board.model.own
        pledges, assist = list(state.pledges), state.assist
        if inquiry is not None and isinstance(inquiry.decision, Pledge):
            pledges[own] = inquiry.decision.cards
            assist = inquiry.decision.assist if own == state.current else assist
        places = payment.assist_places(state, assist)
        found = payment.fill_cost(cost, [(seat, pledges[seat]) for seat in state.clockwise(state.current)], places)
        given = [(seat, cards.kind_of(copy)) for seat, copies in found.cards_taken for copy in copies]
        helped = len(cost) - len(given) - len(found.missing)
        return [*((0, kind) for kind in (*places, GOODWILL, GOODWILL)[:helped]), *given], found.missing

    def _chosen_assist(self) -> int:
        """Return the Assist of the picked way to pay, or of the first way."""
        inquiry = self.board.inquiry
        if inquiry is not None and isinstance(inquiry.decision, Settle):
            return inquiry.decision.assist
        ways = payment.settlements(self.board.model.table_of(Cabinet))
        return ways[0].assist if ways else 0

    def paint_in_units(self, canvas: Canvas, r: Rect) -> None:
        """Draw the card at the left, its places beside it, and the answers below."""
        below, r = (
            Rect(r.x, r.y, r.w, PLEDGES_HEIGHT),
            Rect(r.x, r.y + PLEDGES_HEIGHT + 10, r.w, r.h - PLEDGES_HEIGHT - 10),
        )
        board, state = self.board, self.board.model.table_of(Cabinet)
        copy = state.at_stake
        if not copy:
            return
        paint_card(canvas, copy, Rect(r.x, r.y, r.h * 0.7, r.h), state.rules)
        x, milestone = r.x + r.h * 0.7 + 18, cards.deck_of(copy) == MILESTONE
        words = 96.0 if milestone else 190.0
        canvas.label(cards.name_of(copy), Rect(x, r.top - 34, r.right - words - 8 - x, 30), LAMP, 23, "title", 0)
        if milestone:
            points = state.rules.milestone(copy).points
            canvas.label(
                f"{format_count(points, 'point')}",
                Rect(r.right - words, r.top - 32, words, 26),
                "accent",
                16,
                "bold",
                1,
            )
        else:
            fleeting = state.rules.challenge(copy).lasting == FLEETING
            canvas.label(
                "pay it now, or lose cards" if fleeting else "pay it now, or it stays",
                Rect(r.right - words, r.top - 32, words, 26),
                "warn",
                13,
                align=1,
            )
        filled, missing = self.filled()
        wide = min(86.0, (r.right - x - 8) / max(1, len(filled) + len(missing)))
        for i, (seat, kind) in enumerate(filled):
            box = Rect(x + i * wide, r.y + 6, wide - 6, 112)
            canvas.box(CARD_PLACE_BOX, box)
            side = min(50.0, wide - 18)
            paint_token(canvas, kind, Rect(box.center[0] - side / 2, box.top - side - 12, side, side))
            if seat:
                paint_emblem(canvas, seat, board.model.palette, Rect(box.center[0] - 11, box.y + 22, 22, 22))
            who = board.model.names.plain_name(seat) if seat else "Assist"
            canvas.label(who, Rect(box.x, box.y + 3, box.w, 18), seat_ink(seat) if seat else "accent", 12, "bold")
        for i, kind in enumerate(missing, len(filled)):
            box = Rect(x + i * wide, r.y + 6, wide - 6, 112)
            canvas.box(MISSING_CARD_BOX, box)
            side = min(50.0, wide - 18)
            with canvas.fade(0.4):
                paint_token(canvas, kind, Rect(box.center[0] - side / 2, box.top - side - 12, side, side))
            canvas.label("missing", Rect(box.x, box.y + 20, box.w, 18), "bad", 12, "bold")
            canvas.label(cards.RESOURCES[kind], Rect(box.x, box.y + 4, box.w, 18), "bad", 12)
        if state.pace == BRISK:
            who = board.model.names.plain_name(state.current)
            said = "You decide for the team." if state.current == board.model.own else f"{who} decides for the team."
            canvas.label(said, below, "accent", 15, "bold")
        else:
            self._draw_answers(canvas, below)

    def _draw_answers(self, canvas: Canvas, r: Rect) -> None:
        """Draw an envelope for each seat, which shows if the seat must answer, has answered or is thinking."""
        model, state = self.board.model, self.board.model.table_of(Cabinet)
        seats = state.clockwise(max(1, model.own))
        wide = r.w / len(seats)
        asked = {seat for seat, _, _ in state.asking}
        for i, seat in enumerate(seats):
            box = Rect(r.x + i * wide, r.y, wide - 8, r.h)
            mine = seat == model.own and model.asked and not model.locked
            canvas.box(OWN if mine else ENVELOPE, box)
            icon, words, ink = ("tick", "sealed", "good")
            if mine:
                icon, words, ink = "planning", "to answer", "accent"
            elif not asked:
                given = len(state.pledges[seat])
                icon, words, ink = (
                    "envelope",
                    f"pledges {format_count(given, 'card')}" if given else "pledges nothing",
                    "text",
                )
            elif seat not in asked:
                icon, words, ink = "pass", "has nothing that fits", "muted"
            elif seat in model.owed and not (seat == model.own and model.locked):
                icon, words, ink = "thinking", "thinking", "muted"
            paint_emblem(canvas, seat, model.palette, Rect(box.x + 8, box.y + 10, 28, 28))
            canvas.label(
                model.names.plain_name(seat),
                Rect(box.x + 44, box.y + 25, box.w - 48, 19),
                f"seat_{seat}",
                14,
                "bold",
                0,
            )
            canvas.icon(icon, Rect(box.x + 44, box.y + 8, 13, 13), ink)
            canvas.label(words, Rect(box.x + 61, box.y + 5, box.w - 64, 18), ink, 12, align=0)


class Board(PickBoard[CabinetPrompt]):
    """Board of Cabinet: the whole table, with the hand at its lower edge."""

    def __init__(
        self,
        model: ViewModel,
        on_pick: Callable[[pick_board.Place], object],
        on_aim: Callable[[pick_board.Place | None], object] = lambda _place: None,
    ) -> None:
        super().__init__(model, on_pick, on_aim)
        self.most = 24
        """Number of Challenges in the deck at the start of the match."""
        clock, ladder, self.payment = ChallengeClock(self), Ladder(self), PaymentDisplay(self)
        self.room = BoardDecor(self, "Room", paint_room, transparent=True)
        self.wall = BoardDecor(self, "Wall", Wall(self).paint_in_units)
        self.clock = BoardDecor(self, "Clock", clock.paint_in_units, clock.value_text)
        self.ladder = BoardDecor(self, "Ladder", ladder.paint_in_units, ladder.value_text)
        self.stake = BoardDecor(
            self, "At stake", self.payment.paint_in_units, tip=self.payment.explain, present=self.payment.present
        )
        self.crises = [Crisis(self, i) for i in range(CRISES)]
        self.coming = [ComingCrisis(self, i) for i in range(COMING)]
        self.asides = [DeskCard(self, i) for i in range(ASIDES)]
        self.decks = {deck: Deck(self, deck) for deck in (RESOURCE, MINISTRY)}
        self.desk, self.goals = Desk(self), MilestoneDeck(self)
        self.plates: dict[int, Plate] = {}
        self.low: tuple[Widget, ...] = ()

    @property
    def unit(self) -> float:
        """Design pixels per unit of the table."""
        return min(self.rect.w / W, self.rect.h / H) or 1.0

    @property
    def places(self) -> Sequence[Place]:
        """Places that may be picked: the crises, the decks, the desk and the team."""
        return [
            self.goals,
            *self.crises,
            *self.coming,
            *self.asides,
            self.desk,
            *self.decks.values(),
            *self.plates.values(),
        ]

    def set_up_seats(self, seats: int, *low: Widget) -> None:
        """Set up the table for this number of seats."""
        around = [(self.own - 1 + turn) % seats + 1 for turn in range(seats)]
        self.plates = {seat: Plate(self, seat) for seat in around}
        self.low = low
        self.add(self.room, self.wall, self.clock, self.ladder, self.desk, self.goals, self.stake, *self.crises,
                 *self.coming, *self.asides, *self.decks.values(), *self.plates.values(), *low)  # fmt: skip

    def arrange(self) -> None:
        """Lay out all parts; the room fills the surplus width of the window."""
        unit = self.unit
        dx, dy = self.rect.x + (self.rect.w - W * unit) / 2, self.rect.y

        def put(widget: Widget, r: Rect) -> None:
            widget.place(r.scaled(unit).moved(dx, dy))

        self.room.place(self.rect)
        for part, r in ((self.wall, WALL), (self.clock, CLOCK), (self.ladder, LADDER), (self.desk, DESK),
                        (self.goals, GOALS), (self.stake, STAKE)):  # fmt: skip
            put(part, r)
        for i, crisis in enumerate(self.crises):
            put(crisis, Rect(WALL.x + 14 + i * 98, WALL.y + 32, 92, 132))
        for i, coming in enumerate(self.coming):
            put(coming, Rect(WALL.right - 182 + i * 88, WALL.y + 32, 84, 120))
        for i, aside in enumerate(self.asides):
            put(aside, Rect(DESK.x + 116 + i * 146, DESK.y + 3, 136, 215))
        for i, deck in enumerate(self.decks.values()):
            put(deck, Rect(DECKS.x, DECKS.top - 50 - i * 54, DECKS.w, 48))
        high = min(124.0, (PLATES.h - 6 * (len(self.plates) - 1)) / max(1, len(self.plates)))
        for i, plate in enumerate(self.plates.values()):
            put(plate, Rect(PLATES.x, PLATES.top - high * (i + 1) - 6 * i, PLATES.w, high))
        for widget, room in zip(self.low, HAND_AREAS):
            put(widget, room)

    def refresh(self) -> None:
        """Redraw the table after a change."""
        self.touch(tree=True)

    def highlight_seats(self, seats: tuple[int, ...]) -> None:
        """Highlight the seats that the log entry names."""
        for seat, plate in self.plates.items():
            plate.pointed = seat in seats

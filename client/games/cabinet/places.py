"""Places of Cabinet's table that may be picked: crises, decks, cards on the desk, the desk, the team."""

from __future__ import annotations

from client.games.cabinet.art import MINISTRY_SIGNS, paint_back, paint_card, paint_desk, paint_token, printed
from client.games.cabinet.prompts import CabinetPrompt
from client.games.cabinet.tooltips import card_tip, deck_size, rules_of
from client.table.match.seat_status import paint_plate, seat_activity
from client.table.pick import board as pick_board
from client.table.pick.board import AIMED_BOX, LIT_BOX, PickBoard
from client.table.pick.script import Pick
from client.table.seats.emblem import paint_emblem, seat_ink
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.theme import BoxStyle
from core.engine.text.words import format_count
from core.games.cabinet import cards, milestones, payment
from core.games.cabinet.cards import CHALLENGE, MILESTONE, MINISTRY
from core.games.cabinet.decks import known_cards
from core.games.cabinet.state import NO_PORTFOLIO, Cabinet
from core.games.cabinet.text.catalogue import PORTFOLIOS
from core.games.cabinet.text.words import cost_text

CabinetBoard = PickBoard[CabinetPrompt]
"""A board on which the questions of Cabinet are answered."""

STRIP = 19.0
"""Height of the line below a Milestone that says if the team can pay."""
CELL = BoxStyle((14, 17, 23, 235), (9, 11, 16, 235), (70, 78, 92, 255), 4, 1)
CHIP = BoxStyle((64, 46, 18, 245), (46, 32, 12, 245), (206, 160, 82, 255), 5, 1)
ENVELOPE = BoxStyle((20, 40, 30, 235), (12, 26, 19, 235), (120, 170, 140, 200), 6, 1)
OWN = BoxStyle((60, 46, 14, 240), (40, 30, 8, 240), (255, 206, 94, 255), 6, 1.5)
ROW = BoxStyle((22, 24, 30, 225), (14, 15, 20, 225), (90, 98, 112, 255), 6, 1)
DASHED_BOX = BoxStyle((20, 13, 7, 120), (20, 13, 7, 120), (214, 190, 150, 190), 8, 1.5)


class Place(pick_board.Place):
    """Place of Cabinet's table that the player may pick."""

    board: CabinetBoard

    @property
    def state(self) -> Cabinet:
        """Displayed state of the match."""
        return self.model.table_of(Cabinet)

    def glow(self, canvas: Canvas, r: Rect) -> None:
        """Draw a glow if the place may be picked or if a card is aimed at it."""
        if self.pick is not None:
            canvas.box(AIMED_BOX if self.is_aimed else LIT_BOX, r.inset(-4))


class Crisis(Place):
    """Place on the wall for one Challenge."""

    role = "challenge"

    def __init__(self, board: CabinetBoard, index: int) -> None:
        super().__init__(board, f"Crisis {index + 1}")
        self.index = index

    @property
    def copy(self) -> int:
        """Copy of the Challenge, or 0 if the place is empty."""
        state = self.model.state_of(Cabinet)
        return state.challenges[self.index] if state is not None and self.index < len(state.challenges) else 0

    def accepts_pick(self, pick: Pick) -> bool:
        """Return True if the pick pays this Challenge."""
        return bool(self.copy) and pick == ("challenge", self.copy)

    def explain(self) -> str:
        """Return the tooltip of the Challenge."""
        return (
            card_tip(self.copy, rules_of(self.model))
            if self.copy
            else "Room for one more Challenge."
            if self._room
            else ""
        )

    @property
    def _room(self) -> bool:
        return self.model.state is not None and self.index < self.state.limit

    def paint_in_units(self, canvas: Canvas, r: Rect) -> None:
        """Draw the card on its pin, or the empty place."""
        if not self.copy:
            if self._room:
                canvas.box(DASHED_BOX, r.inset(5))
                canvas.label("Room for", Rect(r.x, r.center[1] + 2, r.w, 18), (244, 228, 196, 255), 12.5)
                canvas.label("one more", Rect(r.x, r.center[1] - 15, r.w, 18), (244, 228, 196, 255), 12.5)
            return
        self.glow(canvas, r)
        paint_card(canvas, self.copy, r, rules_of(self.model))
        canvas.box(BoxStyle((226, 176, 74, 255), (160, 110, 30, 255), (60, 36, 8, 255), 6, 1),
                   Rect(r.center[0] - 6, r.top - 8, 12, 12))  # fmt: skip

    def value_text(self) -> str:
        """Return the name of the Challenge."""
        return cards.name_of(self.copy) if self.copy else "empty"


class ComingCrisis(Place):
    """Place on the wall for a Challenge that lies face up on its deck."""

    role = "challenge"

    def __init__(self, board: CabinetBoard, index: int) -> None:
        super().__init__(board, f"Coming crisis {index + 1}")
        self.index = index

    @property
    def copy(self) -> int:
        """Copy of the Challenge, or 0 if it is not known."""
        state = self.model.state_of(Cabinet)
        known = known_cards(state, CHALLENGE) if state is not None else []
        return known[self.index] if self.index < len(known) else 0

    def explain(self) -> str:
        """Return the tooltip of the Challenge, with the number of flips until it comes."""
        if not self.copy:
            return ""
        when = "the next Challenge" if not self.index else f"{self.index} Challenge before it"
        return f"{card_tip(self.copy, rules_of(self.model))}\n{{muted}}Face up on the deck: {when}.{{/}}"

    def paint_in_units(self, canvas: Canvas, r: Rect) -> None:
        """Draw the card, a little faded, because it is not in play yet."""
        if self.copy:
            with canvas.fade(0.8):
                paint_card(canvas, self.copy, r, rules_of(self.model))

    def value_text(self) -> str:
        """Return the name of the Challenge."""
        return cards.name_of(self.copy) if self.copy else "unknown"


class Deck(Place):
    """Deck from which players draw, with the numbers of cards left and discarded."""

    role = "deck"

    def __init__(self, board: CabinetBoard, deck: int) -> None:
        super().__init__(board, f"{cards.DECK_NAMES[deck]} deck")
        self.deck = deck

    def accepts_pick(self, pick: Pick) -> bool:
        """Return True if the pick draws a card from this deck."""
        return pick == ("deck", self.deck)

    def explain(self) -> str:
        """Return the size of the deck, in words."""
        if self.model.state is None:
            return ""
        spent = len(self.state.spent(self.deck))
        size = format_count(deck_size(self.state, self.deck), "card")
        return f"*{self.name}*\n{size} to draw, {spent} discarded.\n" \
               "{muted}When it is empty, the discards are shuffled.{/}"  # fmt: skip

    def paint_in_units(self, canvas: Canvas, r: Rect) -> None:
        """Draw a card back, the deck's name and its numbers."""
        state = self.state
        canvas.box(ROW, r)
        self.glow(canvas, r.inset(4))
        paint_back(canvas, self.deck, Rect(r.x + 7, r.y + 4, (r.h - 8) * 0.72, r.h - 8))
        x = r.x + 14 + (r.h - 8) * 0.72
        canvas.label(cards.DECK_NAMES[self.deck] + "s" if self.deck != MINISTRY else "Ministries",
                     Rect(x, r.y, 104, r.h), "text", 14, "bold", 0)  # fmt: skip
        canvas.label(str(deck_size(state, self.deck)), Rect(r.right - 96, r.y, 40, r.h), "accent", 16, "bold", 1)
        canvas.label(str(len(state.spent(self.deck))), Rect(r.right - 48, r.y, 38, r.h), "muted", 14, align=1)

    def value_text(self) -> str:
        """Return the number of cards left, in words."""
        return f"{deck_size(self.state, self.deck)} to draw" if self.model.state is not None else ""


class MilestoneDeck(Place):
    """Deck of Milestones; the team draws its top two cards and attempts one."""

    role = "deck"

    def __init__(self, board: CabinetBoard) -> None:
        super().__init__(board, "Milestones")

    def accepts_pick(self, pick: Pick) -> bool:
        """Return True if the pick draws the top two Milestones."""
        return pick == ("milestone", 0)

    def explain(self) -> str:
        """Return an explanation of a Milestone attempt."""
        return "*Milestones*\nAs an action, draw the top two and attempt one. All may pay."

    def paint_in_units(self, canvas: Canvas, r: Rect) -> None:
        """Draw the deck and the number of its cards."""
        inner = r.inset(8, 0)
        box = Rect(inner.x, r.y + 20, inner.w, r.h - 20)
        for i in range(2, -1, -1):
            paint_back(canvas, MILESTONE, box.moved(-2 * i, 2 * i))
        self.glow(canvas, inner)
        if self.pick is not None:
            paint_back(canvas, MILESTONE, box)
        canvas.label(str(deck_size(self.state, MILESTONE)), Rect(box.x, box.y + 6, box.w, 22), "text", 17, "bold")
        canvas.label("Milestones", Rect(r.x, r.y, r.w, 18), "text", 12)


class DeskCard(Place):
    """Card on the desk that a player has drawn or looked at, or a Milestone that lies face up on its deck."""

    role = "card"

    def __init__(self, board: CabinetBoard, index: int) -> None:
        super().__init__(board, f"Card {index + 1} on the desk")
        self.index = index

    @property
    def copy(self) -> int:
        """Copy of the card, or 0 if there is none."""
        state = self.model.state_of(Cabinet)
        inquiry = self.board.inquiry
        if state is None or state.at_stake or (inquiry is not None and ("play", 0) in inquiry.targets):
            return 0
        shown = state.aside or face_up_milestones(state)
        return shown[self.index] if self.index < len(shown) else 0

    @property
    def is_on_offer(self) -> bool:
        """True if the card is a Milestone that lies face up on its deck."""
        return bool(self.copy) and not self.state.aside

    def contains(self, x: float, y: float) -> bool:
        """Return True if there is a card and the point is on it."""
        return bool(self.copy) and super().contains(x, y)

    def accepts_pick(self, pick: Pick) -> bool:
        """Return True if the pick chooses this card."""
        return bool(self.copy) and pick in (("aside", self.copy), ("milestone", self.copy))

    def explain(self) -> str:
        """Return the tooltip of the card; of a Milestone on offer, also if the team can pay it."""
        if not self.copy:
            return ""
        tip = card_tip(self.copy, rules_of(self.model))
        return f"{tip}\n{self.outlook()[0]}" if cards.deck_of(self.copy) == MILESTONE else tip

    def outlook(self) -> tuple[str, str]:
        """Return in a few words if the team can achieve this Milestone now, and their colour."""
        state = self.state
        if not milestones.is_calm_enough(state, self.copy):
            return "not calm enough", "warn"
        missing = payment.shortfall(state, self.copy)
        if missing:
            return f"lacks {cost_text(missing)}", "bad"
        return "the team can pay it", "good"

    def paint_in_units(self, canvas: Canvas, r: Rect) -> None:
        """Draw the card, and its number in the order of picks if it has one."""
        if not self.copy:
            return
        r = Rect(r.x, r.y + STRIP, r.w, r.h - STRIP)
        self.glow(canvas, r)
        paint_card(canvas, self.copy, r, rules_of(self.model))
        if cards.deck_of(self.copy) == MILESTONE and not (self.is_on_offer and self._is_shut()):
            words, ink = self.outlook()
            strip = Rect(r.x + 4, r.y - STRIP, r.w - 8, STRIP - 1)
            canvas.box(ROW, strip)
            canvas.label(words, strip.inset(3, 0), ink, 11.5)
        inquiry = self.board.inquiry
        order = inquiry.picked_numbers("aside") if inquiry is not None else []
        if self.copy in order:
            badge = Rect(r.right - 32, r.top - 74, 26, 26)
            canvas.box(pick_board.KEY_BOX, badge)
            canvas.label(str(order.index(self.copy) + 1), badge, pick_board.KEY_INK, 15, "bold")

    def _is_shut(self) -> bool:
        """Return True if hands are hidden by courtesy, so that the window does not add them up."""
        return bool(self.state.courtesy) and self.model.opened is None


def face_up_milestones(state: Cabinet) -> list[int]:
    """Return the Milestones that lie face up on their deck by the rules."""
    return known_cards(state, MILESTONE)[: state.rules.numbers.known_milestones]


class Desk(Place):
    """Leather area of the desk, on which payments are made; a lifted Ministry is played here."""

    role = "desk"

    def __init__(self, board: CabinetBoard) -> None:
        super().__init__(board, "The desk")

    def accepts_pick(self, pick: Pick) -> bool:
        """Return True if the pick plays a Ministry."""
        return pick == ("play", 0)

    def paint_in_units(self, canvas: Canvas, r: Rect) -> None:
        """Draw the desk, with a highlight while it accepts a card.

        An empty desk shows the achieved Milestones.
        """
        if self.pick is not None:
            canvas.box(AIMED_BOX if self.is_aimed else LIT_BOX, r.inset(-3))
        paint_desk(canvas, r)
        state = self.state
        if self.pick is not None:
            canvas.label("Play it", Rect(r.x + 96, r.y, r.w - 110, r.h), "accent", 26, "title")
        elif not state.at_stake and not state.aside:
            self._draw_done(canvas, r, state)

    @staticmethod
    def _draw_done(canvas: Canvas, r: Rect, state: Cabinet) -> None:
        """Draw the Milestones that the team has achieved."""
        shown = len(face_up_milestones(state))
        x, y = r.x + 104 + shown * 146 + (14 if shown else 0), r.top - 32
        canvas.label("Achieved so far" if state.achieved else "Nothing achieved yet",
                     Rect(x, y, 300, 22), "accent", 15, "bold", 0)  # fmt: skip
        columns = max(0, int((r.right - x) // 284))
        for i, copy in enumerate(state.achieved[-7 * columns :] if columns else ()):
            column, row = divmod(i, 7)
            at = Rect(x + column * 292, y - 28 - 27 * row, min(284, r.right - x - 8), 24)
            milestone = state.rules.milestone(copy)
            canvas.icon(milestone.code.lower(), Rect(at.x, at.y + 3, 18, 18), "text")
            canvas.label(milestone.name, Rect(at.x + 26, at.y, 200, at.h), "text", 13.5, align=0)
            canvas.label(f"+{milestone.points}", Rect(at.right - 50, at.y, 44, at.h), "accent", 14, "bold", 1)


class Plate(Place):
    """Panel of a team member: its cards by resource, its Ministries and its current activity."""

    role = "seat"

    def __init__(self, board: CabinetBoard, seat: int) -> None:
        super().__init__(board, f"Seat {seat}")
        self.seat = seat

    def accepts_pick(self, pick: Pick) -> bool:
        """Return True if the pick gives a card to this seat, or lets this seat draw too."""
        return pick == ("seat", self.seat)

    @property
    def shut(self) -> bool:
        """True if the seat's cards are shown face down by courtesy, which is never so in a replay (6.1)."""
        model = self.model
        return bool(self.state.courtesy) and self.seat != model.own and model.opened is None

    @property
    def is_picked(self) -> bool:
        """True if the seat is among the picks."""
        inquiry = self.board.inquiry
        return inquiry is not None and ("seat", self.seat) in inquiry.answers

    def explain(self) -> str:
        """Return all cards of the seat, and the known facts about its signing key."""
        if self.model.state is None:
            return ""
        held = self.state.hand[self.seat]
        lines = [f"*{self.model.names.coloured_name(self.seat)}*: {format_count(len(held), 'card')}"]
        kind = self.state.portfolio[self.seat]
        if kind != NO_PORTFOLIO:
            name = cards.MINISTRY_CARDS[kind].name
            lines.append(f"{{accent}}Portfolio: {name}.{{/}} {PORTFOLIOS[kind]}")
        lines += [] if self.shut else [f"{n} {name}" for name, n in _counted(held).items()]
        lines += ["{muted}Hands are hidden as a courtesy. You may ask what is in them.{/}"] if self.shut else []
        return "\n".join(filter(None, [*lines, self.model.key_words(self.seat)]))

    def activity(self) -> tuple[str, str, str]:
        """Return the icon, the words and the colour that show the seat's activity."""
        state, seat = self.state, self.seat
        found = seat_activity(self.model, seat)
        if found is not None:
            return found
        if state.over:
            return ("trophy", "won", "good") if state.won else ("cross", "lost", "bad")
        if seat == state.current:
            return ("bid", "governs", "accent")
        return ("tick", "ready", "muted")

    def paint_in_units(self, canvas: Canvas, r: Rect) -> None:
        """Draw the emblem, the name, the card counts and the Ministries."""
        state, seat, names = self.state, self.seat, self.model.names
        paint_plate(canvas, self.model, seat, r, self.pointed)
        if self.pick is not None or self.is_picked:
            canvas.box(AIMED_BOX if self.is_aimed or self.is_picked else LIT_BOX, r)
        held = state.hand[seat]
        paint_emblem(canvas, seat, self.model.palette, Rect(r.x + 9, r.top - 40, 31, 31))
        canvas.label(names.plain_name(seat), Rect(r.x + 48, r.top - 24, 84, 20), seat_ink(seat), 15, "bold", 0)
        canvas.label(format_count(len(held), "card"), Rect(r.right - 62, r.top - 24, 56, 20), "text", 12.5, align=1)
        icon, words, ink = self.activity()
        canvas.icon(icon, Rect(r.x + 48, r.top - 42, 13, 13), ink)
        canvas.label(words, Rect(r.x + 65, r.top - 45, r.w - 72, 18), ink, 12, align=0)
        kind = state.portfolio[seat]
        if kind != NO_PORTFOLIO:
            box = Rect(r.right - 22, r.top - 43, 16, 16)
            canvas.icon(MINISTRY_SIGNS[kind], box, "accent")
        if self.shut:
            self._draw_backs(canvas, r, held)
            return
        wide, high = (r.w - 16) / 6, min(40.0, r.h - 78) if r.h > 100 else r.h - 54
        for kind in range(6):
            box = Rect(r.x + 8 + kind * wide, r.top - 50 - high, wide - 3, high)
            many = sum(cards.is_resource(copy) and cards.kind_of(copy) == kind for copy in held)
            canvas.box(CELL, box)
            side = min(21.0, high - 16)
            with canvas.fade(1.0 if many else 0.35):
                paint_token(canvas, kind, Rect(box.center[0] - side / 2, box.top - side - 2, side, side))
            canvas.label(str(many), Rect(box.x, box.y, box.w, 15), "text" if many else "muted", 13, "bold")
        if r.h > 100:
            self._draw_ministries(canvas, r, [copy for copy in held if not cards.is_resource(copy)])

    @staticmethod
    def _draw_backs(canvas: Canvas, r: Rect, held: tuple[int, ...]) -> None:
        high = min(54.0, r.h - 58)
        wide = min(high * 0.72 + 3, (r.w - 16) / max(1, len(held)))
        for i, copy in enumerate(held):
            paint_back(canvas, cards.deck_of(copy), Rect(r.x + 8 + i * wide, r.y + 8, high * 0.7, high))

    @staticmethod
    def _draw_ministries(canvas: Canvas, r: Rect, held: list[int]) -> None:
        if not held:
            canvas.label("no Ministry", Rect(r.x + 10, r.y + 5, r.w - 20, 16), "muted", 11.5, align=0)
            return
        wide = (r.w - 12) / max(2, len(held))
        for i, copy in enumerate(held):
            box = Rect(r.x + 7 + i * wide, r.y + 5, wide - 4, 19)
            canvas.box(CHIP, box)
            if len(held) > 2:
                canvas.icon(printed(copy).icon, Rect(box.center[0] - 7, box.y + 2.5, 14, 14), "text")
            else:
                canvas.label(cards.name_of(copy), box.inset(4, 0), "text", 11.5)

    def value_text(self) -> str:
        if self.model.state is None:
            return ""
        hand = self.state.hand[self.seat]
        held = (
            format_count(len(hand), "card")
            if self.shut
            else ", ".join(f"{n} {name}" for name, n in _counted(hand).items())
        )
        return f"{self.model.names.plain_name(self.seat)}: {held or 'no cards'}; {self.activity()[1]}"


def _counted(copies: tuple[int, ...]) -> dict[str, int]:
    """Return the number of cards by name."""
    found: dict[str, int] = {}
    for copy in copies:
        found[cards.name_of(copy)] = found.get(cards.name_of(copy), 0) + 1
    return found

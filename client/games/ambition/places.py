"""Parts of Ambition's table that the player can pick: rivals, decks and the six industries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from client.games.ambition import faces
from client.games.ambition.art import paint_card, paint_token
from client.games.ambition.decor import claim_words
from client.games.ambition.prompts import DECK, deed
from client.games.ambition.tooltips import score_now
from client.table.match.seat_status import paint_plate
from client.table.pick import board as pick_board
from client.table.pick.board import AIMED_BOX, LIT_BOX
from client.table.pick.script import Pick
from client.table.seats.emblem import paint_emblem, seat_ink
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.theme import BoxStyle
from core.engine.text.words import format_count
from core.games.ambition import turn
from core.games.ambition.cards import DATAWORKS, GRIDWORKS, INDUSTRIES, INTRIGUE_DECK
from core.games.ambition.state import Ambition

if TYPE_CHECKING:
    from client.games.ambition.board import Board

HELD = BoxStyle((14, 62, 50, 245), (9, 44, 36, 245), (64, 170, 132, 255), 5, 1.2)
SPEECH_BOX = BoxStyle((52, 38, 12, 245), (34, 24, 8, 245), (240, 200, 104, 255), 5, 1.2)
FREE_PLACE_BOX = BoxStyle((16, 20, 26, 225), (11, 14, 19, 225), (70, 80, 92, 255), 5, 1)
PANEL = BoxStyle((26, 16, 12, 240), (17, 10, 8, 240), (150, 112, 58, 255), 7, 1.2)
SIGNS = tuple(industry.name.lower() for industry in INDUSTRIES)
MAX_BACKS = 5
"""Maximum number of card backs drawn for a hand; the number of its cards is shown beside them."""
USES = {GRIDWORKS: deed("gridworks"), DATAWORKS: deed("dataworks")}
INDUSTRY_NOTES = ("halves a hit", "no hit, once", "+1 a turn", "die ±1", "draw 2", "peek for 1")
"""Effects of the industries, in one or two words each."""


class Place(pick_board.Place):
    """Part of Ambition's table that the player can pick."""

    board: Board

    @property
    def state(self) -> Ambition:
        """Displayed state of the match."""
        return self.model.table_of(Ambition)


class Seat(Place):
    """Player at the table: the purse, the hand as card backs, and the industries in play."""

    role = "seat"

    def __init__(self, board: Board, seat: int) -> None:
        super().__init__(board, f"Seat {seat}")
        self.seat = seat

    def accepts_pick(self, pick: Pick) -> bool:
        """Return True if the pick names this seat, aims at it, or proposes an alliance to it."""
        return pick in (("seat", self.seat), ("third", self.seat))

    def explain(self) -> str:
        """Return the public facts about the seat."""
        if self.board.target or self.seat not in self.board.members:
            return ""  # the target of a strike must stay visible
        return self.board.members[self.seat].explain()

    def paint_in_units(self, canvas: Canvas, r: Rect) -> None:
        """Draw the plate, which is lit while it can be picked, and red if a strike would hit the seat."""
        state, seat, names = self.state, self.seat, self.model.names
        paint_plate(canvas, self.model, seat, r, self.pointed or seat == state.current)
        tint = seat_ink(seat)[:3]
        canvas.frame(r, (*tint, 255 if seat == state.current else 170), 1.6)
        if self.pick is not None:
            canvas.box(AIMED_BOX if self.is_aimed else LIT_BOX, r)
        hit = seat in self.board.blast
        if hit:
            canvas.frame(r.inset(-3), "bad", 3)
        paint_emblem(canvas, seat, self.model.palette, Rect(r.x + 7, r.top - 31, 25, 25))
        canvas.label(names.plain_name(seat), Rect(r.x + 38, r.top - 29, r.w - 70, 22), (*tint, 255), 14.5, "bold", 0)
        paint_token(canvas, bool(state.token[seat]), Rect(r.right - 29, r.top - 29, 23, 23))
        canvas.icon("chips", Rect(r.x + 8, r.top - 57, 21, 21), "accent")
        canvas.label(str(state.purse[seat]), Rect(r.x + 32, r.top - 60, 36, 27), "text", 20, "title", 0)
        self._draw_card_backs(canvas, r)
        own = state.industry[seat]
        said = claim_words(state, seat)
        if said:
            canvas.box(SPEECH_BOX, Rect(r.x + 5, r.y + 4, r.w - 10, 21))
            canvas.label(said, Rect(r.x + 9, r.y + 4, r.w - 18, 21), "accent", 12.5, "bold")
            return
        wide = (r.w - 8) / max(1, len(own[:3]))
        for i, copy in enumerate(own[:3]):
            cell = Rect(r.x + 5 + i * wide, r.y + 4, wide - 2, 20)
            self._industry(canvas, cell, state.face(copy), len(own) == 1)
        if not own:
            canvas.label("no industry", Rect(r.x + 8, r.y + 4, r.w - 16, 20), "muted", 11.5, align=0)

    def _draw_card_backs(self, canvas: Canvas, r: Rect) -> None:
        """Draw the Elites, the Intrigue cards and the industrial cards as small backs."""
        x = r.x + 68
        for sort, word in enumerate(faces.CARD_SORTS):
            many = len(self.state.hand(self.seat, word))
            shown = min(many, MAX_BACKS if sort == faces.ELITE else 3)
            for i in range(shown):
                paint_card(canvas, faces.back(sort), Rect(x + 7 * i, r.top - 59, 17, 25))
            if many > shown:
                canvas.label(str(many), Rect(x + 7 * shown, r.top - 59, 20, 25), "text", 13, "bold")
            x += (7 * shown + 17) if many else 0

    @staticmethod
    def _industry(canvas: Canvas, box: Rect, industry: int, alone: bool) -> None:
        canvas.box(HELD, box)
        canvas.icon(SIGNS[industry], Rect(box.x + 3, box.y + 3.5, 13, 13), "text")
        end = box.x + 17
        if box.w > 76:
            name = INDUSTRIES[industry].name
            end += canvas.text(name, end, box.y + 6, "text", 11.5 if alone else 11, "bold", limit=box.right - end)
        if alone:
            canvas.label(
                INDUSTRY_NOTES[industry], Rect(end + 4, box.y, box.right - 9 - end, box.h), "good", 11.5, align=1
            )

    def value_text(self) -> str:
        return self.board.members[self.seat].value_text() if self.seat in self.board.members else ""


class Deck(Place):
    """Deck from which our seat draws: the common Intrigue deck, or the Elites of our seat."""

    role = "deck"

    def __init__(self, board: Board, sort: int) -> None:
        super().__init__(board, "The Intrigue deck" if sort == faces.INTRIGUE else "Your Elites")
        self.sort = sort

    def accepts_pick(self, pick: Pick) -> bool:
        """Return True if the pick draws a card from this deck."""
        inquiry = self.board.inquiry
        elites = inquiry is not None and inquiry.asked_of is turn.DIPLOMACY
        return pick == DECK and elites == (self.sort == faces.ELITE)

    def figures(self) -> tuple[int, int]:
        """Return the number of cards left in the deck, and the number of used cards."""
        state, shared = self.state, self.state.shared
        if self.sort == faces.INTRIGUE:
            return len(shared.decks[INTRIGUE_DECK]), len(state.intrigue_spent)
        own = self.board.own
        return len(shared.decks[own]), len(state.elites_spent[own]) + len(shared.down[own])

    def explain(self) -> str:
        """Return the size of the deck, in words."""
        if self.model.state is None:
            return ""
        left, spent = self.figures()
        lines = [f"*{self.name}*", f"{format_count(left, 'card')} to draw, {spent} spent."]
        if self.sort == faces.INTRIGUE:
            named: dict[str, int] = {}
            for copy in self.state.intrigue_spent:
                name = faces.name(faces.code_of_copy(self.state, copy))
                named[name] = named.get(name, 0) + 1
            lines.append("{muted}" + (", ".join(f"{n} {name}" for name, n in named.items()) or "nothing spent") + "{/}")
        return "\n".join(lines)

    def paint_in_units(self, canvas: Canvas, r: Rect) -> None:
        """Draw a card back with the shadow of others below it, and the numbers."""
        left, spent = self.figures()
        card = Rect(r.x, r.y + 30, r.w, r.h - 30)
        for i in range(2, -1, -1):
            paint_card(canvas, faces.back(self.sort), card.moved(-1.5 * i, 1.5 * i))
        if self.pick is not None:
            canvas.box(AIMED_BOX if self.is_aimed else LIT_BOX, card.inset(-3))
            paint_card(canvas, faces.back(self.sort), card)
        words = f"{left} left" if self.sort == faces.INTRIGUE else f"{left} Elites"
        canvas.label(words, Rect(r.x - 14, r.y + 13, r.w + 28, 16), "text", 11.5, "bold")
        if spent:
            canvas.label(f"{spent} used", Rect(r.x - 14, r.y, r.w + 28, 15), "text", 11.5)

    def value_text(self) -> str:
        """Return the number of cards left, in words."""
        return f"{self.figures()[0]} to draw" if self.model.state is not None else ""


class IndustryPlace(Place):
    """Industry on the table, with the player who has it in play."""

    role = "industry"

    def __init__(self, board: Board, industry: int) -> None:
        super().__init__(board, INDUSTRIES[industry].name)
        self.industry = industry

    def accepts_pick(self, pick: Pick) -> bool:
        """Return True if the pick names or uses this industry."""
        return pick == ("type", self.industry) or pick == USES.get(self.industry)

    def explain(self) -> str:
        """Return the effect of the industry, and the player who holds it."""
        if self.model.state is None:
            return ""
        holder = self.state.holder(self.industry)
        who = f"In play in front of {self.model.names.coloured_name(holder)}." if holder else "{muted}Not in play.{/}"
        return f"*{self.name}*\n{self.state.rules.industries[self.industry].text}\n{who}"

    def paint_in_units(self, canvas: Canvas, r: Rect) -> None:
        """Draw the sign, the name and the holder."""
        holder = self.state.holder(self.industry)
        canvas.box(HELD if holder else FREE_PLACE_BOX, r)
        if self.pick is not None:
            canvas.box(AIMED_BOX if self.is_aimed else LIT_BOX, r)
        ink = "text" if holder else "muted"
        canvas.icon(SIGNS[self.industry], Rect(r.x + 6, r.y + 7, 16, 16), ink)
        canvas.text(self.name, r.x + 27, r.y + 10.5, ink, 12, "bold" if holder else "text", limit=r.w - 50)
        if holder:
            paint_emblem(canvas, holder, self.model.palette, Rect(r.right - 23, r.y + 5.5, 19, 19))

    def value_text(self) -> str:
        """Return the holder of the industry, in words."""
        holder = self.state.holder(self.industry) if self.model.state is not None else 0
        return f"in play: {self.model.names.plain_name(holder)}" if holder else "not in play"


class IndustryPanel(Place):
    """Panel behind the industries, with our current score below them."""

    focusable = False

    def __init__(self, board: Board) -> None:
        super().__init__(board, "Industry in play")

    def paint_in_units(self, canvas: Canvas, r: Rect) -> None:
        """Draw the title and our score."""
        canvas.box(PANEL, r)
        canvas.label("INDUSTRY IN PLAY", Rect(r.x + 9, r.top - 23, r.w - 129, 20), "accent", 12, "bold", 0)
        canvas.label("one of each type", Rect(r.right - 110, r.top - 23, 102, 20), "muted", 11.5, align=1)
        own = self.board.own
        if self.model.opened is None:
            words = f"worth now: {score_now(self.model, own)}"
            canvas.label(words, Rect(r.right - 130, r.y + 4, 122, 20), "accent", 14, "bold", 1)
        purse = f"{self.state.purse[own]} in the purse"
        canvas.label(purse, Rect(r.x + 9, r.y + 4, 130, 20), "muted", 12, align=0)

"""Parts of Ambition's table that only display: the room, members, armed seats and end conditions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from client.games.ambition import faces
from client.games.ambition.art import paint_token
from client.games.ambition.tooltips import max_deck_runs, pact_words, paper_terms
from client.table.match.seat_status import paint_plate, seat_activity
from client.table.pick import board as pick_board
from client.table.seats.emblem import paint_emblem, seat_ink
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.theme import BoxStyle
from core.engine.text.words import format_count
from core.games.ambition.cards import INTRIGUE_DECK
from core.games.ambition.state import Ambition

if TYPE_CHECKING:
    from client.games.ambition.board import Board

PLATE = BoxStyle((26, 16, 12, 236), (17, 10, 8, 236), (206, 152, 72, 255), 7, 1.5)
WORDS = BoxStyle((36, 22, 12, 245), (24, 14, 8, 245), (226, 178, 84, 255), 7, 1.5)
CELL = BoxStyle((14, 17, 23, 235), (9, 11, 16, 235), (70, 78, 92, 255), 4, 1)
STATEMENT_WORDS = {"all": "claims no arms left", "clean": "claims no nuclear cards", "none": "claims no Elite of 3+",
          "peaceful": "claims no nuclear cards", "no": "claims to have none"}  # fmt: skip
"""Words on a seat's plate for each statement that the seat has made."""
COUNT_ICONS = (("chips", "accent"), ("elite", "info"), ("eye", "bad"), ("industry", "good"))


def counts(state: Ambition, seat: int) -> tuple[int, ...]:
    """Return the Influence of a seat and its number of cards of each kind."""
    return (state.purse[seat], *(len(state.hand(seat, sort)) for sort in faces.CARD_SORTS))


def claim_words(state: Ambition, seat: int) -> str:
    """Return the current claim of a seat, in a few words."""
    if state.claim is not None and state.claim.seat == seat:
        return f"claims an Elite of {state.claim.value}"
    said = next((one for one in state.statements if one.seat == seat), None)
    if said is None:
        return ""
    return STATEMENT_WORDS.get(said.what) or (f"claims to hold a {said.value}" if said.value else "claims no Elite")


class Part(pick_board.BoardDecor):
    """Part of Ambition's table that only displays something."""

    board: Board

    def __init__(self, board: Board, name: str, tip: Callable[[], str] | None = None) -> None:
        super().__init__(board, name, self.paint_in_units, tip=tip)

    @property
    def state(self) -> Ambition:
        """Displayed state of the match."""
        return self.model.table_of(Ambition)

    def paint_in_units(self, canvas: Canvas, r: Rect) -> None:
        """Paint the part, in units of the board."""


class Member(Part):
    """Player in the column at the left edge: the current activity, the possessions and the allies."""

    def __init__(self, board: Board, seat: int) -> None:
        super().__init__(board, f"Player {seat}", lambda: self.explain())
        self.seat = seat
        self.pointed = False

    def explain(self) -> str:
        """Return the public facts about the player."""
        if self.model.state is None:
            return ""
        state, names, seat = self.state, self.model.names, self.seat
        purse, elites, intrigue, industry = counts(state, seat)
        lines = [f"*{names.coloured_name(seat)}*: {purse} Influence",
                 f"{elites} Elites, {intrigue} Intrigue, {industry} Industrial in hand",
                 "Armed: holds a token" if state.token[seat] else "No armament token"]  # fmt: skip
        lines += [
            f"With {names.coloured_name(a.other(seat))}: {pact_words(names, a.pact, a.extra)}"
            for a in state.alliances_of(seat)
        ]
        if state.convicted[seat]:
            lines.append("{bad}Convicted: scores 0.{/}")
        return "\n".join(filter(None, [*lines, self.model.key_words(seat)]))

    def activity(self) -> tuple[str, str, str]:
        """Return the icon, the words and the colour of the player's activity."""
        state, seat, model = self.state, self.seat, self.model
        asked = {who: kind for who, kind, _ in state.asking}
        answers = {"challenge": "your answer"}.get(asked.get(seat, ""), "your turn")
        said = claim_words(state, seat)
        found = seat_activity(model, seat, answers)
        if found is not None and not (said and found[1] == "choosing"):
            return found
        if said:
            return "bid", said, "accent"
        if state.over:
            return "score", f"{state.points[seat]} in total", "accent"
        if state.claim is not None and "challenge" in asked.values() and seat not in asked:
            return "cross", f"has only {state.purse[seat]}", "muted"
        if seat in asked:
            return "envelope", "answer sealed", "good"
        if state.strike is not None and seat == state.strike.target:
            return "warning", "target of a strike", "bad"
        if state.strike is not None and seat == state.strike.attacker:
            return "warning", "strikes", "warn"
        if seat == state.current and state.turn:
            return "bid", "taking a turn", "accent"
        return "tick", "waiting", "muted"

    def allies(self) -> tuple[str, str]:
        """Return two texts: the player's allies, and the total stake."""
        state, names, seat = self.state, self.model.names, self.seat
        open_ones = state.alliances_of(seat)
        papers = [paper for paper in state.papers if paper.signed and seat in paper.pair]
        sealed = [sum(paper.pair) - seat for paper in papers]
        told = [
            *(names.plain_name(a.other(seat)) for a in open_ones),
            *(f"{names.plain_name(s)}, sealed" for s in sealed),
        ]
        if not told:
            return "no ally", ""
        stake = sum(alliance.stakes[alliance.pair.index(seat)] for alliance in open_ones)
        terms = paper_terms(self.model, papers[0]) if papers and not open_ones else None
        unknown = f"{self.state.rules.pacts[terms[0]].stake} when open" if terms is not None else "stake unknown"
        return " · ".join(told), f"{stake} at stake" if open_ones else unknown

    def paint_in_units(self, canvas: Canvas, r: Rect) -> None:
        """Draw the emblem, the name, the activity, the counts and the allies."""
        state, seat, names = self.state, self.seat, self.model.names
        paint_plate(canvas, self.model, seat, r, self.pointed)
        paint_emblem(canvas, seat, self.model.palette, Rect(r.x + 9, r.top - 41, 32, 32))
        canvas.label(names.plain_name(seat), Rect(r.x + 50, r.top - 24, 110, 20), seat_ink(seat), 15, "bold", 0)
        paint_token(canvas, bool(state.token[seat]), Rect(r.right - 30, r.top - 29, 24, 24))
        icon, words, ink = self.activity()
        canvas.icon(icon, Rect(r.x + 50, r.top - 42, 13, 13), ink)
        canvas.label(words, Rect(r.x + 67, r.top - 46, r.w - 75, 18), ink, 12, align=0)
        wide, high = (r.w - 14) / 4, 24.0
        y = r.top - 51 - high
        for i, ((sign, tint), many) in enumerate(zip(COUNT_ICONS, counts(state, seat))):
            box = Rect(r.x + 8 + i * wide, y, wide - 4, high)
            canvas.box(CELL, box)
            canvas.icon(sign, Rect(box.x + 5, box.y + 5, 14, 14), tint)
            canvas.label(str(many), Rect(box.x + 20, box.y, box.w - 24, box.h), "text", 14.5, "bold")
        if y - r.y < 19:
            return
        told, stake = self.allies()
        alone = told == "no ally"
        canvas.icon("chain", Rect(r.x + 9, r.y + 6, 12, 12), "muted" if alone else "good")
        room = r.w - 30 - (86 if stake else 0)
        canvas.text(told, r.x + 26, r.y + 8, "muted" if alone else "text", 11.5, limit=room)
        canvas.label(stake, Rect(r.right - 82, r.y + 3, 76, 18), "muted", 11.5, align=1)

    def value_text(self) -> str:
        if self.model.state is None:
            return ""
        return (
            f"{self.model.names.plain_name(self.seat)}: {self.state.purse[self.seat]} Influence, {self.activity()[1]}"
        )


class ArmedSeats(Part):
    """Display of the seats that have an armament token; Armageddon requires that all seats have one."""

    def paint_in_units(self, canvas: Canvas, r: Rect) -> None:
        """Draw a token for each seat, with its emblem."""
        state = self.state
        armed = [seat for seat in state.seats if state.has_token(seat)]
        canvas.box(PLATE, r)
        all_armed = len(armed) == state.seat_count
        words = f"ARMED: {len(armed)} OF {state.seat_count}"
        canvas.label(words, Rect(r.x + 10, r.y, 108, r.h), "bad" if all_armed else "accent", 12.5, "bold", 0)
        for i, seat in enumerate(state.seats):
            x = r.x + 124 + i * 36
            paint_token(canvas, state.has_token(seat), Rect(x, r.y + 3, r.h - 6, r.h - 6))
            paint_emblem(canvas, seat, self.model.palette, Rect(x + 15, r.y + 1, 14, 14))
        x = r.x + 128 + state.seat_count * 36
        note = "Armageddon possible" if all_armed else "Armageddon needs all"
        canvas.label(note, Rect(x, r.y, r.right - 8 - x, r.h), "bad" if all_armed else "muted", 12, align=1)

    def value_text(self) -> str:
        if self.model.state is None:
            return ""
        return f"{sum(map(self.state.has_token, self.state.seats))} of {self.state.seat_count} hold armament tokens"


class EndConditions(Part):
    """Display of the end conditions: the seats not yet armed, and how many times the deck has run out."""

    def paint_in_units(self, canvas: Canvas, r: Rect) -> None:
        state = self.state
        canvas.box(PLATE, r)
        canvas.label("HOW IT ENDS", Rect(r.x + 9, r.top - 22, r.w - 18, 19), "accent", 12, "bold", 0)
        bare = [seat for seat in state.seats if not state.has_token(seat)]
        lines = (("nu3", f"Armageddon: {len(bare)} unarmed" if bare else "Armageddon: at any time", "bad"),
                 ("draw pile", max_deck_runs(state), "warn"))  # fmt: skip
        for i, (icon, words, ink) in enumerate(lines):
            y = r.top - 44 - 21 * i
            canvas.icon(icon, Rect(r.x + 9, y + 3, 14, 14), ink)
            canvas.label(words, Rect(r.x + 29, y, r.w - 34, 20), "text", 12, align=0)

    def value_text(self) -> str:
        if self.model.state is None:
            return ""
        return (
            f"{len(self.state.shared.decks[INTRIGUE_DECK])} Intrigue cards left, "
            f"ran out {format_count(self.state.exhausted, 'time')}"
        )

"""Middle of Ambition's table: the claim, a strike, the resolving card, the die and the answers."""

from __future__ import annotations

from typing import NamedTuple

from client.games.ambition import faces
from client.games.ambition.art import paint_card, paint_die
from client.games.ambition.decor import WORDS, Part
from client.table.seats.emblem import seat_ink
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.theme import BoxStyle
from core.engine.hidden.secrets import Secrets
from core.engine.text.words import format_count
from core.games.ambition.cards import INTRIGUES
from core.games.ambition.text.words import STATEMENT_TEXTS

COIN_BOX = BoxStyle((60, 40, 14, 255), (26, 17, 8, 255), (240, 200, 104, 255), 34, 2.5, (0, 0, 0, 170), 5)
ENVELOPE = BoxStyle((20, 40, 30, 240), (12, 26, 19, 240), (120, 170, 140, 200), 6, 1)
OWN = BoxStyle((60, 46, 14, 240), (40, 30, 8, 240), (255, 206, 94, 255), 6, 1.5)
OUT = BoxStyle((22, 24, 27, 220), (14, 15, 18, 220), (84, 92, 100, 200), 6, 1)


class OpenCard(NamedTuple):
    """Face-up card in the middle: its code, its meaning and its consequence."""

    code: int
    head: str
    below: str


class Middle(Part):
    """Widget in the middle of the table.

    It shows the claim, a strike or a resolving card, and the seats that have answered.
    """

    def paint_in_units(self, canvas: Canvas, r: Rect) -> None:
        """Draw the card and the number, the words below them, and the envelopes at both sides."""
        state, names = self.state, self.model.names
        card = Rect(r.center[0] - 43, r.top - 124, 86, 122)
        head, below = "", ""
        if self.board.lying is not None:
            number, head, below = self.board.lying
            paint_card(canvas, number, card, state.rules)
        elif state.claim is not None:
            claim = state.claim
            number = (
                faces.code_of_entry(state, self._known(claim.seat), claim.entry) if claim.entry < 0 else faces.back(0)
            )
            paint_card(canvas, number, card, state.rules)
            self._coin(canvas, card, str(claim.value))
            head, below = names.to_plain_text(f"Seat {claim.seat} claims {claim.value}"), "an Elite, face down"
        elif state.strike is not None:
            paint_card(canvas, faces.code(faces.INTRIGUE, 1), card, state.rules)
            head = f"Strike at {names.to_plain_text(f'seat {state.strike.target}')}"
            below = "each player in turn may stop it"
        elif drawn := self._drawn():
            paint_card(canvas, drawn, card, state.rules)
            head, below = faces.name(drawn), "the card that you drew"
        elif state.card and state.phase == "intrigue" and self._is_resolving_card():
            paint_card(canvas, faces.code_of_copy(state, state.card), card, state.rules)
            head, below = INTRIGUES[state.face(state.card)].name, self._said()
        elif state.die and state.phase == "diplomacy":
            paint_die(canvas, state.die, Rect(card.center[0] - 33, card.y + 26, 66, 66))
            head = f"{names.plain_name(state.current)} rolled {state.die}"
            below = "an alliance, or a claim" if state.die >= 5 else "draw an Elite, or claim Influence"
        if head:
            words = Rect(r.center[0] - 100, r.top - 174, 200, 42)
            canvas.box(WORDS, words)
            canvas.label(head, Rect(words.x + 6, words.y + 19, words.w - 12, 21), "text", 14.5, "bold")
            canvas.label(below, Rect(words.x + 6, words.y + 3, words.w - 12, 17), "muted", 12)
        self._answers(canvas, r)

    def _known(self, seat: int) -> Secrets | None:
        return self.model.secrets if seat == self.model.own else None

    def _is_resolving_card(self) -> bool:
        """Return True if a card is being resolved."""
        kinds = {"aim", "gift", "disarm", "census", "yield", "duel", "doubt", "prove", "surrender", "open papers"}
        return bool(self.state.statements) or any(kind in kinds for _, kind, _ in self.state.asking)

    def _said(self) -> str:
        """Return the statements that seats have made so far, in words."""
        state, names = self.state, self.model.names
        told = [
            f"{names.plain_name(one.seat)}: {STATEMENT_TEXTS[one.what] or one.value or 'none'}"
            for one in state.statements
        ]
        if len(told) == 1:
            return (
                f"“{STATEMENT_TEXTS[state.statements[0].what]}”"
                if STATEMENT_TEXTS[state.statements[0].what]
                else told[0]
            )
        if not told:
            return names.to_plain_text(f"played by seat {state.current}")
        return ", ".join(told) if len(told) < 3 else f"{format_count(len(told), 'claim')} on the table"

    def _drawn(self) -> int:
        """Return the code of the card that our seat has drawn and must decide about, or 0."""
        state, own = self.state, self.model.own
        detail = next((detail for seat, kind, detail in state.asking if seat == own and kind == "drawn"), None)
        return max(0, faces.code_of_entry(state, self._known(own), detail[0])) if detail else 0

    def _coin(self, canvas: Canvas, card: Rect, words: str) -> None:
        coin = Rect(card.right - 22, card.center[1] - 34, 68, 68)
        canvas.box(COIN_BOX, coin)
        canvas.label(words, coin, "accent", 36, "title")

    def _answers(self, canvas: Canvas, r: Rect) -> None:
        """Draw an envelope for each seat that is asked at the same time.

        The envelope shows whether the seat has not answered yet or has sealed its answer. It is crossed out if the seat
        cannot answer.
        """
        state, model = self.state, self.model
        asked = {seat: kind for seat, kind, _ in state.asking}
        shown = {kind for kind in asked.values() if kind in ("challenge", "doubt", "shelter", "duel", "unseal")}
        if not shown:
            return
        others = [
            seat for seat in state.clockwise(max(1, model.own)) if state.claim is None or seat != state.claim.seat
        ]
        if "challenge" not in shown:
            others = [seat for seat in others if seat in asked]
        left = len(others) // 2 + len(others) % 2
        for i, seat in enumerate(others):
            column, row = (0, i) if i < left else (1, i - left)
            x = r.x if column == 0 else r.right - 112
            self._answer(canvas, seat, seat in asked, Rect(x, r.top - 42 - 46 * row, 112, 40))

    def _answer(self, canvas: Canvas, seat: int, asked: bool, box: Rect) -> None:
        model, state = self.model, self.state
        mine = seat == model.own and model.asked and not model.locked
        waits = seat in model.owed and not (seat == model.own and model.locked)
        icon, words, ink = ("envelope", "sealed", "good")
        if not asked:
            icon, words, ink = "cross", f"has {state.purse[seat]}", "muted"
        elif mine:
            icon, words, ink = "planning", "your turn", "accent"
        elif waits:
            icon, words, ink = "thinking", "thinking", "muted"
        canvas.box(OWN if mine else ENVELOPE if asked else OUT, box)
        canvas.icon(icon, Rect(box.x + 8, box.y + 11, 18, 18), ink)
        canvas.label(
            model.names.plain_name(seat), Rect(box.x + 34, box.y + 19, box.w - 38, 18), seat_ink(seat), 13, "bold", 0
        )
        canvas.label(words, Rect(box.x + 34, box.y + 3, box.w - 38, 16), ink, 11.5, align=0)

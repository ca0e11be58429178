"""What is only looked at on the table of Ambition: room, members, who is armed, the middle, alliances, how it ends."""

from __future__ import annotations

from math import atan2, cos, pi, sin
from typing import TYPE_CHECKING

from client.ambition import faces
from client.ambition.art import paint_card, paint_chip, paint_room, paint_token
from client.ambition.words import alliance_tip, paper_terms, paper_tip, runs_out
from client.kit.canvas import Canvas
from client.kit.hexes import Point, Rect
from client.kit.theme import Box
from client.kit.widget import Widget
from client.table import place
from client.table.doing import doing, paint_plate
from client.table.emblem import paint_emblem, seat_ink
from core.ambition.cards import INTRIGUE_DECK, INTRIGUES, PACTS
from core.ambition.state import Ambition
from core.ambition.telling.words import SAID
from core.kernel.secrets import Secrets
from core.kernel.telling.words import count

if TYPE_CHECKING:
    from client.ambition.board import Board

PLATE = Box((26, 16, 12, 236), (17, 10, 8, 236), (206, 152, 72, 255), 7, 1.5)
WORDS = Box((36, 22, 12, 245), (24, 14, 8, 245), (226, 178, 84, 255), 7, 1.5)
COIN = Box((60, 40, 14, 255), (26, 17, 8, 255), (240, 200, 104, 255), 34, 2.5, (0, 0, 0, 170), 5)
ENVELOPE = Box((20, 40, 30, 240), (12, 26, 19, 240), (120, 170, 140, 200), 6, 1)
OWN = Box((60, 46, 14, 240), (40, 30, 8, 240), (255, 206, 94, 255), 6, 1.5)
OUT = Box((22, 24, 27, 220), (14, 15, 18, 220), (84, 92, 100, 200), 6, 1)
CELL = Box((14, 17, 23, 235), (9, 11, 16, 235), (70, 78, 92, 255), 4, 1)
RIM = 372.0, 210.0
"""The half axes of the table on which alliances lie."""
COUNTS = (("chips", "accent"), ("elite", "info"), ("eye", "bad"), ("industry", "good"))


def counts(state: Ambition, seat: int) -> tuple[int, ...]:
    """Influence, and how many cards of each sort."""
    return (state.purse[seat], *(len(state.hand(seat, sort)) for sort in faces.SORTS))


class Part(place.Drawn):
    """A part of this table."""

    board: Board

    @property
    def state(self) -> Ambition:
        """The table as it is shown."""
        state: Ambition = self.model.state
        return state


class Room(Part):
    """What lies behind all."""

    def hit(self, x: float, y: float) -> Widget | None:
        """The pointer goes through."""
        return None

    def draw_in(self, canvas: Canvas, r: Rect) -> None:
        """Room and table."""
        paint_room(canvas, r)


class Member(Part):
    """A player at the left edge: what it is doing, what it has, whom it is allied with."""

    def __init__(self, board: Board, seat: int) -> None:
        super().__init__(board, f"Player {seat}", lambda: self.explain())
        self.seat = seat
        self.pointed = False

    def explain(self) -> str:
        """Everything that is public of it."""
        if self.model.state is None:
            return ""
        state, names, seat = self.state, self.model.names, self.seat
        purse, elites, intrigue, industry = counts(state, seat)
        lines = [f"*{names.coloured(seat)}*: {purse} Influence",
                 f"{elites} Elites, {intrigue} Intrigue, {industry} Industrial in hand",
                 "Armed: holds a token" if state.token[seat] else "No armament token"]  # fmt: skip
        lines += [alliance_tip(self.model, alliance).partition("\n")[0] for alliance in state.of(seat)]
        if state.convicted[seat]:
            lines.append("{bad}Convicted: it scores 0.{/}")
        return "\n".join(filter(None, [*lines, self.model.key_words(seat)]))

    def doing(self) -> tuple[str, str, str]:
        """Icon, words and colour of what it is doing."""
        state, seat, model = self.state, self.seat, self.model
        asked = {who: kind for who, kind, _ in state.asking}
        answers = {"challenge": "your answer"}.get(asked.get(seat, ""), "your turn")
        found = doing(model, seat, answers)
        if found is not None:
            return found
        if state.over:
            return "score", f"{state.points[seat]} in all", "accent"
        claim = state.claim
        if claim is not None and seat == claim.seat:
            return "bid", f"claims an Elite of {claim.value}", "accent"
        if claim is not None and "challenge" in asked.values() and seat not in asked:
            return "cross", f"cannot: owns only {state.purse[seat]}", "muted"
        if seat in asked:
            return "envelope", "answer sealed", "good"
        said = next((one for one in state.statements if one.seat == seat), None)
        if said is not None:
            return "chat", SAID[said.what] or (f"says: a {said.value}" if said.value else "says: none"), "accent"
        if state.strike is not None and seat == state.strike.target:
            return "warning", "target of a strike", "bad"
        if seat == state.current and state.turn:
            return "bid", "at turn", "accent"
        return "tick", "waits", "muted"

    def allies(self) -> tuple[str, str]:
        """With whom it is allied, and what that has at stake."""
        state, names, seat = self.state, self.model.names, self.seat
        open_ones = state.of(seat)
        sealed = [sum(paper.pair) - seat for paper in state.papers if paper.signed and seat in paper.pair]
        told = [*(f"{names.who(a.other(seat))}, open" for a in open_ones), *(f"{names.who(s)}, sealed" for s in sealed)]
        if not told:
            return "no ally", ""
        stake = sum(alliance.stakes[alliance.pair.index(seat)] for alliance in open_ones)
        return " · ".join(told), f"{stake} at stake" if open_ones else "stake unknown"

    def draw_in(self, canvas: Canvas, r: Rect) -> None:
        """Emblem, name, doing, counts, allies."""
        state, seat, names = self.state, self.seat, self.model.names
        paint_plate(canvas, self.model, seat, r, self.pointed)
        paint_emblem(canvas, seat, self.model.palette, Rect(r.x + 9, r.top - 41, 32, 32))
        canvas.label(names.who(seat), Rect(r.x + 50, r.top - 24, 110, 20), seat_ink(seat), 15, "bold", 0)
        paint_token(canvas, bool(state.token[seat]), Rect(r.right - 32, r.top - 32, 26, 26))
        icon, words, ink = self.doing()
        canvas.icon(icon, Rect(r.x + 50, r.top - 42, 13, 13), ink)
        canvas.label(words, Rect(r.x + 67, r.top - 45, r.w - 102, 18), ink, 12, align=0)
        wide, high = (r.w - 14) / 4, 24.0
        y = r.top - 51 - high
        for i, ((sign, tint), many) in enumerate(zip(COUNTS, counts(state, seat))):
            box = Rect(r.x + 8 + i * wide, y, wide - 4, high)
            canvas.box(CELL, box)
            canvas.icon(sign, Rect(box.x + 5, box.y + 5, 14, 14), tint)
            canvas.label(str(many), Rect(box.x + 20, box.y, box.w - 24, box.h), "text", 14.5, "bold")
        if y - r.y < 19:
            return
        told, stake = self.allies()
        alone = told == "no ally"
        canvas.icon("chain", Rect(r.x + 9, r.y + 6, 12, 12), "muted" if alone else "good")
        room = r.w - 30 - (72 if stake else 0)
        canvas.text(told, r.x + 26, r.y + 8, "muted" if alone else "text", 11.5, limit=room)
        canvas.label(stake, Rect(r.right - 82, r.y + 3, 76, 18), "muted", 11.5, align=1)

    def value(self) -> str:
        """In words."""
        if self.model.state is None:
            return ""
        return f"{self.model.names.who(self.seat)}: {self.state.purse[self.seat]} Influence, {self.doing()[1]}"


class Armed(Part):
    """Who holds a token: Armageddon needs all."""

    def draw_in(self, canvas: Canvas, r: Rect) -> None:
        """A token for each, with the emblem of its seat."""
        state = self.state
        armed = [seat for seat in state.seats if state.armed(seat)]
        canvas.box(PLATE, r)
        all_armed = len(armed) == state.n
        words = f"ARMED: {len(armed)} OF {state.n}"
        canvas.label(words, Rect(r.x + 10, r.y, 108, r.h), "bad" if all_armed else "accent", 12.5, "bold", 0)
        for i, seat in enumerate(state.seats):
            x = r.x + 124 + i * 36
            paint_token(canvas, state.armed(seat), Rect(x, r.y + 3, r.h - 6, r.h - 6))
            paint_emblem(canvas, seat, self.model.palette, Rect(x + 15, r.y + 1, 14, 14))
        x = r.x + 128 + state.n * 36
        note = "Armageddon may come" if all_armed else "Armageddon needs all"
        canvas.label(note, Rect(x, r.y, r.right - 8 - x, r.h), "bad" if all_armed else "muted", 12, align=1)

    def value(self) -> str:
        """In words."""
        if self.model.state is None:
            return ""
        return f"{sum(map(self.state.armed, self.state.seats))} of {self.state.n} hold armament tokens"


class Middle(Part):
    """The middle of the table: the claim, a strike, a card that is resolved, and who has answered."""

    def draw_in(self, canvas: Canvas, r: Rect) -> None:
        """Card and number, words below, envelopes at both sides."""
        state, names = self.state, self.model.names
        card = Rect(r.center[0] - 43, r.top - 124, 86, 122)
        head, below = "", ""
        if state.claim is not None:
            claim = state.claim
            number = faces.of_entry(state, self._known(claim.seat), claim.entry) if claim.entry < 0 else faces.back(0)
            paint_card(canvas, number, card)
            self._coin(canvas, card, str(claim.value))
            head, below = f"{names.who(claim.seat)}: an Elite worth {claim.value}", "one card, face down"
        elif state.strike is not None:
            paint_card(canvas, faces.code(faces.INTRIGUE, 1), card)
            head = f"{names.who(state.strike.attacker)} strikes {names.who(state.strike.target)}"
            below = "the target is asked first, then all others"
        elif state.card and state.phase == "intrigue" and self._resolving():
            paint_card(canvas, faces.of_copy(state, state.card), card)
            head, below = INTRIGUES[state.face(state.card)].name, self._said()
        elif state.die and state.phase == "diplomacy":
            box = Rect(card.center[0] - 32, card.y + 20, 64, 64)
            canvas.box(WORDS, box)
            canvas.label(str(state.die), box, "accent", 40, "title")
            head = f"{names.who(state.current)} rolled {state.die}"
            below = "an alliance, or a claim" if state.die >= 5 else "draw an Elite, or claim Influence"
        if head:
            words = Rect(r.x + 120, r.top - 174, r.w - 240, 42)
            canvas.box(WORDS, words)
            canvas.label(head, Rect(words.x + 6, words.y + 19, words.w - 12, 21), "text", 14.5, "bold")
            canvas.label(below, Rect(words.x + 6, words.y + 3, words.w - 12, 17), "muted", 12)
        self._answers(canvas, r)

    def _known(self, seat: int) -> Secrets | None:
        return self.model.secrets if seat == self.model.own else None

    def _resolving(self) -> bool:
        """Whether a card is under way."""
        kinds = {"aim", "gift", "disarm", "census", "yield", "duel", "doubt", "prove", "surrender", "open papers"}
        return bool(self.state.statements) or any(kind in kinds for _, kind, _ in self.state.asking)

    def _said(self) -> str:
        """What has been said so far."""
        state, names = self.state, self.model.names
        told = [f"{names.who(one.seat)}: {SAID[one.what] or one.value or 'none'}" for one in state.statements]
        return ", ".join(told) if len(told) < 3 else f"{count(len(told), 'claim')} on the table"

    def _coin(self, canvas: Canvas, card: Rect, words: str) -> None:
        coin = Rect(card.right - 22, card.center[1] - 34, 68, 68)
        canvas.box(COIN, coin)
        canvas.label(words, coin, "accent", 36, "title")

    def _answers(self, canvas: Canvas, r: Rect) -> None:
        """An envelope for each who is asked at the same time: to answer, sealed; who cannot is crossed out."""
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
            icon, words, ink = "cross", f"owns {state.purse[seat]}", "muted"
        elif mine:
            icon, words, ink = "planning", "your turn", "accent"
        elif waits:
            icon, words, ink = "thinking", "thinking", "muted"
        canvas.box(OWN if mine else ENVELOPE if asked else OUT, box)
        canvas.icon(icon, Rect(box.x + 8, box.y + 11, 18, 18), ink)
        canvas.label(model.names.who(seat), Rect(box.x + 34, box.y + 19, box.w - 38, 18), seat_ink(seat), 13, "bold", 0)
        canvas.label(words, Rect(box.x + 34, box.y + 3, box.w - 38, 16), ink, 11.5, align=0)


class Pacts(Part):
    """The alliances: a line between two players, a chip of both colours in its middle, what it is beside it."""

    def hit(self, x: float, y: float) -> Widget | None:
        """Only on a chip."""
        return self if self.model.state is not None and self._at(x, y) is not None else None

    def spots(self) -> list[tuple[int, int, int, Point]]:
        """(a, b, type or -1, where its chip lies), in units of the table."""
        state = self.state
        found = [(a.a, a.b, a.pact) for a in state.alliances]
        for paper in state.papers:
            if paper.signed:
                found.append((*paper.pair, -1))
        return [(a, b, pact, self.between(a, b)) for a, b, pact in found]

    def between(self, a: int, b: int) -> Point:
        """On the rim halfway round between two neighbours; farther in between others."""
        (cx, cy), (rx, ry) = self.board.heart, RIM
        turns = [atan2((y - cy) / ry, (x - cx) / rx) for x, y in map(self.board.at, (a, b))]
        apart = (turns[1] - turns[0] + 3 * pi) % (2 * pi) - pi
        middle, beside = turns[0] + apart / 2, b in self.state.neighbours(a)
        far = 0.95 if beside else 0.5 + 0.03 * ((a * 5 + b) % 4)
        return cx + rx * far * cos(middle), cy + ry * far * sin(middle)

    def _at(self, x: float, y: float) -> tuple[int, int, int] | None:
        unit = self.board.unit
        dx, dy = self.board.origin
        for a, b, pact, (cx, cy) in self.spots():
            if abs(x - dx - cx * unit) < 22 * unit and abs(y - dy - cy * unit) < 22 * unit:
                return a, b, pact
        return None

    def on_move(self, x: float, y: float) -> None:
        """What the pointer is on."""
        self.over = self._at(x, y)

    over: tuple[int, int, int] | None = None

    def explain(self) -> str:
        """The alliance under the pointer."""
        if self.over is None or self.model.state is None:
            return ""
        a, b, pact = self.over
        alliance, paper = self.state.between(a, b), self.state.sealed(a, b)
        if pact >= 0 and alliance is not None:
            return alliance_tip(self.model, alliance)
        return paper_tip(self.model, paper) if paper is not None else ""

    def draw_in(self, canvas: Canvas, r: Rect) -> None:
        """Lines first, then chips, then words where there is room."""
        spots = self.spots()
        for a, b, _, (x, y) in spots:
            for seat in (a, b):
                sx, sy = self.board.at(seat)
                canvas.line(x, y, sx, sy, 2.5, seat_ink(seat))
        for a, b, pact, (x, y) in spots:
            paint_chip(canvas, a, b, pact, self.model.palette, Rect(x - 20, y - 20, 40, 40))
        if len(spots) > 3:
            return
        for a, b, pact, (x, y) in spots:
            self._words(canvas, a, b, pact, x, y)

    def _words(self, canvas: Canvas, a: int, b: int, pact: int, x: float, y: float) -> None:
        paper = self.state.sealed(a, b) if pact < 0 else None
        terms = paper_terms(self.model, paper) if paper is not None else None
        name = PACTS[pact].name if pact >= 0 else f"Sealed: {PACTS[terms[0]].name}" if terms else "Sealed pact"
        who = self.model.names.who
        note = f"open · {PACTS[pact].stake} each" if pact >= 0 else f"{who(a)}, {who(b)}"
        wide = 128.0
        left = x + 22 if x < self.board.heart[0] else x - 22 - wide
        box = Rect(left, y - 17, wide, 34)
        canvas.box(PLATE, box)
        canvas.label(name, Rect(box.x + 6, box.y + 15, wide - 12, 17), "text", 12, "bold", 0)
        canvas.label(note, Rect(box.x + 6, box.y + 2, wide - 12, 15), "muted", 11.5, align=0)

    def value(self) -> str:
        """In words."""
        if self.model.state is None:
            return ""
        who = self.model.names.who
        return "; ".join(
            f"{who(a)} and {who(b)}: {PACTS[pact].name if pact >= 0 else 'sealed'}" for a, b, pact, _ in self.spots()
        )


class Ends(Part):
    """How the match ends: who is not armed yet, how often the deck has run out."""

    def draw_in(self, canvas: Canvas, r: Rect) -> None:
        """Two lines."""
        state = self.state
        canvas.box(PLATE, r)
        canvas.label("HOW IT ENDS", Rect(r.x + 9, r.top - 22, r.w - 18, 19), "accent", 12, "bold", 0)
        bare = [seat for seat in state.seats if not state.armed(seat)]
        lines = (("nu3", f"Armageddon: {len(bare)} unarmed" if bare else "Armageddon: at any time", "bad"),
                 ("draw pile", f"Deck ran out: {state.exhausted} of {runs_out(state)}", "warn"))  # fmt: skip
        for i, (icon, words, ink) in enumerate(lines):
            y = r.top - 44 - 21 * i
            canvas.icon(icon, Rect(r.x + 9, y + 3, 14, 14), ink)
            canvas.label(words, Rect(r.x + 29, y, r.w - 34, 20), "text", 12, align=0)

    def value(self) -> str:
        """In words."""
        if self.model.state is None:
            return ""
        return (
            f"{len(self.state.shared.decks[INTRIGUE_DECK])} Intrigue cards left, run out {self.state.exhausted} times"
        )

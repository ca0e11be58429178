"""Places of Outposts' table that may be picked: Territories, holds, Lookout, Connections, goods."""

from __future__ import annotations

from typing import TYPE_CHECKING

from client.games.outposts.art import GOODS_COLOURS, TINTS, paint_gain
from client.games.outposts.place import (
    CAREFUL_BOX,
    CHANCE,
    DANGER_BOX,
    DARK,
    INK,
    PIT_BOX,
    SAFE,
    STONE_BOX,
    Place,
    chip,
    defence_sign,
    location_razers,
    outpost_razers,
)
from client.games.outposts.tooltips import card_tip, gain_words, place_tip, rules_of
from client.table.pick.board import AIMED_BOX, LIT_BOX
from client.table.pick.script import Pick
from client.table.seats.emblem import paint_emblem
from client.ui import richtext
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.theme import BoxStyle, theme
from core.engine.text.words import format_count
from core.games.outposts import actions, cards
from core.games.outposts import outposts as posts
from core.games.outposts.board import territory
from core.games.outposts.goods import WALL
from core.games.outposts.state import WARDEN, Outposts

if TYPE_CHECKING:
    from client.games.outposts.board import Board


class Tile(Place):
    """Place for a Territory: its three levels with gains, its Outpost, and the seats that may raze it."""

    role = "territory"

    def __init__(self, board: Board, number: int) -> None:
        super().__init__(board, territory(number).name)
        self.number = number

    def accepts_pick(self, pick: Pick) -> bool:
        """Return True if the pick builds, upgrades, razes, walls or removes the Outpost here."""
        return pick in (("place", self.number), ("away", self.number))

    def explain(self) -> str:
        """Return the tooltip: the levels, the owner, and the seats that can raze the Outpost."""
        state = self.model.state_of(Outposts)
        if state is None:
            return ""
        lines, owner = [place_tip(state, self.number)], state.owner[self.number]
        if owner:
            who = "the Warden" if owner == WARDEN else self.model.names.plain_name(owner)
            level, cost = state.level[self.number], posts.outpost_defence(state, self.number)
            lines.append(f"Outpost (*{richtext.escape(who)}*), level {level}, Defence {cost}.")
            for seat, can in outpost_razers(state, self.number):
                words = "can raze it now" if can else "next to it, but short of raid marks"
                lines.append(f"{{warn}}{richtext.escape(self.model.names.plain_name(seat))}: {words}{{/}}")
        return "\n".join(lines)

    def paint_in_units(self, canvas: Canvas, r: Rect) -> None:
        """Paint the name, three rows and the chips."""
        state = self.state
        found = state.rules.territory(self.number)
        self.glow(canvas, r)
        canvas.box(DARK, r)
        owner, level = state.owner[self.number], state.level[self.number]
        canvas.box(STONE_BOX, Rect(r.x + 2, r.top - 22, r.w - 4, 20))
        short = found.name.removesuffix(" corner")
        canvas.label(short, Rect(r.x + (16 if self.key else 7), r.top - 22, r.w - 60, 20), INK, 13, "bold", 0)
        high, words = (r.h - 26) / 3, self._pick_gain_text()
        over = 2 if owner and level == 1 else 1
        """Row that makes room for the gain of the pick; never the row of an occupied level."""
        for row in (1, 2, 3):
            box = Rect(r.x + 3, r.y + 3 + (row - 1) * high, r.w - 6, high - 2)
            here = bool(owner) and row == level
            tint = theme().color(f"seat_{owner}")[:3] if here and owner != WARDEN else (190, 190, 200)
            canvas.box(BoxStyle((*tint, 120), (*tint, 60), (*tint, 255), 4, 1.4) if here else PIT_BOX, box)
            middle = box.center[1]
            if row == over and words:
                canvas.box(AIMED_BOX if self.is_aimed else LIT_BOX, box)
                richtext.paint(canvas, words, box.inset(5, 2), "text", 12.5)
                continue
            if here:
                self._paint_emblem(canvas, owner, Rect(box.x + 3, middle - 9, 18, 18))
            else:
                canvas.label(str(row), Rect(box.x + 3, box.y, 18, box.h), "muted", 12, "bold")
            paint_gain(canvas, found.gives[row - 1], box.x + 26, middle, 13.5)
            if here:
                defence_sign(canvas, posts.outpost_defence(state, self.number), box.right - 21, middle)
                if state.guarded[self.number]:
                    canvas.icon("wall", Rect(box.right - 38, middle - 7, 14, 14), GOODS_COLOURS[WALL])
            elif row == 2 and found.type:
                canvas.icon(found.type.lower(), Rect(box.right - 19, middle - 7, 14, 14), "muted")
            elif row == 2:
                canvas.label("any", Rect(box.right - 30, box.y, 27, box.h), "muted", 11)
        self._paint_chips(canvas, r, owner)

    def _pick_gain_text(self) -> str:
        """Return the price and the gain of the pick, with icons, if the first level does not show them."""
        if self.pick is None or self.pick[0] != "place":
            return ""
        price, gives = self.price()
        shown = price or (gives and self.state.owner[self.number])
        return " ".join(filter(None, [price and f"−{price}", gives and f"+{gives}"])) if shown else ""

    def _paint_emblem(self, canvas: Canvas, owner: int, r: Rect) -> None:
        if owner == WARDEN:
            canvas.icon("warden", r, "text")
        else:
            sign = self.board.league_sign(owner)
            paint_emblem(canvas, owner, self.model.palette, r, sign)

    def _paint_chips(self, canvas: Canvas, r: Rect, owner: int) -> None:
        state, own = self.state, self.model.own
        right, y = r.right - 3, r.top - 21
        if self.pick is not None:
            return
        if not owner or state.phase != "action":
            return
        if state.has_passed(owner):
            chip(canvas, SAFE, "safe", "safe", right, y)
            return
        found = outpost_razers(state, self.number)
        if owner != own:
            mine = [can for seat, can in found if seat == own]
            if mine == [True]:
                chip(canvas, CHANCE, "exposed", f"you: {posts.outpost_defence(state, self.number)}", right, y)
            return
        able = [seat for seat, can in found if can]
        if able:
            self._paint_threat(canvas, able[0], True, right, y)
        elif found:
            self._paint_threat(canvas, found[0][0], False, right, y)

    def _paint_threat(self, canvas: Canvas, seat: int, can: bool, right: float, y: float) -> None:
        """Paint the emblem of a seat that may raze this Outpost, with swords if the seat has the marks.

        The tooltip has the other details.
        """
        wide = 36.0 if can else 20.0
        r = Rect(right - wide, y, wide, 18)
        canvas.box(DANGER_BOX if can else CAREFUL_BOX, r)
        if can:
            canvas.icon("exposed", Rect(r.x + 4, r.y + 3, 12, 12), "text")
        where = Rect(r.right - 18, r.y + 1.5, 15, 15)
        paint_emblem(canvas, seat, self.model.palette, where, self.board.league_sign(seat))

    def value_text(self) -> str:
        """Return the owner of the Territory, in words."""
        state = self.model.state_of(Outposts)
        if state is None or not state.owner[self.number]:
            return "free"
        owner = state.owner[self.number]
        who = "the Warden" if owner == WARDEN else self.model.names.plain_name(owner)
        return f"{who}, level {state.level[self.number]}, Defence {posts.outpost_defence(state, self.number)}"


class HoldSlot(Place):
    """Slot of the displayed hold, with a Location, a Ruins or a Deal."""

    role = "location"

    def __init__(self, board: Board, index: int) -> None:
        super().__init__(board, f"Location {index + 1}")
        self.index = index

    @property
    def what(self) -> tuple[str, int]:
        """Content of the slot: ("location", copy), ("ruin", entry), ("deal", copy), or ("", 0)."""
        shown = self.board.in_hold
        return shown[self.index] if self.index < len(shown) else ("", 0)

    @property
    def mine(self) -> bool:
        """True if the displayed hold is that of our seat."""
        return self.board.looked == self.board.own

    def accepts_pick(self, pick: Pick) -> bool:
        """Return True if the pick uses, covers, walls, razes or visits the Location, or takes the Ruins."""
        kind, number = self.what
        if kind == "location":
            return pick == ("own" if self.mine else "loc", number)
        if kind != "ruin" or not self.mine:
            return False
        return pick in (("take", number), ("ruin", self.model.face(self.board.own, number) if number > 0 else -number))

    def explain(self) -> str:
        """Return the tooltip of the card."""
        kind, number = self.what
        if self.model.state is None or not kind:
            return ""
        if kind == "ruin":
            copy = -number if number < 0 else self.model.face(self.board.looked, number)
            return (
                f"*Ruins*\n{card_tip(copy, rules_of(self.model))}"
                if copy
                else "*Ruins*: a face-down card that only its owner knows"
            )
        lines = [card_tip(number, rules_of(self.model))]
        if kind == "location":
            owner = self.board.looked
            lines.append(
                f"Razing it now costs {format_count(actions.location_defence(self.state, owner, number), 'raid mark')}."
            )
            able = location_razers(self.state, owner, number)
            if able:
                names = ", ".join(self.model.names.plain_name(seat) for seat in able)
                lines.append(f"{{warn}}Can afford to raze it: {richtext.escape(names)}{{/}}")
        return "\n".join(lines)

    def paint_in_units(self, canvas: Canvas, r: Rect) -> None:
        """Paint the name, the gain, the Defence and the Walls, in red if a seat can raze the Location."""
        kind, number = self.what
        if not kind:
            return
        self.glow(canvas, r)
        if kind == "ruin":
            canvas.box(PIT_BOX, r)
            canvas.icon("ruins", Rect(r.x + 6, r.center[1] - 9, 18, 18), "muted")
            copy = -number if number < 0 else self.model.face(self.board.looked, number)
            canvas.label(
                cards.name_of(copy) if copy else "Ruins, face down",
                Rect(r.x + 28, r.y, r.w - 32, r.h),
                "muted",
                12,
                align=0,
            )
            return
        card = rules_of(self.model).card(number)
        tint = TINTS[card.kind] if kind == "location" else TINTS["Connection"]
        owner, state = self.board.looked, self.state
        able = location_razers(state, owner, number) if kind == "location" else []
        rim = (255, 92, 76, 255) if able and owner == self.model.own else (*tint, 255)
        canvas.box(BoxStyle((*tint, 70), (*tint, 36), rim, 5, 1.8 if able else 1.2), r)
        left = 15 if self.key else 6
        canvas.label(card.name, Rect(r.x + left, r.top - 19, r.w - left - 6, 17), "text", 12.5, "bold", 0)
        y = r.y + 11
        if kind == "deal":
            canvas.icon("parley mark", Rect(r.x + 6, y - 7, 14, 14), GOODS_COLOURS[7])
            paint_gain(canvas, card.deal, r.x + 26, y, 13)
            return
        x = r.x + 6
        for sign in card.types:
            canvas.icon(sign.lower(), Rect(x, y - 6, 12, 12), "muted")
            x += 15
        effect = card.effect
        room = Rect(x + 2, y - 9, r.right - x - 26, 18)
        price, gives = self.price()
        words = " ".join(filter(None, [price and f"−{price}", gives and f"+{gives}"]))
        if not words:
            arrow = f"{gain_words(effect.pays)} › " if effect.pays else ""
            words = arrow + (gain_words(effect.gives) if effect.gives else "")
            words = words or ("{muted}see the card{/}" if effect.does else "")
        richtext.paint(canvas, words, room, "text", 12.5)
        defence_sign(canvas, actions.location_defence(state, owner, number), r.right - 22, y)
        walls = state.walls.get(number, 0)
        for i in range(walls):
            canvas.icon("wall", Rect(r.right - 38 - 13 * i, y - 6, 12, 12), GOODS_COLOURS[WALL])
        uses = state.used.get(number, 0)
        if uses >= effect.uses and (card.kind == cards.ACTION or effect.after):
            canvas.icon("tick", Rect(r.right - 18, r.top - 18, 13, 13), "muted")

    def value_text(self) -> str:
        """Return the content of the slot, in words."""
        kind, number = self.what
        return cards.name_of(number) if kind in ("location", "deal") else "Ruins" if kind else "empty"


class OpenCard(Place):
    """Place for a card of the Lookout, or for a Connection."""

    role = "card"

    def __init__(self, board: Board, index: int) -> None:
        super().__init__(board, f"Open card {index + 1}")
        self.index = index

    @property
    def copy(self) -> int:
        """Displayed copy, or 0 for none."""
        shown = self.board.open_cards
        return shown[self.index] if self.index < len(shown) else 0

    def accepts_pick(self, pick: Pick) -> bool:
        """Return True if the pick takes or claims this card."""
        return bool(self.copy) and pick in (("row", self.copy), ("link", self.copy))

    def explain(self) -> str:
        """Return the tooltip of the card."""
        return card_tip(self.copy, rules_of(self.model)) if self.copy else ""

    def paint_in_units(self, canvas: Canvas, r: Rect) -> None:
        """Paint a band with the name, and either the distance and types or the gain."""
        copy = self.copy
        if not copy:
            return
        self.glow(canvas, r)
        link = copy in cards.LINKS
        tint = TINTS["Connection" if link else cards.card_of(copy).kind]
        gone = copy in self.state.claimed
        with canvas.fade(0.45 if gone else 1.0):
            canvas.box(BoxStyle((*tint, 150), (*tint, 84), (*tint, 255), 5, 1.5), r)
            canvas.box(BoxStyle((16, 12, 12, 215), (16, 12, 12, 215), (0, 0, 0, 0), 4), r.inset(2))
            left = 16 if self.key else 7
            canvas.label(cards.name_of(copy), Rect(r.x + left, r.top - 25, r.w - left - 5, 22), "text", 13.5, "bold", 0)
            y = r.y + 14
            if link:
                canvas.icon("crew", Rect(r.x + 17, y - 7, 14, 14), GOODS_COLOURS[0])
                canvas.text("1", r.x + 8, y - 5, "text", 13, "bold")
                canvas.text("›", r.x + 35, y - 5, "muted", 14, "bold")
                paint_gain(canvas, rules_of(self.model).connection(copy).gain, r.x + 46, y, 13, r.right)
                return
            card = rules_of(self.model).card(copy)
            disc = Rect(r.x + 6, y - 9, 18, 18)
            canvas.box(BoxStyle((242, 230, 204, 255), (242, 230, 204, 255), (0, 0, 0, 0), 9), disc)
            canvas.label(str(card.dist), disc, INK, 13, "bold")
            x = r.x + 29
            for sign in card.types:
                canvas.icon(sign.lower(), Rect(x, y - 7, 14, 14), "text")
                x += 18
            effect = card.effect
            paint_gain(canvas, effect.gives, x + 4, y, 12.5, r.right - 8)

    def value_text(self) -> str:
        """Return the name of the card."""
        return cards.name_of(self.copy) if self.copy else "empty"


BUTTON_TEXT = 12.5
"""Size of the text on the buttons beside our goods."""


class OwnAsset(Place):
    """Place for a thing of our seat that is not a card: the board action, labour or Walls."""

    role = "place"

    def __init__(self, board: Board, what: str) -> None:
        super().__init__(board, {"board": "Board action", "labour": "Labour", "walls": "Walls"}[what])
        self.what = what

    def accepts_pick(self, pick: Pick) -> bool:
        """Return True if the pick uses this thing."""
        return pick == (self.what, 0)

    def explain(self) -> str:
        """Return the effect of this thing, and a note if our seat has used it in this round."""
        state, own = self.model.state_of(Outposts), self.board.own
        if state is None:
            return ""
        if self.what == "labour":
            done = state.laboured[own]
            return "*Labour*, once a round: pay 2 crew for any one mark." + ("\n{muted}Done.{/}" if done else "")
        if self.what == "walls":
            return "*Walls*: each adds 1 to the Defence of a Location (at most 2) or an Outpost (1) until Cleanup."
        if state.league[own] < 0:
            return "*Board action*"
        league = state.rules.leagues[state.league[own]]
        words = f"*Board action*, once a round: {gain_words(league.pays)} › {gain_words(league.gives)}"
        return words + ("\n{muted}Done.{/}" if state.boarded[own] else "")

    def paint_in_units(self, canvas: Canvas, r: Rect) -> None:
        """Paint a button with its price."""
        state, own = self.state, self.board.own
        done = {"labour": state.laboured[own], "board": state.boarded[own], "walls": not state.free_walls[own]}[
            self.what
        ]
        self.glow(canvas, r)
        canvas.box(DARK, r)
        with canvas.fade(0.5 if done and self.pick is None else 1.0):
            if self.what == "labour":
                name, words = "*Labour* ", "2 :crew: › 1 mark"
            elif self.what == "walls":
                name, words = "Place ", f"*{state.free_walls[own]}* :wall:"
            else:
                league = state.rules.leagues[max(0, state.league[own])]
                name, words = "*Board* ", f"{gain_words(league.pays)} › {gain_words(league.gives)}"
            if richtext.measure(name + words, r.w - 9, BUTTON_TEXT)[1] > richtext.measure("1", r.w, BUTTON_TEXT)[1]:
                name = ""  # the price alone fits beside the other buttons; the tooltip has the name
            size = richtext.fit_size(name + words, r.w - 9, 18, BUTTON_TEXT)
            richtext.paint(canvas, name + words, Rect(r.x + 6, r.y + 3, r.w - 8, r.h - 6), "text", size)

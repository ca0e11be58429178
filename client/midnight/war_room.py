"""The table seen from above: nations around the clock, and between each two what they have facing each other."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from math import cos, hypot, pi, sin

import arcade
from PIL import Image

from client.art.theme import seat_look
from client.kit.canvas import Canvas
from client.kit.hexes import Point, Rect
from client.kit.richtext import escape
from client.kit.textures import Textures
from client.kit.widget import Live, Widget
from client.midnight import art
from client.midnight.words import (
    CARD_ICONS,
    card_name,
    card_of,
    card_tip,
    clock_tip,
    clock_words,
    nation_name,
    nation_tip,
)
from client.table import emblem
from client.table.sight import Sight
from core.midnight.cards import kind
from core.midnight.escalations import ESCALATIONS
from core.midnight.pacts import pact

PLATE = (150.0, 54.0)
CARD = (22.0, 31.0)
NARROW = 12.0
"""A card that is being turned up and looks narrower than this has no sign to be seen."""
USUAL, LARGEST = (806.0, 464.0), 1.7
"""The room of the design; where there is more, cards and clock are larger, at most so many times."""
SHIFT = 15.0
"""How far the cards of a border lie from each other."""
MOST = 4
"""So many cards of a border are drawn; more are counted."""
PLACE = (CARD[0] + SHIFT * (MOST - 1) + 6, CARD[1] + 5)
"""The room for the cards of a border."""
REACH = (130.0, 93.0)
"""An oval around a plate on which its borders lie, so that none lies on another at any number of seats."""
CLOCK = 132.0
BESIDE_CLOCK = 0.31
"""So far along a line lies the sign of a Pact, where the clock hides the middle."""
LAW = (124.0, 20.0)
LAWS_LEFT = 3
"""So many Escalations lie at the left below the die; the others at the right."""
A_MINUTE = 15.0
"""Degrees of a minute on the doomsday clock."""


def paint_emblem(canvas: Canvas, sight: Sight, seat: int, rect: Rect) -> None:
    """The medallion of a seat."""
    emblem.paint_emblem(canvas, seat, sight.palette, rect)


Draw = Callable[[tuple[int, int]], Image.Image]


def _sheet(textures: Textures, key: Hashable, size: tuple[int, int], scale: float, draw: Draw) -> arcade.Texture:
    """A card in design pixels of this size."""
    px = round(size[0] * scale), round(size[1] * scale)
    return textures.get(("midnight card", key, px), lambda: draw(px), scale, "midnight")


def card_texture(textures: Textures, copy: int, size: tuple[int, int], scale: float) -> arcade.Texture:
    """The face of a card of an action deck in design pixels of this size."""
    return _sheet(textures, kind(copy), size, scale, partial(art.card, kind(copy)))


def escalation_texture(textures: Textures, number: int, size: tuple[int, int], scale: float) -> arcade.Texture:
    """The face of an Escalation."""
    return _sheet(textures, ("escalation", number), size, scale, partial(art.escalation, number))


def pact_texture(textures: Textures, size: tuple[int, int], scale: float) -> arcade.Texture:
    """A Pact card."""
    return _sheet(textures, "pact", size, scale, art.pact)


def known_face(sight: Sight, owner: int, entry: int) -> int:
    """The copy of an entry on the table as the own seat knows it, or 0."""
    if entry < 0:
        return -entry
    return sight.face(owner, entry)


class Thing(Widget):
    """Something on the table that may be picked."""

    focusable = True
    lit = Live(False)
    pointed = Live(False)
    """The log speaks of it."""

    def __init__(self, name: str, on_pick: Callable[[], object], tip: Callable[[], str]) -> None:
        super().__init__(name, region="board", tip=tip)
        self.on_pick = on_pick

    def activate(self) -> None:
        """Pick it."""
        self.on_pick()


def paint_face(canvas: Canvas, copy: int, box: Rect, hit: bool = False) -> None:
    """A small card face up."""
    canvas.box("die.hit" if hit else "die", box)
    if box.w > NARROW:
        canvas.icon(CARD_ICONS[kind(copy)], box.inset(3, 8), "on_gold")


def paint_back(canvas: Canvas, sight: Sight, seat: int, box: Rect) -> None:
    """A small card face down, in the colour of its owner."""
    px = round(box.h * CARD[0] / CARD[1] * canvas.scale), round(box.h * canvas.scale)
    colour = seat_look(seat, sight.palette).colour
    back = canvas.textures.get(("midnight back", seat, px), lambda: art.back(px, colour), canvas.scale, sight.palette)
    canvas.image(back, box)


class Plate(Thing):
    """A nation: emblem, name, Worth, what lies in its Capital; in the duel, the card that it has flipped."""

    role = "nation"
    flipped = Live(0)
    """The copy that it has flipped in the duel, 0 for none."""

    def __init__(self, sight: Sight, seat: int, on_pick: Callable[[], object]) -> None:
        super().__init__(f"Nation {seat}", on_pick, self.explain)
        self.sight, self.seat = sight, seat

    def explain(self) -> str:
        """All that is public of it."""
        return nation_tip(self.sight.state, self.seat, self.sight.names) if self.sight.state is not None else ""

    def paint(self, canvas: Canvas) -> None:
        """The plate."""
        sight, seat, r = self.sight, self.seat, self.rect
        state = sight.state
        if state is None:
            return
        out = bool(state.eliminated[seat])
        canvas.box("seat.lit" if self.lit or self.pointed else "panel", r)
        if self.lit:
            canvas.frame(r, "accent", 2)
        elif state.current == seat and state.turn and not state.over:
            canvas.frame(r, "good", 1.5)
        with canvas.faded(0.35 if out else 1.0):
            if self.flipped:
                paint_face(canvas, self.flipped, Rect(r.x + 11, r.y + (r.h - CARD[1]) / 2, *CARD), True)
            else:
                paint_emblem(canvas, sight, seat, Rect(r.x + 7, r.y + r.h / 2 - 15, 31, 31))
            name = Rect(r.x + 44, r.y + r.h / 2 + 1, r.w - 78, 20)
            canvas.label(sight.names.who(seat), name, f"seat_{seat}", "small", "bold", 0)
            offers = any(to == sight.own for to, _ in state.offers[seat])
            low = Rect(r.x + 44, r.y + 5, r.w - (70 if offers else 50), 20)
            if out or state.ruined[seat]:
                canvas.icon("ruin", Rect(low.x, low.y + 3, 14, 14), "bad")
                canvas.label("eliminated" if out else "in Ruin", low.inset(18, 0), "bad", "small", align=0)
            elif state.capital[seat]:
                for i, copy in enumerate(state.capital[seat][:5]):
                    canvas.icon(CARD_ICONS[kind(copy)], Rect(low.x + 18 * i, low.y + 2, 16, 16), "warn")
            else:
                canvas.label(nation_name(state, seat), low, "muted", "tiny", align=0)
            worth = Rect(r.right - 38, r.y + r.h / 2 - 2, 32, 24)
            canvas.label(str(state.worth[seat]), worth, "vp", "heading", "bold", 1)
            if offers:
                canvas.icon("envelope", Rect(r.right - 22, r.y + 6, 15, 15), "warn")

    def value(self) -> str:
        """In words."""
        state = self.sight.state
        return "" if state is None else f"{self.sight.names.who(self.seat)}, {state.worth[self.seat]} Worth"


class Border(Thing):
    """What a nation has facing another: cards face down, or face up in a dispute."""

    role = "border"
    turned = Live(1.0)
    """How wide its cards are seen: nothing in the middle of being turned up."""
    lifted = Live(0)
    """The entry that is in the air, 0 for none."""

    def __init__(self, sight: Sight, seat: int, other: int, on_pick: Callable[[], object]) -> None:
        super().__init__(f"Border of {seat} with {other}", on_pick, self.explain)
        self.sight, self.seat, self.other = sight, seat, other

    def lift(self, entry: int) -> None:
        """An entry is in the air; 0 for none."""
        self.lifted = entry

    @property
    def entries(self) -> tuple[int, ...]:
        """The cards that lie here."""
        state = self.sight.state
        return state.border(self.seat, self.other) if state is not None else ()

    def explain(self) -> str:
        """Whose, facing whom, and what is known of the cards."""
        sight = self.sight
        names = sight.names
        count = len(self.entries)
        what = f"{count} card{'s' if count > 1 else ''}" if count else "no card"
        has = "have" if self.seat == names.own else "has"
        facing = f"{names.coloured(self.seat)} {has} {what} facing {names.coloured(self.other, inside=True)}"
        lines = [f"*{facing}*"]
        faces = [known_face(sight, self.seat, entry) for entry in self.entries]
        lines += [card_tip(copy) for copy in dict.fromkeys(faces) if copy]
        hidden = faces.count(0)
        if hidden:
            lines.append(f"{{muted}}{hidden} face down{{/}}")
        found = pact(sight.state, self.seat, self.other) if sight.state is not None else None
        if found is not None:
            lines.append(f":pact: A Pact lies here, on {card_of(names, found[2])}.")
        return "\n".join(lines)

    def paint(self, canvas: Canvas) -> None:
        """The cards beside each other, in the middle of the place."""
        r, sight = self.rect, self.sight
        if sight.state is None:
            return
        if self.lit or self.pointed or self.hovered:
            canvas.box("seat.lit", r)
            canvas.frame(r, "accent" if self.lit else "muted", 1.5)
        elif self.seat == sight.own:
            canvas.frame(r, (60, 110, 90, 120))
        shown = [entry for entry in self.entries if entry != self.lifted][-MOST:]
        large = r.h / PLACE[1]
        w, h, shift = CARD[0] * large, CARD[1] * large, SHIFT * large
        wide = w + shift * (len(shown) - 1)
        x, y = r.x + (r.w - wide) / 2, r.y + (r.h - h) / 2
        for i, entry in enumerate(shown):
            box = Rect(x + shift * i + w * (1 - self.turned) / 2, y, w * self.turned, h)
            copy = known_face(sight, self.seat, entry)
            if copy:
                paint_face(canvas, copy, box, entry < 0)
                if entry > 0:
                    canvas.fill(Rect(box.x + 2, box.y + 1, box.w - 4, 3), f"seat_{self.seat}")
            else:
                paint_back(canvas, sight, self.seat, box)
        if len(self.entries) > MOST:
            chip = Rect(r.right - 26, r.y - 7, 26, 15)
            canvas.box("chip", chip)
            canvas.label(f"×{len(self.entries)}", chip, "text", "tiny", "bold")

    def value(self) -> str:
        """In words."""
        faces = [known_face(self.sight, self.seat, entry) for entry in self.entries]
        return ", ".join(card_name(copy) if copy else "face down" for copy in faces) or "empty"


class Clock(Widget):
    """The doomsday clock in the middle of the table."""

    role = "clock"
    focusable = True
    hand = Live(5.0)
    """Minutes to midnight that the hand shows; it moves between them."""

    def __init__(self, sight: Sight) -> None:
        super().__init__("Doomsday clock", region="board", tip=self.explain)
        self.sight = sight

    def explain(self) -> str:
        """What the next tick brings."""
        return clock_tip(self.sight.state) if self.sight.state is not None else ""

    def paint(self, canvas: Canvas) -> None:
        """Face, hand, and how late it is in words."""
        r, state = self.rect, self.sight.state
        if state is None:
            return
        px = round(r.w * canvas.scale)
        face = canvas.textures.get(("midnight clock", px), lambda: art.clock_face(px), canvas.scale)
        canvas.image(face, r)
        x, y = r.center
        angle = (90 + self.hand * A_MINUTE) * pi / 180
        long = r.w * 0.37
        canvas.line(x, y, x + cos(angle) * long, y + sin(angle) * long, 4, "bad" if self.hand < 2.5 else "warn")
        canvas.line(x, y, x, y + r.h * 0.22, 5, "muted")
        tense = state.tense and state.clock
        canvas.icon("die" if tense else "doomsday", Rect(x - 9, y - 9, 18, 18), "bad" if tense else "muted")
        number = str(state.clock) if state.clock else "0"
        canvas.label(number, Rect(x - 30, r.y + r.h * 0.14, 60, 30), "warn", "title", "title")

    def value(self) -> str:
        """How late it is."""
        return clock_words(self.sight.state) if self.sight.state is not None else ""


class Law(Widget):
    """An Escalation in play, by name; its words under the pointer or the keys."""

    role = "escalation"
    focusable = True

    def __init__(self, escalation: int) -> None:
        self.words = ESCALATIONS[escalation]
        name, text = escape(self.words.name), escape(self.words.text)
        tip = f"*{name}* {{muted}}(Escalation in play){{/}}\n{text}"
        super().__init__(self.words.name, region="board", tip=tip)

    def paint(self, canvas: Canvas) -> None:
        """Its name."""
        canvas.box("chip", self.rect)
        canvas.icon("warning", Rect(self.rect.x + 5, self.rect.y + 4, 12, 12), "warn")
        room = Rect(self.rect.x + 21, self.rect.y, self.rect.w - 25, self.rect.h)
        canvas.label(self.words.name, room, "text", "tiny", "bold", 0)

    def value(self) -> str:
        """What it does."""
        return self.words.text


class WarRoom(Widget):
    """The whole table; the own nation lies at the lower edge."""

    role = "board"

    def __init__(self, sight: Sight, on_pick: Callable[[Thing], object]) -> None:
        super().__init__("Table", region="board", tab_each=True)
        self.sight = sight
        self.on_pick = on_pick
        self.clock = Clock(sight)
        self.plates: dict[int, Plate] = {}
        self.borders: dict[tuple[int, int], Border] = {}
        self.laws: dict[int, Law] = {}
        """The Escalations in play, in the order in which they came."""
        self.disputed: tuple[int, int] = (0, 0)
        """The two whose dispute is being told."""
        self.dice: tuple[str, str] = ("", "")
        """The die that was rolled last: what it shows, and in which colour."""

    def seat(self, seats: int) -> None:
        """So many nations sit around it."""
        self.add(self.clock)
        for seat in range(1, seats + 1):
            for other in range(1, seats + 1):
                if other != seat:
                    border = Border(self.sight, seat, other, lambda: None)
                    border.on_pick = partial(self.on_pick, border)
                    self.borders[seat, other] = border
                    self.add(border)
        for seat in range(1, seats + 1):
            plate = Plate(self.sight, seat, lambda: None)
            plate.on_pick = partial(self.on_pick, plate)
            self.plates[seat] = plate
            self.add(plate)

    @property
    def large(self) -> float:
        """How much larger than in the design cards and clock are."""
        return max(1.0, min(LARGEST, self.rect.w / USUAL[0], self.rect.h / USUAL[1]))

    def point(self, seat: int) -> Point:
        """The middle of a nation's plate: on an oval that is never flatter nor rounder than that of the design."""
        n = max(1, len(self.plates))
        turn = (seat - max(1, self.sight.names.own)) % n
        angle = -pi / 2 - turn * 2 * pi / n
        r = self.rect
        wide, high = min(r.w, r.h * USUAL[0] / USUAL[1]), min(r.h, r.w * USUAL[1] / USUAL[0])
        rx, ry = wide / 2 - PLATE[0] / 2 - 14, high / 2 - PLATE[1] / 2 - 12
        return r.x + r.w / 2 + cos(angle) * rx, r.y + r.h / 2 + sin(angle) * ry

    def middle(self) -> Point:
        """Where the clock stands: in the middle of the nations."""
        points = [self.point(seat) for seat in self.plates]
        low, high = min(y for _, y in points), max(y for _, y in points)
        part = 0.64 if len(points) == 3 else 0.5
        return self.rect.x + self.rect.w / 2, low + (high - low) * part

    def arrange(self) -> None:
        """Plates on an oval, borders on the lines between them."""
        if not self.plates:
            return
        x, y = self.middle()
        large = self.large
        side = CLOCK * large
        self.clock.place(Rect(x - side / 2, y - side / 2, side, side))
        for seat, plate in self.plates.items():
            x, y = self.point(seat)
            plate.place(Rect(x - PLATE[0] / 2, y - PLATE[1] / 2, *PLATE))
        w, h = PLACE[0] * large, PLACE[1] * large
        for (seat, other), border in self.borders.items():
            (ax, ay), (bx, by) = self.point(seat), self.point(other)
            long = hypot(bx - ax, by - ay)
            ux, uy = (bx - ax) / long, (by - ay) / long
            far = large / hypot(ux / REACH[0], uy / REACH[1])
            x, y = ax + ux * far, ay + uy * far
            border.place(Rect(x - w / 2, y - h / 2, w, h))

        for row, law in enumerate(self.laws.values()):
            left = row < LAWS_LEFT
            x = self.rect.x + 12 if left else self.rect.right - LAW[0] - 12
            below = row + 1 if left else row - LAWS_LEFT
            law.place(Rect(x, self.rect.top - 36 - below * (LAW[1] + 3), *LAW))

    def light(self, lit: Callable[[Thing], bool]) -> None:
        """What may be picked is lit."""
        for thing in (*self.plates.values(), *self.borders.values()):
            thing.lit = lit(thing)

    def speak_of(self, seats: tuple[int, ...]) -> None:
        """The log speaks of these."""
        for seat, plate in self.plates.items():
            plate.pointed = seat in seats

    def refresh(self) -> None:
        """The table has changed."""
        state = self.sight.state
        if state is not None and not self.sight.telling:
            self.clock.hand = float(state.clock)
        if state is not None and tuple(self.laws) != state.escalations:
            self.lay_laws(state.escalations)
        self.touch_tree()

    def lay_laws(self, escalations: tuple[int, ...]) -> None:
        """These Escalations are in play."""
        for law in self.laws.values():
            self.remove(law)
        self.laws = {escalation: Law(escalation) for escalation in escalations}
        for law in self.laws.values():
            self.add(law)
        self.arrange()

    def paint(self, canvas: Canvas) -> None:
        """Lines between neighbours; that of a dispute glows."""
        state = self.sight.state
        if state is None or not self.plates:
            return
        for seat, other in self.borders:
            if seat > other:
                continue
            (ax, ay), (bx, by) = self.point(seat), self.point(other)
            fighting = {seat, other} == set(self.disputed)
            agreed = pact(state, seat, other) is not None
            color = (216, 64, 47, 230) if fighting else (240, 198, 103, 190) if agreed else (47, 174, 116, 70)
            canvas.line(ax, ay, bx, by, 5 if fighting else 3 if agreed else 1.5, color)
            if agreed:
                cx, cy = self.clock.rect.center
                hidden = hypot((ax + bx) / 2 - cx, (ay + by) / 2 - cy) < self.clock.rect.w / 2 + 10
                part = BESIDE_CLOCK if hidden else 0.5
                x, y = ax + (bx - ax) * part, ay + (by - ay) * part
                canvas.icon("pact", Rect(x - 10, y - 10, 20, 20), "accent")
        words, color_of_words = self.dice
        if words:
            box = Rect(self.rect.x + 12, self.rect.top - 36, 150, 24)
            canvas.box("raised", box)
            canvas.label(words, box, color_of_words, "small", "bold")

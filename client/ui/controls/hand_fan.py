"""A hand of cards as a fan.

More cards overlap more. The card under the pointer rises, grows and pushes its neighbours aside. `fan` is the pure
layout. `Fan` is the widget that moves towards it and is played by mouse, keys and drag.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import cos, exp, radians, sin
from typing import Generic, NamedTuple, TypeVar, Unpack

import arcade
from pyglet.window import key as codes

from client.ui.canvas import Canvas
from client.ui.drag import DragSource
from client.ui.hexes import Rect
from client.ui.widget import LEFT, Reactive, Widget, WidgetOptions, announce, refuse, trigger

T = TypeVar("T")
CARD_SPEED = 18.0
"""The speed at which cards approach their places, in 1/s."""
TILT_MARGIN = 8.0
"""The room beside the outermost cards, which are slightly tilted, in design pixels."""
CHOSEN_RISE = 10.0
"""Design pixels by which a card that is part of the plan stays raised."""


class FanSlot(NamedTuple):
    """The place of a card: its middle, its angle (degrees, counter-clockwise) and its size."""

    x: float
    y: float
    angle: float
    scale: float


@dataclass(frozen=True, slots=True)
class FanShape:
    """The measures of a fan, in design pixels."""

    card: tuple[float, float] = (124.0, 174.0)
    raised_scale: float = 1.3
    """The factor by which the raised card is enlarged."""
    sunk_depth: float = 28.0
    """The height of the part of the cards that is below the lower edge."""
    spread: float = 20.0
    """Degrees between the first and the last card of a full hand."""
    arc: float = 0.75
    """A factor for the drop of the outer cards, which grows with their distance from the middle."""
    push_distance: float = 22.0
    """The distance by which the neighbours of the raised card move aside."""
    nearest: float = 0.9
    """The largest distance between two cards, in card widths."""


def fan_slots(count: int, rect: Rect, raised: int = -1, shape: FanShape | None = None) -> list[FanSlot]:
    """Return the places of `count` cards in a rectangle.

    >>> [round(slot.x) for slot in fan_slots(3, Rect(0, 0, 740, 150))]
    [258, 370, 482]
    """
    shape = shape or FanShape()
    wide, high = shape.card
    step = min(wide * shape.nearest, (rect.w - wide) / max(1, count - 1)) if count > 1 else 0.0
    turn = min(3.2, shape.spread / max(1, count - 1)) if count > 1 else 0.0
    middle = (count - 1) / 2
    slots = []
    for i in range(count):
        away = i - middle
        angle = -away * turn
        x = rect.center[0] + away * step
        y = rect.y + high / 2 - shape.sunk_depth - abs(away) ** 1.7 * turn * shape.arc
        scale = 1.0
        if i == raised:
            scale, angle = shape.raised_scale, 0.0
            y = rect.y + high * scale / 2 + 3
            x = max(rect.x + wide * scale / 2, min(rect.right - wide * scale / 2, x))
        elif raised >= 0:
            x += shape.push_distance * (1 if i > raised else -1) / (abs(i - raised) ** 0.7)
            x = max(rect.x + wide / 2, min(rect.right - wide / 2, x))
        slots.append(FanSlot(x, y, angle, scale))
    return slots


@dataclass(slots=True)
class _Card(Generic[T]):
    """A card that moves to its place."""

    item: T
    at: FanSlot
    goal: FanSlot
    fade: float = 1.0


class Fan(Widget, Generic[T]):
    """A hand of cards.

    `texture(item, large)` returns the picture of a card. `possible` returns True, or the reason why a card cannot be
    played now.
    """

    role = "hand"
    focusable = True
    raised_index = Reactive(-1)

    def __init__(
        self,
        name: str,
        texture: Callable[[T, bool], arcade.Texture],
        *,
        items: Sequence[T] = (),
        text: Callable[[T], str] = str,
        key: Callable[[T], object] = lambda item: item,
        possible: Callable[[T], bool | str] = lambda _item: True,
        on_play: Callable[[T], object] | None = None,
        on_raise: Callable[[T | None], object] | None = None,
        card_tip: Callable[[T], str | Widget | None] | None = None,
        payload: Callable[[T], object] | None = None,
        shape: FanShape | None = None,
        arrival_point: tuple[float, float] | None = None,
        **rest: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(name, **rest)
        self.texture, self.text, self.key, self.possible = texture, text, key, possible
        self.on_play, self.on_raise, self.card_tip = on_play, on_raise, card_tip
        self.shape = shape or FanShape()
        self.arrival_point = arrival_point
        """The place that new cards come from; without it, they appear in their places."""
        self.reduced_motion = False
        """True if cards move to their places at once, without animation."""
        self._cards: list[_Card[T]] = []
        self._chosen_index = -1
        if payload is not None:
            self.drag_source = DragSource(
                lambda: payload(self.cards[self.raised_index]) if self.raised_index >= 0 else None, self._paint_ghost
            )
        self.set_items(items)

    @property
    def chosen_index(self) -> int:
        """The index of the card that is part of the plan and stays slightly raised, or -1."""
        return self._chosen_index

    @chosen_index.setter
    def chosen_index(self, index: int) -> None:
        if index != self._chosen_index:
            self._chosen_index = index
            self._set_goals()

    # Contents ---------------------------------------------------------------------------------------------------------

    @property
    def cards(self) -> list[T]:
        """The items, from left to right."""
        return [card.item for card in self._cards]

    def set_items(self, items: Sequence[T]) -> None:
        """Replace the items; cards that are already there move, and new ones arrive."""
        before: dict[object, list[_Card[T]]] = {}
        for card in self._cards:
            before.setdefault(self.key(card.item), []).append(card)
        chosen = self.key(self._cards[self.chosen_index].item) if 0 <= self.chosen_index < len(self._cards) else None
        cards = []
        for item in items:
            same = before.get(self.key(item))
            start = (
                FanSlot(*self.arrival_point, 0.0, 0.6)
                if self.arrival_point is not None
                else FanSlot(0.0, -1e6, 0.0, 1.0)
            )
            card = same.pop(0) if same else _Card(item, start, start)
            card.item = item
            cards.append(card)
        self._cards = cards
        if chosen is not None:
            self.chosen_index = next((i for i, card in enumerate(cards) if self.key(card.item) == chosen), -1)
        self._raise(self.raised_index if self.raised_index < len(cards) else -1)
        self._set_goals()
        self.touch()

    @property
    def filled_rect(self) -> Rect:
        """The part of the rectangle that the cards fill; the whole rectangle if there are no cards."""
        r, xs = self.rect, [slot.x for slot in fan_slots(len(self._cards), self.rect, self.raised_index, self.shape)]
        if not xs:
            return r
        side = self.shape.card[0] / 2 + TILT_MARGIN
        return Rect(min(xs) - side, r.y, max(xs) - min(xs) + 2 * side, r.h).intersection(r)

    def slot_of(self, index: int) -> FanSlot:
        """Return the present place of a card, from which it may fly to the board."""
        return self._cards[index].at

    def _set_goals(self) -> None:
        """Set the goal of every card, and start the movement."""
        slots = fan_slots(len(self._cards), self.rect, self.raised_index, self.shape)
        for i, (card, slot) in enumerate(zip(self._cards, slots, strict=True)):
            if i == self.chosen_index and i != self.raised_index:
                slot = slot._replace(y=slot.y + CHOSEN_RISE)
            card.goal = slot
            if card.at.y < -1e5 or self.reduced_motion:
                card.at = slot
        if self.ui is not None:
            self.ui.add_ticker(self._tick)
        self.touch()

    def _tick(self, dt: float) -> bool:
        part = 1 - exp(-CARD_SPEED * dt)
        moving = False
        for card in self._cards:
            far = max(abs(a - b) for a, b in zip(card.at[:2], card.goal[:2], strict=True))
            near = far < 0.3 and abs(card.at.scale - card.goal.scale) < 0.004
            if card.at != card.goal:
                if near:
                    card.at = card.goal
                else:
                    card.at = FanSlot(*(a + (b - a) * part for a, b in zip(card.at, card.goal, strict=True)))
                    moving = True
                self.touch()
        return moving

    def arrange(self) -> None:
        """Adapt the fan to its rectangle."""
        slots = fan_slots(len(self._cards), self.rect, self.raised_index, self.shape)
        if any(card.goal[:2] != slot[:2] for card, slot in zip(self._cards, slots, strict=True)):
            self._set_goals()

    # Picking ----------------------------------------------------------------------------------------------------------

    def card_at(self, x: float, y: float) -> int:
        """Return the index of the card under a point, or -1.

        Each card keeps the strip that it shows when no card is raised, so that nothing flickers. Points that only the
        raised card covers belong to that card.
        """
        resting = fan_slots(len(self._cards), self.rect, -1, self.shape)
        raised = self.raised_index if 0 <= self.raised_index < len(resting) else -1
        over_raised = raised >= 0 and self.card_rect(raised).contains(x, y)
        if over_raised and y > self.rect.y + self.shape.card[1] - self.shape.sunk_depth:
            return raised
        for i in reversed(range(len(resting))):
            if self._is_on_card(resting[i], x, y):
                return i
        return raised if over_raised else -1

    def _is_on_card(self, slot: FanSlot, x: float, y: float) -> bool:
        turn = radians(-slot.angle)
        dx, dy = x - slot.x, y - slot.y
        across, along = dx * cos(turn) - dy * sin(turn), dx * sin(turn) + dy * cos(turn)
        wide, high = self.shape.card
        return abs(across) <= wide * slot.scale / 2 and abs(along) <= high * slot.scale / 2

    def contains(self, x: float, y: float) -> bool:
        """Return True if the point is on a card."""
        return self.card_at(x, y) >= 0

    def focus_rect(self) -> Rect:
        """Return the rectangle of the raised card."""
        return self.card_rect(self.raised_index) if self.raised_index >= 0 else self.rect

    def card_rect(self, index: int) -> Rect:
        """Return the rectangle of a card."""
        slots = fan_slots(len(self._cards), self.rect, self.raised_index, self.shape)
        slot, (wide, high) = slots[index], self.shape.card
        w, h = wide * slot.scale, high * slot.scale
        return Rect(slot.x - w / 2, slot.y - h / 2, w, h)

    # Pointer and keys -------------------------------------------------------------------------------------------------

    def _raise(self, index: int) -> None:
        if index == self.raised_index:
            return
        self.raised_index = index
        self._set_goals()
        if self.on_raise is not None:
            self.on_raise(self._cards[index].item if index >= 0 else None)

    def lower_raised(self) -> bool:
        """Lower the raised card; return True if the keys had raised it.

        Afterwards the pointer or the keys may raise a card again.
        """
        by_keys = self.raised_index >= 0 and not self.hovered
        self._raise(-1)
        return by_keys

    def on_move(self, x: float, y: float) -> None:
        """Raise the card under the pointer."""
        self._raise(self.card_at(x, y))

    def on_pointer(self, over: bool) -> None:
        """Lower all cards when the pointer leaves, unless the keys keep one raised or the player drags one."""
        if over:
            return
        ui = self.ui
        if ui is None or not (ui.is_dragging_from(self) or (self.focused and ui.shows_ring)):
            self._raise(-1)

    def on_press(self, x: float, y: float, button: int) -> bool:
        """Raise the pressed card; return True if the left button was pressed on a card."""
        self._raise(self.card_at(x, y))
        return button == LEFT and self.raised_index >= 0

    def on_release(self, x: float, y: float, button: int) -> None:
        """Play the raised card."""
        if button == LEFT and self.raised_index >= 0 and self.card_at(x, y) == self.raised_index:
            trigger(self)

    def on_focus(self, here: bool) -> None:
        """Raise the chosen card or else the first one, if the keys moved the focus here; else lower all cards."""
        if not here:
            if not self.hovered:
                self._raise(-1)
        elif self.raised_index < 0 and self._cards and self.ui is not None and self.ui.shows_ring:
            self._raise(max(0, self.chosen_index))

    def on_key(self, symbol: int, modifiers: int) -> bool:
        """Handle Left, Right, Home and End."""
        last = len(self._cards) - 1
        goal = {codes.LEFT: self.raised_index - 1, codes.RIGHT: self.raised_index + 1, codes.HOME: 0, codes.END: last}
        if symbol not in goal or last < 0:
            return False
        if 0 <= goal[symbol] <= last:
            self.raise_card(goal[symbol])
        return True

    def raise_card(self, index: int) -> None:
        """Raise a card by its index, as the keys do, and announce it."""
        self._raise(index)
        announce(self, self.value_text())

    def activate(self) -> None:
        """Play the raised card; if it cannot be played, announce the reason."""
        if self.raised_index >= 0:
            self.play_card(self.raised_index)

    def play_card(self, index: int) -> bool:
        """Play a card if it can be played; return True if it was played."""
        item = self._cards[index].item
        answer = self.possible(item)
        if answer is True:
            if self.on_play is not None:
                self.on_play(item)
            return True
        refuse(self, f"{self.text(item)}: {answer or 'not possible now'}")
        return False

    def tip_at(self, x: float, y: float) -> tuple[str | Widget | None, Rect]:
        """Return the tip of the raised card, with the reason if it cannot be played."""
        if self.raised_index < 0:
            return super().tip_at(x, y)
        item = self._cards[self.raised_index].item
        tip = self.card_tip(item) if self.card_tip is not None else None
        answer = self.possible(item)
        if answer is not True and not isinstance(tip, Widget):
            why = "{warn}" + (answer or "Not possible now") + "{/}"
            tip = f"{tip}\n{why}" if tip else why
        return tip, self.card_rect(self.raised_index)

    # Drawing ----------------------------------------------------------------------------------------------------------

    def paint(self, canvas: Canvas) -> None:
        """Draw the cards from left to right, the raised one last."""
        order = list(range(len(self._cards)))
        if 0 <= self.raised_index < len(order):
            order.append(order.pop(self.raised_index))
        dragged = self.ui is not None and self.ui.is_dragging_from(self)
        for i in order:
            card = self._cards[i]
            if not (dragged and i == self.raised_index):
                self._paint_card(canvas, card.item, card.at, i == self.raised_index)

    def _paint_card(self, canvas: Canvas, item: T, slot: FanSlot, large: bool) -> None:
        wide, high = self.shape.card
        w, h = wide * slot.scale, high * slot.scale
        shade = 255 if self.possible(item) is True else 150
        rect = Rect(slot.x - w / 2, slot.y - h / 2, w, h)
        canvas.image(self.texture(item, large), rect, (shade, shade, shade, 255), slot.angle)

    def _paint_ghost(self, canvas: Canvas, x: float, y: float) -> None:
        if 0 <= self.raised_index < len(self._cards):
            with canvas.fade(0.85):
                self._paint_card(canvas, self._cards[self.raised_index].item, FanSlot(x, y, 0.0, 0.8), False)

    def value_text(self) -> str:
        """Return the raised card in words, with the reason if it cannot be played.

        Return the number of cards if no card is raised.
        """
        if self.raised_index < 0:
            return f"{len(self._cards)} card{'' if len(self._cards) == 1 else 's'}"
        item = self._cards[self.raised_index].item
        answer = self.possible(item)
        why = "" if answer is True else f", not playable: {answer or 'not now'}"
        return f"{self.text(item)}, {self.raised_index + 1} of {len(self._cards)}{why}"

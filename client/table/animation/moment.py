"""Moments of a match that deserve the whole table: a victory, or a turn of events that all players see."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sin

from client.art.burst import draw_burst
from client.ui import richtext
from client.ui.canvas import Canvas
from client.ui.easing import Step, call, fade, linear, out_bounce, out_cubic, parallel, sequence, tween, wait
from client.ui.hexes import Rect
from client.ui.screen import Screen
from client.ui.theme import Color, theme
from client.ui.widget import Reactive, Widget

ENTRY_SECONDS = 0.75
"""Seconds until the crests have landed and the words are readable."""
FADE_SECONDS = 0.2
CREST = 112.0
MAX_CREST_SPAN = 640.0
"""Design pixels: size of a crest, and the widest row of crests."""
WORDS_WIDTH = 860.0
BURST_PIXELS = 512
RAY_DEGREES_PER_SECOND = 9.0
CONFETTI = 70
FALL_SECONDS = 2.6
"""Seconds in which a piece of confetti falls through the window."""
KEPT_ACTIONS = ("full screen", "screenshot")
"""Actions of keys that do not end a moment."""
SPREAD = 0.6180339887
DELAY_SPREAD = 0.7548776662
"""Two numbers whose multiples spread the places and the delays of pieces evenly, without a pattern of both."""


@dataclass(frozen=True)
class MomentContent:
    """Content of a moment: a title, a sentence, and what is around them."""

    title: str
    words: str = ""
    """The sentence below the title."""
    details: str = ""
    seats: tuple[int, ...] = ()
    """Seats whose crests are shown."""
    tint: str = "accent"
    """Colour of the light: a role of the theme."""
    joyful: bool = False
    """True if confetti falls in the colours of the seats."""
    picture: Callable[[Canvas, Rect], object] | None = None
    """Function that paints a picture in place of the crests."""
    sound: str = ""
    seconds: float = 2.0
    """Seconds for which the moment stays; a key or click ends it at once."""


class Moment(Widget):
    """The widget of a moment, over the whole window. It takes all input: any key or click ends it."""

    role = "moment"
    focusable = True
    solid = True

    age = Reactive(0.0)
    """Seconds since the moment began; with reduced motion, its whole length from the start."""

    def __init__(self, screen: Screen, paint_emblem: Callable[[Canvas, int, Rect], object]) -> None:
        super().__init__("")
        self.screen, self.paint_emblem = screen, paint_emblem
        self.content: MomentContent | None = None
        self.skip: Callable[[], object] = self.screen.timeline.skip_one
        """Function that a key or a click calls."""

    @property
    def is_open(self) -> bool:
        """True while the moment is shown."""
        return self.content is not None

    def steps(self, content: MomentContent, then: Callable[[], object] = lambda: None) -> Step:
        """Return the step that shows a moment; `then` is called after it, also if it is skipped."""

        def end() -> None:
            self.close()
            then()

        stay = parallel(
            fade(self, "opacity", 1.0, FADE_SECONDS, start=0.0),
            tween(self, "age", content.seconds, content.seconds, linear, 0.0),
            wait(content.seconds),
        )
        return sequence(call(lambda: self.open(content)), stay, fade(self, "opacity", 0.0, FADE_SECONDS), call(end))

    def open(self, content: MomentContent) -> None:
        """Show a moment above everything else."""
        if self.screen.timeline.is_skipping:
            return
        self.close()
        self.content, self.age, self.opacity = content, 0.0, 0.0
        self.name = " ".join(filter(None, (content.title, content.words)))
        self.screen.ui.open(self, lambda _size, window: window, veil=False, escapable=False)
        if content.sound and self.screen.ui.on_feedback is not None:
            self.screen.ui.on_feedback(content.sound)

    def close(self) -> None:
        """Remove the moment."""
        if self.content is not None:
            self.content = None
            self.screen.ui.close(self)

    # Input ------------------------------------------------------------------------------------------------------------

    def on_key(self, symbol: int, modifiers: int) -> bool:
        """End the moment."""
        if self.screen.ui.keys.action_for(symbol, modifiers) in KEPT_ACTIONS:
            return False
        self.skip()
        return True

    def on_press(self, x: float, y: float, button: int) -> bool:
        """End the moment."""
        self.skip()
        return True

    def focus_rect(self) -> Rect:
        """Return a place outside the window, because the moment needs no ring."""
        return Rect(-20, -20, 1, 1)

    def value_text(self) -> str:
        """Return the details."""
        return self.content.details if self.content is not None else ""

    # Painting ---------------------------------------------------------------------------------------------------------

    def paint(self, canvas: Canvas) -> None:
        """Paint the light, the crests or the picture, and the words."""
        content, r = self.content, self.rect
        if content is None:
            return
        canvas.fill(r, (6, 8, 13, 205))
        entry = out_cubic(min(1.0, self.age / ENTRY_SECONDS))
        x, y = r.center[0], r.y + r.h * 0.58
        self._paint_light(canvas, content, x, y, entry)
        if content.joyful:
            self._paint_confetti(canvas, content)
        if content.picture is not None:
            side = CREST * 2.1
            content.picture(canvas, Rect(x - side / 2, y - side / 2, side, side))
        else:
            self._paint_crests(canvas, content, x, y)
        with canvas.fade(entry):
            self._paint_words(canvas, content, x, y - CREST * (1.15 if content.picture is not None else 0.75))

    def _paint_light(self, canvas: Canvas, content: MomentContent, x: float, y: float, entry: float) -> None:
        texture = canvas.textures.get(("burst", BURST_PIXELS), lambda: draw_burst(BURST_PIXELS))
        side = self.rect.h * (0.7 + 0.4 * entry)
        red, green, blue, _ = theme().color(content.tint)
        tint: Color = (red, green, blue, round(200 * entry))
        canvas.image(texture, Rect(x - side / 2, y - side / 2, side, side), tint, self.age * RAY_DEGREES_PER_SECOND)

    def _paint_crests(self, canvas: Canvas, content: MomentContent, x: float, y: float) -> None:
        """Paint the crests in a row; each falls to its place, one after the other."""
        many = len(content.seats)
        if not many:
            return
        step = min(CREST + 28, MAX_CREST_SPAN / many)
        side = min(CREST, step - 12)
        for i, seat in enumerate(content.seats):
            begun = (self.age - 0.09 * i) / ENTRY_SECONDS
            high = self.rect.h * 0.5 * (1 - out_bounce(max(0.0, min(1.0, begun))))
            left = x + step * (i - (many - 1) / 2) - side / 2
            self.paint_emblem(canvas, seat, Rect(round(left), round(y - side / 2 + high), side, side))

    def _paint_words(self, canvas: Canvas, content: MomentContent, x: float, top: float) -> None:
        wide = min(WORDS_WIDTH, self.rect.w - 80)
        left = x - wide / 2
        canvas.fill(Rect(left, top - 156, wide, 156), (8, 11, 17, 150))
        canvas.label(content.title, Rect(left, top - 62, wide, 56), "accent", "display", "title")
        words = Rect(left + 20, top - 112, wide - 40, 46)
        markup = richtext.escape(content.words)
        size = richtext.fit_size(markup, words.w, words.h, 18.0)
        richtext.paint(canvas, markup, words, "text", size, 0.5)
        details = Rect(left + 20, top - 150, wide - 40, 34)
        markup = richtext.escape(content.details)
        richtext.paint(canvas, markup, details, "muted", richtext.fit_size(markup, details.w, details.h, 13.5), 0.5)
        hint = Rect(x - 130, self.rect.y + 14, 260, 26)
        canvas.box("prompt.wait", hint)
        canvas.label("Any key or a click goes on", hint.inset(8, 3), "muted", "small")

    def _paint_confetti(self, canvas: Canvas, content: MomentContent) -> None:
        r, inks = self.rect, [*(f"seat_{seat}" for seat in content.seats), "accent"]
        for i in range(CONFETTI):
            begin = 0.15 + 0.9 * ((i * DELAY_SPREAD) % 1.0)
            fallen = (self.age - begin) / (FALL_SECONDS * (0.75 + 0.5 * ((i * 0.37) % 1.0)))
            if not 0.0 < fallen < 1.0:
                continue
            sway = 18 * sin(6.0 * fallen + i)
            side = 5 + i % 4
            spin = abs(sin(5.0 * self.age + i))
            piece = Rect(r.x + r.w * ((i * SPREAD) % 1.0) + sway, r.top - r.h * fallen, side, side * (0.35 + spin))
            canvas.fill(piece, inks[i % len(inks)])

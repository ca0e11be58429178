"""Pictures of people and bots: keys, bots' faces and levels, the colours of a table, QR invitations."""

from __future__ import annotations

from collections.abc import Callable, Collection

from pyglet.window import key as codes

from client.app.theme import opaque
from client.art.faces import face
from client.art.theme import COLOUR_WORDS, SEAT_PALETTES
from client.games import games_with_lookahead
from client.ui.canvas import Canvas
from client.ui.controls.basic import CONTROL_HEIGHT
from client.ui.controls.choice import Option
from client.ui.hexes import Rect
from client.ui.theme import BoxStyle, theme
from client.ui.widget import LEFT, UNLIMITED, Reactive, Widget, announce
from core.bots.registry import LEVELS
from core.engine.text.words import join_list
from lobby.players.colours import NO_COLOUR
from lobby.players.identity import SIDE, key_picture, print_in_words
from net.text.qr import QUIET, make_modules

_LOOKING_AHEAD = join_list([name.capitalize() for name in games_with_lookahead()])
LEVEL_WORDS = {
    "easy": "Easy",
    "normal": "Normal",
    "hard": "Hard",
    "master": "Master",
    "heuristic": "Hard",
    "random": "Plays at random",
}
"""Names of the bot levels on screen."""
LEVEL_TIPS = {
    "easy": "Plays like a beginner: half of its choices are made at random.",
    "normal": "Knows the game and overlooks something now and then.",
    "hard": "Knows the game and overlooks little.",
    "master": f"Looks ahead to the end of the round, in {_LOOKING_AHEAD}; elsewhere as hard.",
}
DEFAULT_LEVEL = "normal"
"""Default level of a bot."""
LIGHT, DARK = (255, 255, 255, 255), (12, 16, 22, 255)


def active_palette() -> str:
    """Return the name of the active palette, without the order of its colours."""
    plain = theme().palette.partition(" ")[0]
    return plain if plain in SEAT_PALETTES else next(iter(SEAT_PALETTES))


def paint_key(canvas: Canvas, key: bytes, rect: Rect) -> None:
    """Paint the picture of a key, as large as fits."""
    cells = key_picture(key)
    look = SEAT_PALETTES[active_palette()][cells.hue]
    inks = (opaque(look.dark), opaque(look.light), opaque(look.colour))
    side = min(rect.w, rect.h)
    step = max(1, int(side * canvas.scale) // SIDE) / canvas.scale
    x, top = rect.x + (rect.w - SIDE * step) / 2, rect.y + (rect.h + SIDE * step) / 2
    for y, row in enumerate(cells.rows):
        for at, cell in enumerate(row):
            canvas.fill(Rect(x + at * step, top - (y + 1) * step, step, step), inks[cell])


def paint_colour(canvas: Canvas, colour: int, rect: Rect, words: str = "") -> None:
    """Paint a chip in a table colour, with its number for players who do not see the colour."""
    look = SEAT_PALETTES[active_palette()][colour - 1]
    canvas.box(BoxStyle(opaque(look.deep), opaque(look.dark), opaque(look.colour), 6, 2), rect)
    canvas.label(words or str(colour), rect, opaque(look.light), role="bold")


def paint_face(canvas: Canvas, name: str, rect: Rect) -> None:
    """Paint the face of the bot with this name, in a square."""
    side = max(8, round(rect.h * canvas.scale))
    canvas.image(canvas.textures.get(("face", name, side), lambda: face(name, side), canvas.scale), rect)


def level_options() -> list[Option[str]]:
    """Return the bot levels to choose from."""
    return [Option(name, LEVEL_WORDS[name], tip=LEVEL_TIPS[name]) for name in LEVELS]


class BotFace(Widget):
    """Widget with the face of a bot."""

    role = "picture"

    def __init__(self, name: str, side: float = 30.0) -> None:
        super().__init__(f"Face of {name}", width=side, height=side)
        self.of = name

    def paint(self, canvas: Canvas) -> None:
        """Paint the face."""
        side = min(self.rect.w, self.rect.h)
        paint_face(canvas, self.of, Rect(self.rect.x, self.rect.center[1] - side / 2, side, side))


class KeyPicture(Widget):
    """Widget with the picture of a key."""

    role = "picture"

    def __init__(self, key: bytes, side: float = 60.0) -> None:
        super().__init__("Picture of your key", width=side, height=side)
        self.key = key

    def paint(self, canvas: Canvas) -> None:
        """Paint the cells of the key's picture."""
        if self.key:
            paint_key(canvas, self.key, self.rect)

    def value_text(self) -> str:
        """Return the key as words."""
        return print_in_words(self.key) if self.key else ""


class ColourChoice(Widget):
    """Control for choosing a table colour, by a press or with left and right.

    Other players may have taken some colours.
    """

    role = "choice"
    focusable = True
    chosen = Reactive(NO_COLOUR)

    def __init__(self, name: str, chosen: int, on_change: Callable[[int], object], width: float) -> None:
        super().__init__(name, tip=self._tip, width=width)
        self.on_change, self.chosen = on_change, chosen
        self.taken: Collection[int] = ()

    def measure(self, limit: float = UNLIMITED) -> tuple[float, float]:
        """Return the preferred size, which fits six chips."""
        return 6 * 32.0, CONTROL_HEIGHT

    def chip_rects(self) -> dict[int, Rect]:
        """Return the rectangle of each colour's chip."""
        r, gap = self.rect, 5.0
        count = len(COLOUR_WORDS[active_palette()])
        wide = (r.w - (count - 1) * gap) / count
        return {n + 1: Rect(r.x + n * (wide + gap), r.y + 2, wide, r.h - 4) for n in range(count)}

    def choose(self, colour: int) -> None:
        """Choose this colour, if no other player has it."""
        if colour in self.taken or not self.enabled:
            announce(self, f"Another player has {self._colour_word(colour)}.")
            return
        if colour != self.chosen:
            self.chosen = colour
            self.on_change(colour)
        announce(self, self.describe())

    def on_press(self, x: float, y: float, button: int) -> bool:
        """Choose the pressed colour."""
        for colour, rect in self.chip_rects().items():
            if button == LEFT and rect.contains(x, y):
                self.choose(colour)
        return button == LEFT

    def on_release(self, x: float, y: float, button: int) -> None:
        """Do nothing, because the press has already chosen."""

    def on_key(self, symbol: int, modifiers: int) -> bool:
        """Choose the next free colour to the left or to the right."""
        by = {codes.LEFT: -1, codes.RIGHT: 1}.get(symbol, 0)
        colours = range(1, len(self.chip_rects()) + 1)
        at = self.chosen + by
        while at in colours and at in self.taken:
            at += by
        if by and at in colours:
            self.choose(at)
        return bool(by)

    def paint(self, canvas: Canvas) -> None:
        """Paint the chips, with a frame around the chosen one and a stroke through the taken ones."""
        for colour, rect in self.chip_rects().items():
            with canvas.fade(0.35 if colour in self.taken else 1.0):
                paint_colour(canvas, colour, rect)
            if colour in self.taken:
                canvas.line(rect.x + 4, rect.y + 4, rect.right - 4, rect.top - 4, 1.5, "muted")
            if colour == self.chosen:
                canvas.frame(rect.inset(-2), "focus", 2)

    def value_text(self) -> str:
        """Return the colour's name."""
        return self._colour_word(self.chosen) if self.chosen else "that of your seat"

    def _tip(self) -> str:
        free = [word for n, word in enumerate(COLOUR_WORDS[active_palette()], 1) if n not in self.taken]
        return f"*{self.value_text()}*\n{{muted}}Free: {', '.join(free)}{{/}}"

    @staticmethod
    def _colour_word(colour: int) -> str:
        return COLOUR_WORDS[active_palette()][colour - 1]


class QrPicture(Widget):
    """Widget with a text as a QR code, dark on light as cameras need it."""

    role = "picture"
    text = Reactive("")

    def __init__(self, side: float) -> None:
        super().__init__("QR picture", width=side, height=side)

    def paint(self, canvas: Canvas) -> None:
        """Paint each run of dark modules, aligned to whole pixels."""
        if not self.text:
            return
        rows = make_modules(self.text)
        count = len(rows) + 2 * QUIET
        step = max(1, int(min(self.rect.w, self.rect.h) * canvas.scale) // count) / canvas.scale
        side = count * step
        x = self.rect.x
        top = self.rect.top
        canvas.fill(Rect(x, top - side, side, side), LIGHT)
        for y, row in enumerate(rows, QUIET):
            begin = None
            for at, dark in enumerate((*row, False), QUIET):
                if dark and begin is None:
                    begin = at
                elif not dark and begin is not None:
                    canvas.fill(Rect(x + begin * step, top - (y + 1) * step, (at - begin) * step, step), DARK)
                    begin = None

    def value_text(self) -> str:
        """Return the encoded text."""
        return self.text

"""A text field of one line, with a caret, selection by mouse and keys, and the clipboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Unpack

from pyglet.window import key as codes

from client.ui import text as typeset
from client.ui.canvas import Canvas
from client.ui.controls.basic import CONTROL_HEIGHT
from client.ui.hexes import Rect
from client.ui.keys import fallback_key
from client.ui.widget import LEFT, UNLIMITED, Reactive, Widget, WidgetOptions

CURSOR_BLINK_SECONDS = 0.53
PAD = 9.0


class TextField(Widget):
    """A field for one line of text.

    `accepts_letter` filters each typed letter. `on_submit` is called when the player presses Enter.
    """

    role = "text field"
    focusable = True
    text = Reactive("")
    caret = Reactive(0)
    anchor = Reactive(0)
    """The other end of the selection; it equals the caret if nothing is selected."""
    error = Reactive("")
    """The reason why the text is invalid; the frame and the tooltip show it."""
    _caret_is_visible = Reactive(True)

    def __init__(
        self,
        name: str,
        text: str = "",
        hint: str = "",
        on_change: Callable[[str], object] | None = None,
        on_submit: Callable[[str], object] | None = None,
        max_length: int = 200,
        accepts_letter: Callable[[str], bool] = str.isprintable,
        is_masked: bool = False,
        **rest: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(name, **rest)
        self.hint = hint
        self.on_change, self.on_submit = on_change, on_submit
        self.max_length, self.accepts_letter = max_length, accepts_letter
        self.is_masked = is_masked
        """True if each letter shows as a dot, as for a passphrase; such text cannot be copied."""
        self.text_input = self
        self.text = text
        self.caret = self.anchor = len(text)
        self._scroll_offset = 0.0
        self._blink = 0.0

    def measure(self, limit: float = UNLIMITED) -> tuple[float, float]:
        """Return the preferred size, which has room for a name."""
        return 220, max(CONTROL_HEIGHT, typeset.line_height() + 8)

    @property
    def visible_text(self) -> str:
        """The visible text, with a bullet for each letter if the text is hidden."""
        return "•" * len(self.text) if self.is_masked else self.text

    @property
    def selection(self) -> tuple[int, int]:
        """The beginning and the end of the selection."""
        return min(self.caret, self.anchor), max(self.caret, self.anchor)

    def set(self, text: str) -> None:
        """Replace the text without calling `on_change`."""
        self.text = text[: self.max_length]
        self.caret = self.anchor = len(self.text)

    def insert(self, text: str) -> None:
        """Insert a text in place of the selection."""
        low, high = self.selection
        kept = "".join(c for c in text if self.accepts_letter(c))[: self.max_length - len(self.text) + high - low]
        if not kept and low == high:
            return
        self._change(self.text[:low] + kept + self.text[high:], low + len(kept))

    def select_all(self) -> None:
        """Select the whole text."""
        self.anchor, self.caret = 0, len(self.text)

    def _change(self, text: str, caret: int) -> None:
        self.text = text
        self.caret = self.anchor = caret
        self.error = ""
        self._restart_blink()
        if self.on_change is not None:
            self.on_change(text)

    def _restart_blink(self) -> None:
        self._caret_is_visible, self._blink = True, 0.0

    def _tick(self, dt: float) -> bool:
        self._blink += dt
        self._caret_is_visible = self._blink % (2 * CURSOR_BLINK_SECONDS) < CURSOR_BLINK_SECONDS
        return self.focused

    def on_focus(self, here: bool) -> None:
        """Start the caret's blinking, or clear the selection."""
        if not here:
            self.anchor = self.caret
            return
        self._restart_blink()
        if self.ui is not None:
            self.ui.add_ticker(self._tick)
            if self.ui.shows_ring:
                self.select_all()

    # Pointer ----------------------------------------------------------------------------------------------------------

    def _letter_index(self, x: float) -> int:
        return typeset.letter_index_at(self.visible_text, x - self.rect.x - PAD + self._scroll_offset)

    def on_press(self, x: float, y: float, button: int) -> bool:
        """Put the caret at the pointer."""
        if button != LEFT or not self.enabled:
            return button == LEFT
        self.caret = self.anchor = self._letter_index(x)
        self._restart_blink()
        return True

    def on_drag(self, x: float, y: float, dx: float, dy: float) -> None:
        """Extend the selection to the pointer."""
        if self.enabled:
            self.caret = self._letter_index(x)
            self._restart_blink()

    def on_release(self, x: float, y: float, button: int) -> None:
        """Do nothing."""

    # Keys -------------------------------------------------------------------------------------------------------------

    def on_key(self, symbol: int, modifiers: int) -> bool:
        """Handle Enter and the keys to select all, copy, cut and paste."""
        if not self.enabled:
            return False
        if symbol in {codes.ENTER, codes.NUM_ENTER} and self.on_submit is not None:
            self.on_submit(self.text)
            return True
        if modifiers & (codes.MOD_CTRL | codes.MOD_COMMAND) and not modifiers & codes.MOD_ALT:
            return self._run_edit_command(fallback_key(symbol) or symbol)
        return symbol in {codes.LEFT, codes.RIGHT, codes.HOME, codes.END}

    def _run_edit_command(self, symbol: int) -> bool:
        ui = self.ui
        low, high = self.selection
        if symbol == codes.A:
            self.select_all()
        elif symbol in {codes.C, codes.X} and ui is not None:
            if low < high and not self.is_masked:
                ui.clipboard.set(self.text[low:high])
                if symbol == codes.X:
                    self.insert("")
        elif symbol == codes.V and ui is not None:
            self.insert(" ".join(ui.clipboard.get().split("\n")).strip())
        else:
            return symbol in {codes.LEFT, codes.RIGHT, codes.HOME, codes.END}
        return True

    def on_text(self, text: str) -> None:
        """Insert typed letters; ignore the line end that Enter also types."""
        self.insert("".join(c for c in text if c.isprintable()))

    def on_motion(self, motion: int, select: bool) -> None:
        """Move the caret, or delete the text beside it."""
        low, high = self.selection
        if motion in {codes.MOTION_BACKSPACE, codes.MOTION_DELETE}:
            if low == high:
                low, high = (max(0, low - 1), high) if motion == codes.MOTION_BACKSPACE else (low, high + 1)
            if low < min(high, len(self.text)):
                self._change(self.text[:low] + self.text[high:], low)
            return
        ends = {
            codes.MOTION_BEGINNING_OF_LINE: 0,
            codes.MOTION_BEGINNING_OF_FILE: 0,
            codes.MOTION_END_OF_LINE: len(self.text),
            codes.MOTION_END_OF_FILE: len(self.text),
            codes.MOTION_LEFT: low if low < high and not select else max(0, self.caret - 1),
            codes.MOTION_RIGHT: high if low < high and not select else min(len(self.text), self.caret + 1),
            codes.MOTION_PREVIOUS_WORD: self._word_boundary(-1),
            codes.MOTION_NEXT_WORD: self._word_boundary(1),
        }
        if motion in ends:
            self.caret = ends[motion]
            if not select:
                self.anchor = self.caret
            self._restart_blink()

    def _word_boundary(self, by: int) -> int:
        """Return the position of the beginning of the previous or the next word."""
        at = self.caret
        if by < 0:
            while at and not self.text[at - 1].isalnum():
                at -= 1
            while at and self.text[at - 1].isalnum():
                at -= 1
        else:
            while at < len(self.text) and self.text[at].isalnum():
                at += 1
            while at < len(self.text) and not self.text[at].isalnum():
                at += 1
        return at

    # Drawing ----------------------------------------------------------------------------------------------------------

    def paint(self, canvas: Canvas) -> None:
        """Draw the frame, the selection, the text and the caret.

        The text scrolls to keep the caret in sight.
        """
        r = self.rect
        canvas.box("field.disabled" if not self.enabled else "field.focus" if self.focused else "field", r)
        if self.error:
            canvas.frame(r.inset(1), "bad", 2)
        inner = r.inset(PAD, 3)
        shown = self.visible_text
        caret = typeset.width(shown[: self.caret])
        whole = typeset.width(shown)
        self._scroll_offset = min(max(self._scroll_offset, caret - inner.w + 2), caret)
        self._scroll_offset = max(0.0, min(self._scroll_offset, whole - inner.w + 2))
        x = inner.x - self._scroll_offset
        y = r.y + (r.h - typeset.cap_height()) / 2
        with canvas.clip(Rect(inner.x - 1, r.y, inner.w + 3, r.h)):
            low, high = self.selection
            if low < high and self.focused:
                begin, end = typeset.width(shown[:low]), typeset.width(shown[:high])
                canvas.fill(Rect(x + begin, inner.y + 1, end - begin, inner.h - 2), "selection")
            if self.text:
                canvas.text(shown, x, y, "text" if self.enabled else "disabled")
            elif self.hint:
                canvas.label(self.hint, Rect(x, r.y, inner.w, r.h), "faint", align=0)
            if self.focused and self._caret_is_visible and self.enabled:
                canvas.fill(Rect(x + caret, inner.y + 2, 1.5, inner.h - 4), "focus")

    def tip_at(self, x: float, y: float) -> tuple[str | Widget | None, Rect]:
        """Return the error as the tooltip if there is one, else the usual tooltip."""
        if self.error:
            return "{bad}" + self.error + "{/}", self.rect
        return super().tip_at(x, y)

    def value_text(self) -> str:
        """Return the typed text with its error; of a hidden text, only the number of letters."""
        typed = f"{len(self.text)} hidden letters" if self.is_masked and self.text else self.text
        said = typed or (f"empty, {self.hint}" if self.hint else "empty")
        return f"{said}, error: {self.error}" if self.error else said

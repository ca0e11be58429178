"""The board as a widget: highlights, the target under the pointer, and choices by click or key."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PIL import Image
from pyglet.window import key as codes

from client.art import paint
from client.art.board.ground import LAYOUT
from client.art.board.view import BoardView
from client.art.fonts import BOLD
from client.games.bridgefront.names import card_name, label, place, rows
from client.games.bridgefront.panels.resources import sum_words
from client.games.bridgefront.reach import leads_to
from client.games.bridgefront.targets import Target
from client.table.seats.names import Names
from client.ui.canvas import Canvas
from client.ui.hexes import Point, Rect
from client.ui.richtext import escape
from client.ui.widget import LEFT, MIDDLE, RIGHT, Reactive, Widget
from client.ui.window import Window
from core.engine.text.words import format_count
from core.games.bridgefront.state import Bridgefront
from core.games.bridgefront.text.sources import mine_parts
from core.games.bridgefront.text.words import to_screen_text

ON_HEXES, ON_EDGES = ("hex", "path"), ("edge",)
ON_BOARD = (*ON_HEXES, *ON_EDGES, "champion")
"""Kinds of questions that the player answers on the board."""
LETTER, LETTER_AT = (190, 200, 222), 10.0
"""Colour of the letter of a row, and its distance from the row's first hex in design pixels."""
DRAG_THRESHOLD = 6.0
"""Minimum distance, in design pixels, at which a drag no longer counts as a click."""


class Board(Widget):
    """Widget of the board, which lights the possible targets and lets the player choose one.

    The player can also pan and zoom it, and read explanations of its content.
    """

    role = "board"
    focusable = True
    solid = True
    cursor = Reactive(-1)
    """Index, among the lit targets, of the target that the player has reached with the keys; -1 for none."""

    def __init__(self, window: Window, names: Names, palette: str, reduced: bool, effects: str) -> None:
        super().__init__("Board", region="board")
        self.window, self.names = window, names
        self.view = BoardView(window, window.textures, Rect(212, 150, 806, 490), palette,
                              reduced_motion=reduced, effects=effects)  # fmt: skip
        self.kind = ""
        self.targets: tuple[Target, ...] = ()
        self.why: Callable[[Target], str] = lambda _value: ""
        self.on_choose: Callable[[Target], object] = lambda _value: None
        self.on_back: Callable[[], object] = lambda: None
        self.on_point: Callable[[Target], object] = lambda _value: None
        """Callback that receives the target under the pointer or the keys, or None."""
        self.forecast: Callable[[], str] = lambda: ""
        """Callback that returns the predicted outcome of the target under the pointer, as rich text."""
        self.pointed: Target = None
        self._pressed: Point | None = None
        self._panned = False
        self.under: tuple[str, int] | None = None
        """Kind and number of the hex or edge under the pointer, or None."""
        self._lettered: object = None
        """Camera, view and grid with which the row letters were last painted."""

    # Questions --------------------------------------------------------------------------------------------------------

    @property
    def state(self) -> Bridgefront:
        """Displayed state of the match."""
        assert self.view.state is not None
        return self.view.state

    def show_question(self, kind: str, targets: Sequence[Target], why: Callable[[Target], str]) -> None:
        """Light these targets; any other place explains why it cannot be chosen.

        `why` returns that explanation.
        """
        self.kind, self.targets, self.why = kind, tuple(targets), why
        self.cursor, self.pointed = 0 if self.targets else -1, None
        self._light()

    def show_idle(self) -> None:
        """Clear the targets, because no question is answered on the board."""
        self.show_question("", (), lambda _value: "")

    def hex_of(self, value: Target) -> int:
        """Return the hex of a target; -1 for an edge."""
        if self.kind == "champion":
            champion = self.state.champions.get(value)
            return champion.hex if champion is not None else -1
        return value if self.kind in ON_HEXES else -1

    def _light(self) -> None:
        view = self.view
        hexes = sorted({self.hex_of(value) for value in self.targets} - {-1}) if self.kind not in ON_EDGES else []
        view.lights.light("legal", hexes)
        view.lights.light_edges("legal", self.targets if self.kind in ON_EDGES else ())
        self._show_cursor()

    def _show_cursor(self) -> None:
        shown = 0 <= self.cursor < len(self.targets) and self.focused and self.ui is not None and self.ui.shows_ring
        value: Target = self.targets[self.cursor] if shown else None
        on_edge = self.kind in ON_EDGES
        self.view.lights.light(
            "focus", [self.hex_of(value)] if shown and not on_edge and self.hex_of(value) >= 0 else []
        )
        self.view.lights.light_edges("chosen", [value] if shown and on_edge else [])

    def _point_at(self, value: Target) -> None:
        if value != self.pointed:
            self.pointed = value
            self.on_point(value)

    def points(self) -> list[tuple[Target, Point]]:
        """Return each lit target with its point in design coordinates."""
        s, out = self.window.ui_scale, []
        for value in self.targets:
            x, y = (
                self.view.map.edge_on_screen(value)
                if self.kind in ON_EDGES
                else self.view.map.on_screen(self.hex_of(value))
            )
            out.append((value, (x / s, y / s)))
        return out

    def panel_rect(self, hex_: int) -> Point:
        """Return the middle of a hex in design coordinates."""
        x, y = self.view.map.on_screen(hex_)
        return x / self.window.ui_scale, y / self.window.ui_scale

    # Places -----------------------------------------------------------------------------------------------------------

    def arrange(self) -> None:
        """Fit the board into its rectangle."""
        s, r = self.window.ui_scale, self.rect
        self.view.resize(Rect(r.x * s, r.y * s, r.w * s, r.h * s))

    def target_at(self, x: float, y: float) -> Target:
        """Return the lit target under a point, or None."""
        s = self.window.ui_scale
        px, py = x * s, y * s
        if self.kind in ON_EDGES:
            return self.view.map.edge_at(px, py, self.targets) if self.targets else None
        hex_ = self.view.map.hex_at(px, py)
        if self.kind == "champion":
            token = self.view.units.token_at(px, py)
            if token is not None and token.id[0] == "champion" and token.id[1] in self.targets:
                return token.id[1]
            here = [copy for copy in self.targets if self.hex_of(copy) == hex_]
            return here[0] if here else None
        return hex_ if hex_ in self.targets and self.kind in ON_HEXES else None

    def bring_into_sight(self, hexes: Sequence[int]) -> None:
        """Pan the board just far enough to show the first of these hexes, if the board is zoomed in."""
        if hexes:
            self.view.bring_into_sight(hexes[0])

    # Pointer ----------------------------------------------------------------------------------------------------------

    def on_move(self, x: float, y: float) -> None:
        """Light the hex or edge under the pointer."""
        s = self.window.ui_scale
        target = self.target_at(x, y)
        edge = target if self.kind in ON_EDGES else None
        hex_ = self.view.map.hex_at(x * s, y * s)
        self.under = ("edge", edge) if edge is not None else ("hex", hex_) if hex_ is not None else None
        self.view.lights.light_edges("hover", [edge] if edge is not None else [])
        self.view.lights.light("hover", [hex_] if hex_ is not None and edge is None else [])
        self._point_at(target)

    def on_pointer(self, over: bool) -> None:
        """Remove the light of the hex or edge under the pointer when it leaves."""
        if not over:
            self.under = None
            self.view.lights.light("hover", [])
            self.view.lights.light_edges("hover", [])
            self._point_at(None)

    def on_press(self, x: float, y: float, button: int) -> bool:
        """Handle a press: a click chooses, a drag pans, the right button undoes."""
        self._pressed, self._panned = (x, y), False
        return button in (LEFT, MIDDLE, RIGHT)

    def on_drag(self, x: float, y: float, dx: float, dy: float) -> None:
        start = self._pressed
        if start is not None and (self._panned or abs(x - start[0]) + abs(y - start[1]) > DRAG_THRESHOLD):
            self._panned = True
            s = self.window.ui_scale
            self.view.camera.pan(dx * s, dy * s)

    def on_release(self, x: float, y: float, button: int) -> None:
        """Choose the clicked target, or explain why it cannot be chosen."""
        self._pressed = None
        if self._panned:
            return
        if button == RIGHT:
            self.on_back()
        elif button == LEFT:
            target = self.target_at(x, y)
            if target is not None:
                self.on_choose(target)
            elif self.targets and self.under is not None and self.ui is not None:
                self.ui.announcer.announce(self.why(self.under[1]))
                if self.ui.on_feedback is not None:
                    self.ui.on_feedback("refuse")

    def on_scroll(self, x: float, y: float, dx: float, dy: float) -> bool:
        """Zoom in or out at the pointer."""
        s = self.window.ui_scale
        self.view.camera.zoom_at(x * s, y * s, 1.15**dy)
        return True

    # Keys -------------------------------------------------------------------------------------------------------------

    def on_key(self, symbol: int, modifiers: int) -> bool:
        """Select the nearest lit target in the direction of the arrow key."""
        ways = {codes.LEFT: (-1, 0), codes.RIGHT: (1, 0), codes.UP: (0, 1), codes.DOWN: (0, -1)}
        if symbol not in ways or not self.targets or self.kind not in ON_BOARD:
            return False
        dx, dy = ways[symbol]
        points = self.points()
        x, y = points[max(0, self.cursor)][1]
        best, least = -1, float("inf")
        for i, (_, (px, py)) in enumerate(points):
            ahead, aside = (px - x) * dx + (py - y) * dy, abs((px - x) * dy - (py - y) * dx)
            if ahead > 1 and aside <= 2.2 * ahead and ahead + aside < least:
                best, least = i, ahead + aside
        if best >= 0:
            self.point_at(best)
        return True

    def step_cursor(self, by: int) -> None:
        """Select the next or previous lit target."""
        if self.targets and self.kind in ON_BOARD:
            self.point_at((self.cursor + by) % len(self.targets))

    def point_at(self, index: int) -> None:
        """Select the lit target with this index."""
        self.cursor = index
        self._show_cursor()
        if self.ui is not None:
            self.ui.announcer.announce(self.value_text())
        self._point_at(self.targets[index])

    def on_focus(self, here: bool) -> None:
        """Show the target that is selected with the keys, or hide it."""
        self._show_cursor()

    def activate(self) -> None:
        """Choose the target that is selected with the keys."""
        if 0 <= self.cursor < len(self.targets) and self.kind in ON_BOARD:
            self.on_choose(self.targets[self.cursor])

    def focus_rect(self) -> Rect:
        """Return the rectangle of the target that is selected with the keys."""
        if 0 <= self.cursor < len(self.targets) and self.kind in ON_BOARD:
            x, y = self.points()[self.cursor][1]
            return Rect(x - 24, y - 22, 48, 44)
        return self.rect.inset(6)

    def value_text(self) -> str:
        """Return the target that is selected with the keys, in words."""
        if not 0 <= self.cursor < len(self.targets) or self.kind not in ON_BOARD:
            return ""
        value = self.targets[self.cursor]
        if self.kind in ON_EDGES:
            where = self.edge_words(value)
        elif self.kind == "champion":
            where = f"{card_name(self.state, value)} at {place(self.state, self.hex_of(value), self.names)}"
        else:
            where = ", ".join([place(self.state, value, self.names), *self._units(value, plain=True)])
        return f"{where}, {self.cursor + 1} of {len(self.targets)}"

    # Words ------------------------------------------------------------------------------------------------------------

    def tip_at(self, x: float, y: float) -> tuple[str | Widget | None, Rect]:
        """Return a tooltip and its rectangle for a point.

        The tooltip describes the hex or edge, and explains why it cannot be chosen.
        """
        under = self.under
        if under is None or self._pressed is not None:
            return None, self.rect
        s = self.window.ui_scale
        kind, number = under
        px, py = self.view.map.edge_on_screen(number) if kind == "edge" else self.view.map.on_screen(number)
        text = escape(self.edge_words(number)) if kind == "edge" else self.hex_words(number)
        text = "\n".join(filter(None, (self.forecast(), text))) if self.target_at(x, y) is not None else text
        if self.targets and self.kind in ON_BOARD and self.target_at(x, y) is None:
            why = self.why(number)
            text += f"\n{{warn}}{escape(why)}{{/}}" if why else ""
        elif kind == "edge" and not self.state.bridges[number]:
            text += f"\n{{muted}}{escape(leads_to(self.state, self.names.own, number, self.names))}{{/}}"
        elif not text:
            return None, self.rect
        return text, Rect(px / s - 26, py / s - 30, 52, 62)

    def edge_words(self, edge: int) -> str:
        """Return a description of an edge: its two hexes and its content."""
        a, b = self.state.grid.edges[edge]
        what = "Bridge" if self.state.bridges[edge] else "Free edge"
        return f"{what} between {place(self.state, a, self.names)} and {place(self.state, b, self.names)}"

    def _units(self, hex_: int, plain: bool = False) -> list[str]:
        state, lines = self.state, []
        for seat in state.players_at(hex_):
            forces = state.forces[seat].get(hex_, 0)
            parts = [format_count(forces, "Cohort")] if forces else []
            for champion in state.champions_at(hex_, seat):
                parts.append(f"{card_name(state, champion.copy)} {champion.hp}/{champion.max_hp} HP")
            who = self.names.plain_name(seat) if plain else self.names.coloured_name(seat)
            lines.append(f"{who}: {', '.join(parts)}")
        return lines

    def hex_words(self, hex_: int) -> str:
        """Return the content of a hex as rich text; "" for bare ground."""
        state = self.state
        title = place(state, hex_, self.names)
        lines: list[str] = []
        if hex_ == state.grid.center:
            lines.append("{muted}Worth 1 held Permanence. Its holder picks a power card at Collection.{/}")
        elif hex_ in state.forges:
            lines.append("{muted}Worth 1 held Permanence. Its holder drafts or reforges at Collection.{/}")
        elif hex_ in state.mines:
            for seat in state.players_at(hex_) or [0]:
                parts = mine_parts(state, seat, hex_) if seat else [("", state.mines[hex_])]
                total = sum(n for _, n in parts)
                of = f": {sum_words(state, parts)}" if len(parts) > 1 else ""
                whom = f" {self.names.coloured_name(seat, inside=True)}" if seat else ""
                lines.append(f"{{muted}}Pays{{/}}{whom} {{gold}}{total}{{/}} :gold: {{muted}}at Collection{of}{{/}}")
        elif state.capital_owner(hex_) and state.capital_owner(hex_) != self.names.own:
            lines.append("{muted}Worth 1 held Permanence to an enemy who takes it.{/}")
        lines += self._units(hex_)
        for champion in state.champions.values():
            if champion.hex == hex_ and state.cards[state.card[champion.copy]].ability is not None:
                text = to_screen_text(state.cards[state.card[champion.copy]].text(), str(state.option("gold_word")))
                lines.append(f"{{muted}}{escape(card_name(state, champion.copy))}: {escape(text)}{{/}}")
        marks = [m.kind for m in state.marks if m.kind in ("skirmish", "hold the line", "breakthrough")
                 and m.what == hex_]  # fmt: skip
        lines += [f"{{info}}{kind.capitalize()}{{/}}" for kind in marks]
        bare = not lines and title.startswith("hex")
        if bare:
            return f"{{muted}}Hex {label(state, hex_)}{{/}}"
        return "\n".join([f"*{escape(title[0].upper() + title[1:])}*", *lines])

    def redraw_labels(self) -> None:
        """Redraw the row letters after the board has moved."""
        view = self.view
        if view.state is not None:
            camera = view.camera
            now = camera.x, camera.y, camera.zoom, camera.view, view.state.grid
            if now != self._lettered:
                self._lettered = now
                self.touch()

    def paint(self, canvas: Canvas) -> None:
        """Draw the row letters beside the first hexes of the rows.

        The picture of the board is below the widgets and is drawn elsewhere.
        """
        if self.view.state is None:
            return
        across, _ = LAYOUT.center((1, 0))
        far = self.view.camera.zoom / self.window.ui_scale * across / 2 + LETTER_AT
        for letter, hex_ in rows(self.state).items():
            x, y = self.panel_rect(hex_)
            box = Rect(x - far - 9, y - 9, 18, 18)
            if self.rect.contains(*box.center):
                px = max(8, round(18 * canvas.scale))
                canvas.image(canvas.textures.get(("row", letter, px), partial(_letter, letter, px), canvas.scale), box)


def _letter(letter: str, px: int) -> Image.Image:
    """Draw the letter of a row in the style of the board."""
    image = paint.canvas(px, px)
    paint.write(image, (px / 2, px / 2), letter, BOLD, px * 0.72, LETTER, anchor="mm")
    return image

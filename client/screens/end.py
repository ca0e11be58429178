"""The end of a match: who has won, and how everybody stands."""

from __future__ import annotations

from collections.abc import Callable

from client.bridgefront.shown import Shown, paint_emblem
from client.kit.canvas import Canvas
from client.kit.hexes import Rect
from client.kit.layout import Column, Row, Space
from client.kit.panel import Panel
from client.kit.screen import Screen
from client.kit.widget import Widget
from client.kit.widgets import Button
from core.kernel.game import Standing

ROW = 46.0


class Ranks(Widget):
    """A line for each seat: rank, name, a bar of lasting and held Permanence, gold."""

    role = "standing"
    focusable = True

    def __init__(self, shown: Shown, standing: tuple[Standing, ...]) -> None:
        super().__init__("Standing")
        self.shown, self.standing = shown, standing

    def prefer(self) -> tuple[float, float]:
        """A line each and the heads."""
        return 620, ROW * len(self.standing) + 22

    def paint(self, canvas: Canvas) -> None:
        """The lines."""
        r = self.rect
        most = max(1, *(int(dict(s.score)["vp"]) for s in self.standing))
        for x, words in ((r.w - 118, "Permanence"), (r.w - 44, "Gold")):
            canvas.label(words, Rect(r.x + x - 40, r.top - 20, 80, 18), "muted", "tiny")
        canvas.label("lasting and held Permanence", Rect(r.x + 220, r.top - 20, 220, 18), "muted", "tiny", align=0)
        for i, place in enumerate(self.standing):
            y = r.top - 22 - (i + 1) * ROW
            score = dict(place.score)
            won = place.seat in self.shown.table.winners
            line = Rect(r.x, y, r.w, ROW - 4)
            canvas.box("seat.lit" if won else "panel", line)
            ink = "accent" if won else "muted"
            canvas.label(f"{place.rank}.", Rect(r.x + 8, y, 28, ROW - 4), ink, "heading", "bold")
            paint_emblem(canvas, self.shown, place.seat, Rect(r.x + 42, y + 6, 29, 29))
            name = self.shown.names.who(place.seat)
            canvas.label(name, Rect(r.x + 84, y, 120, ROW - 4), f"seat_{place.seat}", "body", "bold", 0)
            room = r.w - 220 - 190
            lasting, held = int(score["permanent"]), int(score["control"])
            wide = room * lasting / most
            bar = Rect(r.x + 220, y + 15, max(1.0, wide), 12)
            canvas.fill(Rect(r.x + 220, y + 15, room, 12), "track")
            canvas.fill(bar, "accent")
            canvas.fill(Rect(bar.right if lasting else bar.x, y + 15, room * held / most, 12), f"seat_{place.seat}")
            canvas.label(str(score["vp"]), Rect(r.right - 158, y, 80, ROW - 4), "vp", "title", "bold")
            canvas.label(str(score["gold"]), Rect(r.right - 84, y, 80, ROW - 4), "gold", "body", "bold")
            if won:
                canvas.icon("trophy", Rect(r.x + 176, y + 10, 22, 22), "accent")

    def value(self) -> str:
        """In words."""
        return "; ".join(f"{s.rank}. {self.shown.names.who(s.seat)} {dict(s.score)['vp']}" for s in self.standing)


class EndScreen(Screen):
    """Over the last picture of the match."""

    overlay = True

    def __init__(
        self,
        shown: Shown,
        standing: tuple[Standing, ...],
        on_again: Callable[[], object],
        on_menu: Callable[[], object],
        on_watch: Callable[[], object] | None = None,
        again: str = "Play again",
    ) -> None:
        """`again` is what stands on the button of `on_again`."""
        super().__init__()
        self.again = again
        self.shown_table, self.standing = shown, standing
        self.on_again, self.on_menu, self.on_watch = on_again, on_menu, on_watch

    def build(self) -> None:
        """Title, standing, what now."""
        shown = self.shown_table
        winners = [shown.names.who(s.seat) for s in self.standing if s.seat in shown.table.winners]
        mine = shown.names.own in shown.table.winners
        title = f"{' and '.join(winners)} {'win' if mine or len(winners) > 1 else 'wins'}"
        rounds = shown.table.round
        buttons = Row(
            Button("Look at the board", self.window.pop, "eye", does="back"), Space(grow=1),
            self._watch(), Button("Main menu", self.on_menu, "home"),
            Button(self.again, self.on_again, "solo", look="primary"), gap=8,
        )  # fmt: skip
        panel = Panel(Column(Ranks(shown, self.standing), buttons, gap=12), title, 16, "dialog",
                      note=f"after {rounds} rounds", region="end", tab_each=True)  # fmt: skip
        w, h = panel.wish(700)
        self.ui.put(panel, (640 - w / 2, 330 - h / 2, w, h), "middle", "middle")
        self.ui.announcer.say(title)

    def _watch(self) -> Button:
        """The way to the replay, if there is a record."""
        watch = Button("Watch again", self.on_watch, "replay", enabled=self.on_watch is not None)
        watch.reason = "This match was not kept."
        return watch

    def act(self, action: str) -> bool:
        """Esc shows the board."""
        if action == "back":
            self.window.pop()
            return True
        return False

"""Solo against bots: how many seats, who plays what, which options, each explained."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from client.kit.canvas import Canvas
from client.kit.choice import Choice, Option
from client.kit.hexes import Rect
from client.kit.layout import Column, Grid, Row, Space
from client.kit.lists import ScrollList
from client.kit.numbers import Stepper
from client.kit.panel import Panel
from client.kit.richtext import escape
from client.kit.widgets import Button, Label
from client.screens.backdrop import MenuLike
from client.settings import Settings
from core.bots import BOTS
from core.bridgefront.factions import FACTIONS
from core.bridgefront.options import OPTIONS
from core.bridgefront.telling.words import on_screen
from core.kernel.options import Option as Rule
from core.kernel.options import Value

KINDS = {"open": "Free to choose", "read": "A reading of the rules", "cure": "A cure for a weak spot of the rules"}


@dataclass(slots=True)
class SoloSetup:
    """What a solo match starts from. `factions` are codes by seat, "" where the game decides."""

    bots: list[str]
    factions: list[str]
    options: dict[str, Value] = field(default_factory=dict)


class Rules(ScrollList[Rule]):
    """The options of the game with their present values; left and right change the selected one."""

    def __init__(self, chosen: dict[str, Value], on_select: Callable[[Rule], object]) -> None:
        self.chosen = chosen
        super().__init__("Options", list(OPTIONS.table.values()), lambda o: o.name.replace("_", " "), row_height=28,
                         paint_row=self._row, on_select=on_select, on_activate=lambda o: self.change(1),
                         selected=0)  # fmt: skip

    def value_of(self, option: Rule) -> Value:
        """What it is set to."""
        return self.chosen.get(option.name, option.default)

    def tip_of(self, option: Rule) -> str:
        """What it means."""
        return (f"*{escape(option.name.replace('_', ' '))}*\n{escape(on_screen(option.text))}\n"
                f"{{muted}}{escape(option.choices())}; usually {escape(str(option.default))}{{/}}")  # fmt: skip

    def change(self, by: int) -> None:
        """The next value of the selected option, in turn."""
        option = self.item
        if option is None:
            return
        values = option.values
        value = values[(values.index(self.value_of(option)) + by) % len(values)]
        if value == option.default:
            self.chosen.pop(option.name, None)
        else:
            self.chosen[option.name] = value
        self.touch()
        if self.ui is not None:
            self.ui.announcer.say(f"{option.name.replace('_', ' ')}: {value}")
        if self.on_select is not None:
            self.on_select(option)

    def on_key(self, symbol: int, modifiers: int) -> bool:
        """Left and right change the value."""
        from pyglet.window import key as codes

        if symbol in (codes.LEFT, codes.RIGHT):
            self.change(1 if symbol == codes.RIGHT else -1)
            return True
        return super().on_key(symbol, modifiers)

    def on_move(self, x: float, y: float) -> None:
        """What is under the pointer is explained."""
        super().on_move(x, y)
        row = self.row_at(x, y)
        if self.on_select is not None and row >= 0:
            self.on_select(self.items[row])

    def _row(self, canvas: Canvas, rect: Rect, option: Rule, state: str) -> None:
        changed = option.name in self.chosen
        canvas.label(option.name.replace("_", " "), rect.inset(10, 0), "accent" if changed else "text", align=0)
        canvas.label(str(self.value_of(option)), rect.inset(12, 0), "accent" if changed else "muted", "body", "bold", 1)


class SoloScreen(MenuLike):
    """Seats at the left, options in the middle, what they mean below."""

    def __init__(
        self, on_start: Callable[[SoloSetup], object], on_back: Callable[[], object], settings: Settings,
        setup: SoloSetup | None = None,
    ) -> None:  # fmt: skip
        super().__init__(settings)
        self.on_start, self.on_back = on_start, on_back
        self.setup = setup or SoloSetup(["heuristic"] * 3, ["", "", "", ""])

    def build(self) -> None:
        """The form."""
        setup = self.setup
        self.seats = Stepper("Players", len(setup.bots) + 1, 2, 6, self._resize_table, lambda n: f"{n} players")
        none = Option("", "Any faction")
        factions = [none, *(Option(f.code, f.name, tip=" ".join(p.words for p in f.passives)) for f in FACTIONS)]
        bots = [Option(name, {"heuristic": "Bot: thinks", "random": "Bot: wild"}.get(name, name)) for name in BOTS]
        self.factions = [Choice(f"Faction {s}", factions, (setup.factions + [""] * 6)[s - 1]) for s in range(1, 7)]
        self.bots = [Choice(f"Bot {s}", bots, (setup.bots + ["heuristic"] * 6)[s - 2]) for s in range(2, 7)]
        self.rows = []
        for seat in range(1, 7):
            who = Label("You", "accent", font="bold") if seat == 1 else self.bots[seat - 2]
            who.width = 150
            number = Label(str(seat), f"seat_{seat}", "heading", "bold", 0.5, width=26)
            own = Label("you choose at the table", "muted", "small", width=200)
            faction = own if seat == 1 else self.factions[seat - 1]
            faction.width = 200
            self.rows.append(Row(number, who, faction, gap=8, height=34))
        form = Column(self.seats, *self.rows, Space(grow=1), gap=8)
        self.ui.put(Panel(form, "The table", 12, region="seats", tab_each=True), (40, 120, 430, 500), v="high")
        self.about = Label("", markup=True, wrap=True, grow=1)
        self.rules = Rules(setup.options, self._explain)
        self.rules.grow = 1
        keys = Grid(Button("Less", lambda: self.rules.change(-1), "left"), Button("More", lambda: self.rules.change(1),
                    "right"), columns=2, gap=8)  # fmt: skip
        about = Column(self.about, keys, gap=8, height=150)
        self.ui.put(Panel(Column(self.rules, about, gap=10), "Options of the game", 12, region="options",
                          note="gold: changed"), (484, 120, 440, 500), v="high")  # fmt: skip
        self.start = Button("Play", self.play, "play", look="primary", does="confirm", size="heading")
        back = Button("Back", self.on_back, "back", does="back")
        self.ui.put(Row(back, self.start, gap=10, region="start", tab_each=True), (40, 60, 430, 44))
        self.ui.put(Label("Solo against bots", "accent", 34.0, "title"), (42, 640, 700, 50), v="high")
        self._resize_table(self.seats.at)
        self._explain(self.rules.items[0])
        self.ui.focus_on(self.start, quiet=True)

    def _resize_table(self, seats: int) -> None:
        for i, row in enumerate(self.rows):
            row.visible = i < seats

    def _explain(self, option: Rule) -> None:
        self.about.text = (self.rules.tip_of(option)
                           + f"\n{{muted}}{KINDS[option.kind]}. Click a line twice to change it.{{/}}")  # fmt: skip

    def chosen(self) -> SoloSetup:
        """What is set now."""
        seats = self.seats.at
        return SoloSetup([b.chosen for b in self.bots[: seats - 1]], [f.chosen for f in self.factions[:seats]],
                         dict(self.setup.options))  # fmt: skip

    def play(self) -> None:
        """Start the match."""
        self.on_start(self.chosen())

    def act(self, action: str) -> bool:
        """Enter plays, Esc goes back."""
        if action == "confirm":
            self.play()
        elif action == "back":
            self.on_back()
        else:
            return False
        return True

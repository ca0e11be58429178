"""Options of a table and its game, from which the player can choose, each explained."""

from __future__ import annotations

from collections.abc import Callable

from client.games import DEFAULT_GAME, on_screen
from client.ui import text as typeset
from client.ui.canvas import Canvas
from client.ui.controls.basic import Button, Label
from client.ui.controls.layout import Column, Grid
from client.ui.controls.lists import ScrollList
from client.ui.controls.panel import Panel
from client.ui.hexes import Rect
from client.ui.richtext import escape
from client.ui.widget import announce
from core.engine.options import Option as Rule
from core.engine.options import Options, Value
from core.games.registry import GAMES
from lobby.room.timer import TABLE_OPTIONS


class OptionList(ScrollList[Rule]):
    """List of the game's options with their current values; left and right change the selected option."""

    def __init__(
        self,
        chosen: dict[str, Value],
        on_select: Callable[[Rule], object],
        timer: bool = True,
        game: str = DEFAULT_GAME,
        options: Options | None = None,
    ) -> None:
        self.chosen, self.game = chosen, game
        of_game = GAMES[game].options if options is None else options
        rows = [*(TABLE_OPTIONS if timer else ()), *of_game.table.values()]
        super().__init__("Options", rows, self.option_name, row_height=28,
                         paint_row=self._paint_row, on_select=on_select, on_activate=lambda o: self.change(1),
                         selected=0)  # fmt: skip

    def option_name(self, option: Rule) -> str:
        """Return the readable name of an option."""
        words = self.words(option.name.replace("_", " ").replace("vp", "VP"))
        return words[0].upper() + words[1:]

    def words(self, text: str) -> str:
        """Return a text of the rules in the words that the screen uses."""
        return on_screen(self.game, text)

    def option_value(self, option: Rule) -> Value:
        """Return the current value of an option."""
        return self.chosen.get(option.name, option.default)

    def option_tip(self, option: Rule) -> str:
        """Return the meaning of an option."""
        return (f"*{escape(self.option_name(option))}*: {escape(self.words(option.text))}\n"
                f"{self._describe_option(option)}\n{{muted}}Usually "
                f"{escape(option.display_name(option.default))}.{{/}}")  # fmt: skip

    def _describe_option(self, option: Rule) -> str:
        """Return the current value of an option with its meaning, and then the other values."""
        now = self.option_value(option)
        others = [value for value in option.values if value != now]
        lines = [self._describe_value(option, now, "{accent}*", "*{/}")]
        lines += [self._describe_value(option, value) for value in others if option.meaning(value)]
        plain = ", ".join(option.display_name(value) for value in others if not option.meaning(value))
        return "\n".join([*lines, *([f"{{muted}}or{{/}} {escape(plain)}"] if plain else [])])

    def _describe_value(self, option: Rule, value: Value, before: str = "", after: str = "") -> str:
        word, means = (escape(self.words(words)) for words in (option.display_name(value), option.meaning(value)))
        return f"{before}{word}{after}: {means}" if means else f"{before}{word}{after}"

    def change(self, by: int) -> None:
        """Set the selected option to its next value; after the last value comes the first."""
        option = self.item
        if option is None:
            return
        values = option.values
        value = values[(values.index(self.option_value(option)) + by) % len(values)]
        if value == option.default:
            self.chosen.pop(option.name, None)
        else:
            self.chosen[option.name] = value
        self.touch()
        announce(
            self,
            f"{self.option_name(option)}: {option.display_name(value)}. {option.meaning(value)}".rstrip(". ") + ".",
        )
        if self.on_select is not None:
            self.on_select(option)

    def on_key(self, symbol: int, modifiers: int) -> bool:
        """Change the selected option's value on left and right."""
        from pyglet.window import key as codes

        if symbol in (codes.LEFT, codes.RIGHT):
            self.change(1 if symbol == codes.RIGHT else -1)
            return True
        return super().on_key(symbol, modifiers)

    def on_move(self, x: float, y: float) -> None:
        """Show the explanation of the option under the pointer."""
        super().on_move(x, y)
        row = self.row_at(x, y)
        if self.on_select is not None and row >= 0:
            self.on_select(self.items[row])

    def _paint_row(self, canvas: Canvas, rect: Rect, option: Rule, state: str) -> None:
        changed = option.name in self.chosen
        name, ink = self.option_name(option), "accent" if changed else "text"
        word = self.words(option.display_name(self.option_value(option)))
        room = Rect(rect.x + 10, rect.y, rect.w - 44 - typeset.width(word, "bold"), rect.h)
        canvas.label(name, room, ink, align=0)
        canvas.label(word, rect.inset(12, 0), "accent" if changed else "muted", "body", "bold", 1)


class OptionsPanel(Panel):
    """Panel with the options and their meanings; `chosen` has the values that differ from the default.

    `options` are those of a game with a ruleset, if it has other defaults.
    """

    def __init__(
        self,
        chosen: dict[str, Value],
        on_change: Callable[[], object] = lambda: None,
        timer: bool = True,
        game: str = DEFAULT_GAME,
        options: Options | None = None,
    ) -> None:
        self.about = Label("", markup=True, wrap=True, grow=1)
        self.rules = OptionList(chosen, self._explain, timer, game, options)
        self.rules.grow = 1
        self.on_change = on_change
        self._values: dict[str, Value] = dict(chosen)
        keys = Grid(Button("Less", lambda: self.rules.change(-1), "left"),
                    Button("More", lambda: self.rules.change(1), "right"), columns=2, gap=8)  # fmt: skip
        about = Column(self.about, keys, gap=8, height=206)
        super().__init__(Column(self.rules, about, gap=10), "Options of the game", 12, region="options",
                         is_tab_stop=True, note="gold: changed")  # fmt: skip
        self._explain(self.rules.items[0])

    def refresh(self) -> None:
        """Show the options that another member has chosen, which `chosen` already contains."""
        self._values = dict(self.rules.chosen)
        self.rules.touch()
        self._explain(self.rules.item or self.rules.items[0])

    def _explain(self, option: Rule) -> None:
        self.about.text = self.rules.option_tip(option) + " {muted}Double-click to change it.{/}"
        if self._values != self.rules.chosen:
            self._values = dict(self.rules.chosen)
            self.on_change()


class AdvancedButton(Button):
    """Button that opens the options of the game, with the number of changed options."""

    def __init__(self, panel: OptionsPanel) -> None:
        super().__init__("", self.toggle_options, name="Advanced options", tip="Options of the game and their effects.")
        self.panel = panel
        panel.visible = False
        panel.on_change = self.refresh
        self.refresh()

    def toggle_options(self) -> None:
        """Show or hide the options."""
        self.panel.visible = not self.panel.visible
        if self.panel.visible and self.ui is not None:
            self.ui.focus_on(self.panel.rules, quiet=True)
        self.refresh()

    def refresh(self) -> None:
        """Update the number of changed options."""
        changed = len(self.panel.rules.chosen)
        self.text = f"Advanced: {changed} changed" if changed else "Advanced"
        self.icon = "left" if self.panel.visible else "right"

"""Editor of house rules, over a form: every value of a game with its range, and the file that it is saved to."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from client.screens.backdrop import dim_background
from client.screens.rules_draft import MAX_SHOWN, RulesDraft, field_label
from client.ui import text as typeset
from client.ui.canvas import Canvas
from client.ui.controls.basic import Button, Label
from client.ui.controls.fields import TextField
from client.ui.controls.layout import Column, Grid, Row, Space
from client.ui.controls.lists import ScrollList
from client.ui.controls.panel import Panel
from client.ui.hexes import Rect
from client.ui.richtext import escape
from client.ui.screen import KeyActions, Screen
from client.ui.widget import announce
from core.engine.ruleset import MAX_NAME_LENGTH, RulesetError
from core.engine.text.words import format_count
from core.games.registry import GAMES

CHANGED = ""
"""Section of the values that are changed."""


class RulesEditor(Screen):
    """Editor of the house rules of a game; `on_saved` receives the path of the saved file."""

    overlay = True

    def __init__(self, draft: RulesDraft, folder: Path, on_saved: Callable[[str], object]) -> None:
        super().__init__()
        self.draft, self.folder, self.on_saved = draft, folder, on_saved

    def build(self) -> None:
        """Build the sections, the values, and the value that is being edited."""
        draft = self.draft
        sections = [*draft.sections, CHANGED]
        self.sections: ScrollList[str] = ScrollList(
            "Sections", sections, self._section_words, row_height=32, width=190, on_select=lambda _name: self._fill()
        )
        self.search = TextField("Search", hint="Search this section", max_length=40, width=190,
                                on_change=lambda _text: self._fill())  # fmt: skip
        self.values: ScrollList[str] = ScrollList(
            "Values", [], field_label, row_height=26, paint_row=self._paint_row, on_select=self._show,
            on_activate=lambda _path: self.step(1), on_step=self.step, empty="Nothing is changed yet.", grow=1,
        )  # fmt: skip
        self.about = Label("", markup=True, wrap=True, grow=1)
        self.value = TextField("Value", max_length=300, width=296, on_submit=self.enter)
        keys = Grid(Button("Less", lambda: self.step(-1), "left"), Button("More", lambda: self.step(1), "right"),
                    columns=2, gap=8)  # fmt: skip
        self.printed = Button("As printed", self.reset, "undo")
        side = Column(self.about, self.value, keys, self.printed, gap=8, width=300)
        self.name = TextField(
            "Name of the rules", draft.name, "Name of your rules", max_length=MAX_NAME_LENGTH, width=240
        )
        self.trouble = Label("", "bad", "small", wrap=True, width=380)
        self.all = Button("Reset all", self.reset_all, "undo")
        save = Button("Save", self.save, "save", look="primary")
        close = Button("Close", self.window.pop, "close", action="back")
        foot = Row(self.name, self.trouble, Space(grow=1), self.all, close, save, gap=10)
        left = Column(self.sections, self.search, gap=8, width=190)
        inside = Column(Row(left, self.values, side, gap=14, grow=1), foot, gap=12)
        dim_background(self.ui)
        title = f"House rules of {GAMES[draft.game].title}"
        self.ui.put(Panel(inside, title, 16, "dialog", region="house rules", is_tab_stop=True, note="gold: changed"),
                    (70, 40, 1140, 640), "middle", "middle")  # fmt: skip
        self.ui.focus_on(self.values, quiet=True, ring=False)
        self.sections.select(sections.index(CHANGED) if draft.changes.values else 0)
        self._fill()

    def _paint_row(self, canvas: Canvas, rect: Rect, path: str, state: str) -> None:
        changed = self.draft.is_changed(path)
        value, printed = (text[:MAX_SHOWN] for text in (self.draft.value(path), self.draft.printed_value(path)))
        words = f"{value}  (printed {printed})" if changed and len(value) < MAX_SHOWN // 2 else value
        wide = min(rect.w * 0.6, typeset.width(words, "bold"))
        canvas.label(field_label(path), Rect(rect.x + 10, rect.y, rect.w - 34 - wide, rect.h),
                     "accent" if changed else "text", align=0)  # fmt: skip
        box = Rect(rect.right - 12 - wide, rect.y, wide, rect.h)
        canvas.label(words, box, "accent" if changed else "muted", "body", "bold", 1)

    def _section_words(self, section: str) -> str:
        changed = sum(1 for path in self.draft.paths(section) if self.draft.is_changed(path))
        name = section.replace("_", " ").capitalize() if section else "Changed"
        return f"{name} ({changed})" if changed else name

    def _fill(self) -> None:
        """Show the values of the chosen section that match the search."""
        section = self.sections.item
        self.values.set_items(list(self.draft.paths(CHANGED if section is None else section, self.search.text)))
        if self.values.item is None and self.values.items:
            self.values.select(0)
        self._show(self.values.item)

    def _show(self, path: str | None) -> None:
        """Show the selected value with its range."""
        draft, known = self.draft, path is not None
        self.value.visible = self.printed.visible = known
        problem = draft.find_problem()
        if not problem and (draft.changes.options or draft.changes.cards):
            kept = [
                format_count(len(draft.changes.options), "option"),
                format_count(len(draft.changes.cards), "new card"),
            ]
            self.trouble.text = f"Of the file stay {' and '.join(kept)}."
        else:
            self.trouble.text = problem[:1].upper() + problem[1:]
        self.trouble.color = "bad" if problem else "muted"
        if path is None:
            self.about.text = "{muted}Choose a section at the left. Values that you change are listed under Changed.{/}"
            return
        self.value.set(draft.value(path))
        self.value.error = ""
        lines = [f"*{escape(field_label(path))}*", escape(draft.describe_value(path)),
                 f"{{muted}}Printed:{{/}} {escape(draft.printed_value(path))}",
                 f"{{muted}}Possible:{{/}} {escape(draft.range_of(path))}"]  # fmt: skip
        if draft.is_changed(path):
            lines.append(f"{{accent}}{escape(draft.describe_change(path))}{{/}}")
        self.about.text = "\n".join(lines)
        self.printed.enabled = draft.is_changed(path)
        self.printed.reason = "It is as printed."

    def _on_change(self) -> None:
        """Show what a change has changed."""
        path = self.values.item
        self.values.touch()
        self.sections.touch()
        self._show(path)
        if path is not None:
            announce(self.values, f"{field_label(path)}: {self.draft.value(path)}.")

    def step(self, by: int) -> None:
        """Change the selected value by one step."""
        if self.values.item is not None and self.draft.step(self.values.item, by):
            self._on_change()
        else:
            self.ui.focus_on(self.value)

    def enter(self, text: str) -> None:
        """Set the selected value to a typed text."""
        path = self.values.item
        if path is None:
            return
        try:
            self.draft.set(path, text)
        except ValueError as wrong:
            self.value.error = f"Possible: {wrong}"
            self.ui.announcer.announce(self.value.error)
            return
        self._on_change()

    def reset(self) -> None:
        """Give the selected value its printed one."""
        if self.values.item is not None:
            self.draft.reset(self.values.item)
            self._on_change()

    def reset_all(self) -> None:
        """Reset all values to the printed ones."""
        self.draft.reset()
        self._fill()
        self.sections.touch()

    def save(self) -> None:
        """Save the rules, and choose them in the form below."""
        if self.value.text != (self.draft.value(self.values.item) if self.values.item is not None else ""):
            self.enter(self.value.text)
            if self.value.error:
                return
        self.draft.name = self.name.text
        if not (self.draft.changes.values or self.draft.changes.options or self.draft.changes.cards):
            self._complain("Change a value first.")
            return
        try:
            path = self.draft.save(self.folder)
        except RulesetError as wrong:
            self._complain(str(wrong.problems[0]))
            return
        except OSError as wrong:
            self._complain(f"The file cannot be saved: {wrong.strerror}.")
            return
        self.window.pop()
        self.on_saved(str(path))

    def _complain(self, words: str) -> None:
        self.trouble.color, self.trouble.text = "bad", words[:1].upper() + words[1:]
        self.ui.announcer.announce(words)

    def key_actions(self) -> KeyActions:
        """Return the key actions: Esc closes the editor."""
        return {"back": self.window.pop}

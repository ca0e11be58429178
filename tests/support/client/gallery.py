"""A gallery of all widgets on one screen, for tests and for viewing.

`python -m tests.support.client.gallery FOLDER` draws it in several states and sizes.
"""

from __future__ import annotations

import sys
from pathlib import Path

import arcade
from PIL import Image, ImageDraw

from client.ui import richtext
from client.ui.controls.basic import Button, IconButton, Label, Toggle
from client.ui.controls.choice import Choice, Option
from client.ui.controls.fields import TextField
from client.ui.controls.hand_fan import Fan
from client.ui.controls.layout import Column, Grid, Row, Space
from client.ui.controls.lists import ScrollList
from client.ui.controls.log import Log
from client.ui.controls.numbers import ProgressBar, Slider, Stepper
from client.ui.controls.panel import Panel
from client.ui.controls.table import Table
from client.ui.controls.table import TableColumn as Col
from client.ui.controls.tabs import Tabs
from client.ui.screen import Screen

NAMES = ["Ada", "Bob", "Chen", "Dara", "Eli", "Fay", "Gus", "Hana", "Ivo", "Jun", "Kim", "Lea", "Max", "Nia"]


def draw_card(name: str, px: tuple[int, int]) -> Image.Image:
    """Return a placeholder picture of a card."""
    w, h = px
    big = Image.new("RGBA", (w * 2, h * 2))
    pen = ImageDraw.Draw(big)
    pen.rounded_rectangle((0, 0, w * 2 - 1, h * 2 - 1), 14, (38, 44, 60, 255), (201, 164, 92, 255), 4)
    hue = sum(name.encode()) * 37 % 90
    pen.rectangle((12, 44, w * 2 - 13, h), (30 + hue, 70, 120 - hue, 255))
    picture = big.resize(px, Image.Resampling.LANCZOS)
    text = richtext.render_image(f"*{name}*\n\nPay *1*, draw\n{{good}}two{{/}} cards", w - 16, 12, 1.0)
    picture.alpha_composite(text, (8, 5))
    return picture


class Gallery(Screen):
    """A screen with all widgets."""

    def build(self) -> None:
        """Build three columns, a hand and a table."""
        self.heard: list[str] = []
        note = self.heard.append
        buttons = Column(
            Row(
                Button("Create table", lambda: note("create"), hint="C", tip="Opens a *new table* on this network"),
                Button("Lock in", lambda: note("commit"), look="primary", hint="Enter"),
                Button("Leave", lambda: note("leave"), look="danger"),
                gap=8,
            ),
            Row(
                Button("Join", lambda: note("join"), enabled=False, reason="The table is full"),
                Button("More", lambda: note("more"), look="ghost"),
                IconButton("cross", "Close", lambda: note("close")),
                IconButton("plus", "Add", lambda: note("add")),
                Space(grow=1),
                gap=8,
            ),
            gap=8,
        )
        form = Column(
            Label("Settings that *one* can :check: change, {accent}at any time{/}", markup=True, wrap=True),
            TextField("Your name", "Ada", hint="Name", on_change=lambda t: note(f"name {t}"), max_length=20,
                      on_submit=lambda t: note(f"submit {t}")),
            TextField("Address", hint="192.168.0.12"),
            Toggle("Reduced motion", on_change=lambda on: note(f"motion {on}")),
            Toggle("Announcer", True, enabled=False, reason="No speech program was found"),
            Slider("Volume", 0.6, format_value=lambda v: f"{v:.0%}", on_change=lambda v: note(f"volume {v}")),
            Stepper("Gold", 3, 0, 12, on_change=lambda n: note(f"gold {n}")),
            Choice(
                "Palette",
                [Option("a", "Okabe and Ito"), Option("b", "High separation"),
                 Option("c", "Painted", "Not on this computer"), Option("d", "Grey patterns")],
                on_change=lambda v: note(f"palette {v}"),
            ),
            ProgressBar("Textures", 0.42, "42 of 100"),
            gap=7,
        )  # fmt: skip
        self.ui.put(Panel(buttons, title="Buttons", region="buttons"), (8, 606, 400, 106))
        self.ui.put(Panel(form, title="Form", region="form", is_tab_stop=True), (8, 246, 400, 352))
        self.list = ScrollList(
            "Seats", NAMES, on_select=lambda n: note(f"selected {n}"), on_activate=lambda n: note(f"chose {n}"),
            possible=lambda n: "Plays elsewhere" if n == "Chen" else True, row_tip=lambda n: f"*{n}*",
        )  # fmt: skip
        self.ui.put(Panel(self.list, title="List", note="14 seats", region="list"), (416, 506, 200, 206))
        self.table = Table(
            "Tables",
            [Col("Table", lambda t: t[0], grow=1, order=lambda t: t[0]),
             Col("Seats", lambda t: t[1], 60, align=0.5, order=lambda t: t[1]),
             Col("Ping", lambda t: f"{t[2]} ms", 70, align=1, order=lambda t: t[2],
                 color=lambda t: "good" if t[2] < 20 else "warn")],
            [(f"{n}'s table", f"{i % 5 + 1}/6", 7 * i % 50 + 3) for i, n in enumerate(NAMES)],
            on_activate=lambda t: note(f"joined {t[0]}"),
            possible=lambda t: "Full" if t[1] == "5/6" else True, key=lambda t: t[0],
        )  # fmt: skip
        self.ui.put(Panel(self.table, title="Table", region="table"), (416, 246, 380, 252), h="stretch")
        self.log = Log("Log", on_hover=lambda link: note(f"over {link}"), on_press=lambda link: note(f"to {link}"))
        self.chat = Log("Chat")
        for i in range(60):
            who = NAMES[i % len(NAMES)]
            self.log.append(
                f"{{muted}}{i}{{/}} {{@player {who}}}*{who}*{{/}} plays {{@card {i}}}{{info}}Quick March{{/}}{{/}} and "
                f"pays *{i % 5}* :plus:" + (", {bad}losing two{/} of them on the way over" if i % 3 == 0 else ""),
                tags={"battle"} if i % 3 == 0 else {"play"}, link=f"step {i}",
            )  # fmt: skip
        self.side = Tabs("Side", {"Log": self.log, "Chat": self.chat})
        self.side.set_badge("Chat", "2")
        self.ui.put(Panel(self.side, region="side"), (804, 246, 468, 466), h="high", v="stretch")
        looks = ("chip", "raised", "tooltip", "field", "row.selected", "row.hover")
        grid = Grid(*(Panel(Label(name, size="small", align=0.5), box=name, pad=4) for name in looks), columns=2)
        self.ui.put(Panel(grid, title="Boxes"), (624, 506, 172, 206))
        self.fan = Fan(
            "Hand", self._card, items=NAMES[:9], on_play=lambda n: note(f"played {n}"), payload=lambda n: n,
            possible=lambda n: "Not enough mana" if n == "Dara" else True, region="hand",
            card_tip=lambda n: f"*{n}*: pay *1*, draw {{good}}two{{/}} cards",
        )  # fmt: skip
        self.ui.put(self.fan, (280, 0, 740, 150), h="middle")

    def _card(self, name: str, large: bool) -> arcade.Texture:
        side = 1.3 if large else 1.0
        px = round(124 * side * self.scale), round(174 * side * self.scale)
        return self.textures.get(("card", name, large), lambda: draw_card(name, px), self.scale)


def main(folder: Path) -> None:
    """Draw the gallery in several states and sizes."""
    from tests.support.client.driver import Driver, open_test_window

    folder.mkdir(parents=True, exist_ok=True)
    driver = Driver(open_test_window(), folder)
    driver.show(Gallery())
    driver.move("Create table")
    driver.pass_time(0.3)
    driver.shot(folder / "tooltip.png")
    driver.move((600, 60))
    driver.pass_time(1)
    driver.shot(folder / "hand.png")
    driver.click("Palette")
    driver.shot(folder / "choice.png")
    driver.key("ESCAPE")
    driver.click("Your name")
    driver.key("CTRL+A")
    driver.move((600, 600))
    driver.shot(folder / "field.png")
    driver.key("TAB", "TAB")
    driver.shot(folder / "focus.png")
    for name, size, scale in (("large", (1920, 1080), 1.5), ("wide", (1920, 1080), 1.0), ("small", (1024, 576), 1.0)):
        driver.resize(*size, scale)
        driver.shot(folder / f"{name}.png")
    driver.window.close()


if __name__ == "__main__":
    import tests.client.conftest  # noqa: F401  (a display)

    main(Path(sys.argv[1]))

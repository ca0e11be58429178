"""Proof-reading of every screen at any size of window and text.

No text is cut, covered, misplaced or too small. Keys alone reach and operate every widget.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from client.app.settings import LARGEST_TEXTS
from client.app.theme import game_theme
from client.table.replay.scrub import ScrubBar, Tick
from client.ui import theme as themes
from client.ui.controls.basic import Button, Label
from client.ui.controls.layout import Column, Row
from client.ui.controls.numbers import Stepper
from client.ui.controls.panel import Panel
from client.ui.screen import Screen
from core.games.registry import GAMES
from tests.support.client.driver import SIZE, Driver
from tests.support.client.proof import Blind, complaints, inks, shown_at, with_texts
from tests.support.client.reached import keyless
from tests.support.tiers import quick_one_in

sys.path.insert(0, str(Path(__file__).parents[2] / "scripts"))

from pictures import SCENES, drama, menus
from pictures.stage import Stage

LAYOUTS = (
    (1280, 720, 1.0),
    (1366, 768, 1.0),
    (1536, 864, 1.0),
    (1920, 1080, 1.0),
    (1280, 720, LARGEST_TEXTS),
    (1366, 768, LARGEST_TEXTS),
    (1536, 864, LARGEST_TEXTS),
)
"""Width and height in design pixels, and scale of texts.

The general scale changes only the first two. The third layout is 1920x1080 at the automatic scale.
"""
HARDEST = ((1536, 864, 1.0), (1280, 720, LARGEST_TEXTS))
LOOKED_AT = (
    "menu", "learn", "solo", "host-port", "join-version", "room-full", "my-matches", "settings-keys", "rules",
    "ask-factions", "ask-bid", "ask-collect", "battle-preview", "links", "battle", "lesson-05", "end",
    "midnight-pacts", "midnight-border", "midnight-end", "midnight-help", "cards-midnight",
    "cabinet-pledge", "cabinet-crisis", "cabinet-look", "cabinet-lesson-08", "outposts-action", "outposts-lifted",
    "outposts-rival", "outposts-lookout", "outposts-league", "plain", "plain-told", "plain-suggestions",
)  # fmt: skip


ALSO_BY_KEYS = ("chat", "away-vote", "stopped-with-evidence")
"""Scenes of the match with something to press that the scenes above lack."""
ONE_KEY = "settings-key-asked"
"""Scene in which any key is taken as the new binding."""


@pytest.fixture
def blind(window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Blind]:
    """Return a driver that draws nothing, in the window of all tests.

    No bots play behind the menus, and no art is drawn.
    """
    from tests.client.screens.test_rooms import Bare

    monkeypatch.setattr("client.screens.backdrop._get_backdrop", lambda *args: Bare())
    monkeypatch.setattr("client.ui.textures.Textures.image", lambda *args: Image.new("RGBA", (8, 8)))
    blind, games = Blind(window, tmp_path), dict(GAMES)
    yield blind
    blind.leave()
    if drama.FILE_GAME in GAMES:
        drama.forget_file_game()
    GAMES.clear()
    GAMES.update(games)  # a scene may have brought its own
    window.textures.keep_only(-2.0)
    window._rescale_view()


def read_at(layouts: Iterable[tuple[int, int, float]], screen: Screen, only_layers: bool = False) -> None:
    """Fail on every complaint of the proof-reader."""
    for w, h, texts in layouts:
        with_texts(texts)
        shown_at(screen, w, h, 1.0)
        assert complaints(screen, only_layers) == [], f"at {w}x{h}, texts {texts}"
    with_texts(1.0)
    shown_at(screen, *SIZE, 1.0)


@pytest.mark.parametrize("scene", quick_one_in(2, LOOKED_AT))
def test_every_text_of_a_match_screen_is_readable_and_every_widget_reachable_by_keys(blind: Blind, scene: str) -> None:
    stage = Stage(blind)
    SCENES[scene](stage)
    read_at(LAYOUTS, blind.screen)
    assert keyless(blind.screen) == []  # last: the keys change what is shown


def test_every_menu_and_panel_is_readable_and_reachable_by_keys(blind: Blind) -> None:
    stage = Stage(blind)
    beside = [name for name, show in SCENES.items() if show.__module__ == menus.__name__ and name != ONE_KEY]
    for scene in (*beside, *ALSO_BY_KEYS):
        SCENES[scene](stage)
        read_at(HARDEST, blind.screen)
        assert keyless(blind.screen) == [], scene
    assert len(beside) > 30


@pytest.mark.parametrize("scene", quick_one_in(2, drama.NAMES))
def test_every_text_of_a_moment_over_the_whole_table_is_readable(blind: Blind, scene: str) -> None:
    """These are the start cards, the victories, Armageddon, the last tick of Midnight and the fall of a Capital."""
    shown = SCENES[scene](Stage(blind))
    card = shown.controller.ceremony.card
    assert shown.table.moment.is_open or (card is not None and card.is_open)
    read_at(LAYOUTS, blind.screen, only_layers=True)


class Wrong(Screen):
    """A screen on which everything is wrong."""

    def build(self) -> None:
        """Build faulty labels.

        One has no room, two overlap, one is outside the window, and a box hides another.
        """
        self.ui.put(Label("Far too much for so little room"), (10, 10, 60, 20))
        self.ui.put(Label("one upon"), (100, 100, 90, 20))
        self.ui.put(Label("the other"), (120, 102, 90, 20))
        self.ui.put(Label("beyond"), (1250, 300, 90, 20))
        self.ui.put(Label("half hidden"), (300, 300, 90, 20))
        self.ui.put(Panel(), (340, 290, 90, 60))
        self.ui.put(Label("too small to read", size=6), (500, 500, 300, 20))


def test_the_proof_reader_finds_layout_faults(driver: Driver) -> None:
    found = complaints(driver.show(Wrong()))
    for words in ("is cut short", "'one upon' of Label '' overlaps 'the other'", "'beyond' of Label '' runs out of the "
                  "window", "'half hidden' of Label '' is half hidden by Panel", "is too small: 6.0"):  # fmt: skip
        assert any(words in line for line in found), (words, found)
    assert len(found) == 5


class Keyless(Screen):
    """A screen on which keys do not do what a click does."""

    def build(self) -> None:
        """Build widgets with faulty keys.

        A number that takes the arrow keys leads nowhere. One button does nothing, one has no reason, and one has no
        place.
        """
        number = Stepper("Bid", 0, 0, 9)
        self.ui.put(Row(Button("Buy", self.redraw_all), number, region="bid"), (10, 10, 300, 30))
        self.ui.focus_on(number, quiet=True)
        self.ui.put(Button("Dead"), (10, 100, 90, 30))
        self.ui.put(Button("Why", self.redraw_all, enabled=False), (110, 100, 90, 30))
        self.ui.put(Button("Gone", self.redraw_all), (2000, 100, 90, 30))


def test_the_keyboard_check_finds_unreachable_widgets(driver: Driver) -> None:
    assert keyless(driver.show(Keyless())) == [
        "no key leads to Button 'Buy'",
        "Button 'Dead' does nothing",
        "Button 'Why' does not say why it cannot be used",
        "the ring of Button 'Gone' cannot be seen",
    ]


class Crowded(Screen):
    """The bar of a match of many turns."""

    def build(self) -> None:
        """Build a bar with a mark every few pixels."""
        ticks = [Tick(at, f"Turn {at}", label=str(at)) for at in range(1, 81)]
        bar = ScrubBar("Place", 80, ticks, lambda _at: None, lambda _tick: None, lambda _by: None, str)
        self.ui.put(bar, (10, 10, 640, 44))


def test_marks_on_a_replay_bar_do_not_cover_the_numbers_between_them(driver: Driver) -> None:
    themes.set_theme(game_theme())
    screen = driver.show(Crowded())
    assert complaints(screen) == []
    assert len(inks(screen.ui.root, screen)) > 15


class Tight(Screen):
    """Buttons with less room than they prefer."""

    def build(self) -> None:
        """Build two buttons in a row, each with a key, and a flowing text."""
        row = Row(Button("Lock in", hint="Enter", grow=2), Button("Clear", hint="Esc", grow=1), gap=6)
        words = Label("Two Cohorts march from the Capital to the Mine and fight there.", "text", "small", wrap=True)
        self.ui.put(Column(words, row, gap=6), (10, 10, 232, 72))


def test_enlarged_texts_are_made_smaller_before_they_are_cut_off(driver: Driver) -> None:
    screen = driver.show(Tight())
    assert complaints(screen) == []
    with_texts(LARGEST_TEXTS)
    shown_at(screen, 1280, 720, 1.0)
    assert complaints(screen) == []
    at = {ink.said: ink.at for ink in inks(screen.ui.root, screen)}
    assert at["Enter"].x - at["Lock in"].right >= 5 and at["Esc"].x - at["Clear"].right >= 5

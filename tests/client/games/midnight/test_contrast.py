"""Every text of Midnight's table contrasts with its background, with each palette.

The table is at rest, has a raised card, or shows the strike of the clock.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from client.app.theme import game_theme
from client.ui import theme as themes
from core.games.midnight import events as e
from core.games.midnight.escalations import FALLOUT, WAR_BONDS
from core.games.midnight.state import Midnight
from tests.client.games.midnight.test_table import until_asked
from tests.client.test_contrast import faint, texts_of
from tests.support.client.driver import Driver
from tests.support.client.midnight.players import sit_down


def dressed(driver: Driver, palette: str) -> Any:
    """Return the screen of a match of five in progress.

    It has a Pact, laws, a nation in Ruin, and one that the next tick ruins.
    """
    screen = sit_down(driver, "contrast", 5, {"escalations": "on", "pacts": "on"})
    until_asked(driver, screen, "act")
    themes.set_theme(game_theme(1.0, palette))
    screen.table.model.palette = palette
    assert screen.controller.prompts.inquiry is not None
    for state in {id(s): s for s in (screen.table.model.state, screen.controller.prompts.inquiry.state)}.values():
        dress(state)
    screen.controller.prompts.show_question()
    driver.step(frames=2)
    return screen


def dress(state: Midnight) -> None:
    """Set the state of a match in progress."""
    state.worth[:], state.clock, state.tense = [0, 22, 4, 31, 3, 48], 3, 1
    state.ruined[4], state.escalations, state.pacts = 1, (FALLOUT, WAR_BONDS), ((1, 3, 1),)
    state.capital[2] = (43, 49)
    state.set_border(2, 1, (10**6, 10**6 + 1))


def rest(driver: Driver, palette: str) -> None:
    """Show the table with no raised card."""
    dressed(driver, palette)


def lifted(driver: Driver, palette: str) -> None:
    """Raise a card and point at a place."""
    screen = dressed(driver, palette)
    inquiry = screen.controller.prompts.inquiry
    assert inquiry is not None
    card = next(copy for copy, _ in screen.table.hand.cards if "border" in inquiry.ways_of(copy))
    screen.controller.prompts.answer(("card", card))
    driver.move(screen.table.board.trays[1, 3])


def struck(driver: Driver, palette: str) -> None:
    """Show the strike of the clock and a fallen nation."""
    screen = dressed(driver, palette)
    screen.table.narrator.show_event(e.ClockTicked(2, "die"), quick=True)
    for seat in (1, 2, 3, 5):
        screen.table.narrator.show_event(e.WorthLost(seat, 4, "sunset"), quick=True)
    screen.table.extras.strike.visible = True
    for hidden in (
        screen.table.board,
        screen.table.story,
        screen.controller.prompts.view.panel,
        screen.table.extras.laws,
        screen.table.prompt,
    ):
        assert hidden is not None
        hidden.visible = False  # it lies below


@pytest.mark.parametrize("palette", ("okabe-ito", "high-separation"))
@pytest.mark.parametrize("scene", (rest, lifted, struck))
def test_every_text_at_the_table_of_midnight_is_readable_on_its_background(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, scene: Callable[[Driver, str], None], palette: str
) -> None:
    scene(driver, palette)
    driver.step(frames=2)
    written, ground = texts_of(driver, monkeypatch)
    assert len(written) > 40
    assert not faint(written, ground)

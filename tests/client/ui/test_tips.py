"""Tips at the tables of all games, which cover neither the prompt nor other picks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from client.ui.controls.tooltip import overlaps, place_beside
from client.ui.hexes import Rect
from client.ui.widget import Widget
from tests.client.test_timer import sit_down
from tests.support.client.driver import Driver
from tests.support.tiers import LONG

GAMES = [("bridgefront", 3), ("midnight", 3), ("cabinet", 3), ("outposts", 3)]
CHOICES = 9 if LONG else 6
"""Number of our seat's choices to check, each with every tip."""


def asked(driver: Driver, screen: Any) -> None:
    """Run until our seat must choose."""
    for _ in range(600):
        if screen.controller.prompts.is_open and not screen.table.is_busy:
            break
        if screen.table.is_seated and screen.table.is_busy:
            screen.table.narrator.skip_all()
        driver.step()
    assert screen.controller.prompts.is_open


def picks(screen: Any) -> list[Rect]:
    """Return the areas in which an item can be picked.

    They are places of a board, the row above the hand, lit hexes and edges, and buttons beside the hand.
    """
    view = screen.controller.prompts.view
    if screen.table.game.name == "bridgefront":
        lit = [Rect(x - 12, y - 12, 24, 24) for _, (x, y) in view.lit()]
        return [
            *lit,
            *(button.rect for button in view.panel.basics.values() if view.panel.menu.visible and button.enabled),
        ]
    listed = view.panel.buttons.values()
    return [aim.place.rect for aim in view.lit] + [each.rect for each in (*view.chooser.options.values(), *listed)]


def spots(screen: Any) -> Iterator[tuple[float, float]]:
    """Yield points that may have a tip: the middle of every widget, and every hex."""
    if screen.table.game.name == "bridgefront":
        yield from (screen.table.board.panel_rect(number) for number in range(len(screen.table.model.table.grid.hexes)))
    for widget in list(screen.ui.widgets()):
        if isinstance(widget, Widget) and widget.rect.w:
            yield widget.rect.center


def look_round(driver: Driver, screen: Any) -> int:
    """Point at every widget and hex; return the number of tips."""
    seen = 0
    for x, y in spots(screen):
        driver.window.dispatch_event("on_mouse_motion", x, y, 1.0, 1.0)
        screen.ui.update(0.0)
        screen.ui.update(0.4)
        tip, beside = screen.ui.tooltip, screen.ui._tip[1]
        if not tip.visible:
            continue
        seen += 1
        where = (screen.controller.prompts.inquiry.title, screen.ui.hover.name, (x, y), tip.rect)
        assert screen.table.prompt.rect.contains(*beside.center) or not overlaps(tip.rect, screen.table.prompt.rect), (
            where
        )
        others = [pick for pick in picks(screen) if not pick.contains(*beside.center)]
        assert not [pick for pick in others if overlaps(tip.rect, pick)], where
    screen.ui.leave_pointer()
    return seen


def first(screen: Any, n: int) -> Any:
    """Return a possible pick, a different one for each `n`, or None."""
    if screen.table.game.name == "bridgefront":
        targets = (
            screen.controller.prompts.inquiry.question.targets
            if screen.controller.prompts.inquiry.question is not None
            else ()
        )
    else:
        targets = screen.controller.prompts.inquiry.targets
    return targets[n % len(targets)] if targets else None


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_no_tip_covers_the_prompt_or_another_pick(driver: Driver, game: str, seats: int) -> None:
    """The check is made at each choice, before and after its first pick."""
    screen = sit_down(driver, game, seats)
    seen = 0
    for n in range(CHOICES):
        asked(driver, screen)
        seen += look_round(driver, screen)
        value = first(screen, n)
        if value is not None:
            screen.controller.prompts.answer(value)
            driver.step()
            if screen.controller.prompts.is_open:
                seen += look_round(driver, screen)
                screen.controller.prompts.inquiry.clear()
                screen.controller.prompts.show_question()
        if screen.controller.prompts.is_open:
            screen.controller.prompts.on_timeout()
        screen.controller.prompts.missed = 0
    assert seen > 100


def test_a_tip_covers_other_widgets_only_if_there_is_no_free_room() -> None:
    window, thing = Rect(0, 0, 400, 300), Rect(180, 140, 40, 20)
    usual = place_beside(thing, 100, 40, window)
    assert usual.y == thing.top + 6
    above, below = Rect(190, 170, 20, 20), Rect(190, 110, 20, 20)
    assert place_beside(thing, 100, 40, window, clear=(above,)).top == thing.y - 6
    aside = place_beside(thing, 100, 40, window, clear=(above, below))
    assert aside.x == thing.right + 6
    row = Rect(0, 120, 400, 100)
    away = place_beside(thing, 100, 40, window, clear=(row,))
    assert not overlaps(away, row) and window.contains(away.x, away.y) and window.contains(away.right, away.top)
    assert place_beside(thing, 100, 40, window, clear=(window,)) == usual

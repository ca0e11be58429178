"""Animations of all events."""

from __future__ import annotations

import inspect
from math import inf
from typing import Any, cast

from client.games.bridgefront.animation import ON_BOARD
from client.games.bridgefront.event_animations import EVENT_ANIMATIONS
from client.games.bridgefront.panels.stage import BidsPanel
from client.table.animation.stage import FloatingText
from client.ui.richtext import plain_text
from core.games.bridgefront import events
from tests.support.client.bridgefront.players import MousePerson, sit_down
from tests.support.client.driver import Driver


def test_every_kind_of_event_has_an_animation() -> None:
    kinds = {kind for _, kind in inspect.getmembers(events, inspect.isclass) if hasattr(kind, "_fields")}
    assert set(EVENT_ANIMATIONS) == kinds
    assert set(ON_BOARD) <= kinds


def test_a_card_without_bids_highlights_no_bid() -> None:
    bids = BidsPanel(cast(Any, None), cast(Any, None))
    bids.show(7, ((1, "buy", 2, False), (2, "pass", 0, False)))
    bids.won(7, 1)
    assert bids.visible and bids.winner == 1
    bids.won(8, 2)
    assert not bids.visible and bids.winner == 1


TIED = (
    events.ActionStepBegan(1, (1, 2, 3)),
    events.ActionRevealed(1, "card", 1, (), (), 70, 1, 0),
    events.ActionRevealed(2, "card", 2, (), (), 70, 1, 0),
    events.ActionRevealed(3, "card", 3, (), (), 70, 1, 0),
    events.InitiativeDice(70, ((1, 5), (2, 2), (3, 2))),
    events.InitiativeDice(70, ((2, 6), (3, 1))),
)


def test_dice_for_initiative_are_shown_at_the_seats_and_in_the_log(driver: Driver) -> None:
    """The dice float at the seats and appear in the log and in the turn order.

    The order follows them. Skipping the animation has the same result.
    """
    screen = sit_down(driver, "dice", 3)
    person = MousePerson(driver, screen, "dice")
    person.play(
        lambda s: s.controller.prompts.inquiry is not None and s.controller.prompts.inquiry.asked.kind == "action"
    )
    floated: dict[float, set[str]] = {}
    for speed in (1.0, inf):
        screen.timeline.speed = speed
        lines = len(screen.table.story.log.lines)
        state, said = screen.table.model.table, floated.setdefault(speed, set())
        screen.table.narrator.queue_step(state, state, TIED, [state] * len(TIED), lambda: None)
        while screen.table.narrator.is_busy:
            driver.step()
            said |= {word.text for word in screen.table.words.children if isinstance(word, FloatingText)}
        rolled = [(turn.seat, turn.dice) for turn in screen.table.model.turns]
        assert rolled == [(3, (2, 1)), (2, (2, 6)), (1, (5,))]
        assert screen.table.track.value_text().startswith("Marek ") and " 2 1" in screen.table.track.value_text()
        told = [plain_text(line.markup) for line in screen.table.story.log.lines[lines:]]
        assert any("tie at initiative 70" in line and "Ilse rolls 6 and Marek rolls 1" in line for line in told)
    assert floated == {1.0: {"rolls 5", "rolls 2", "rolls 6", "rolls 1"}, inf: set()}

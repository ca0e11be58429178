"""Hints: possible actions, reasons for greyed items, and the parts of numbers."""

from __future__ import annotations

from math import inf
from typing import Any

import pytest

from client.app.theme import game_theme
from client.games.bridgefront.table import TABLE
from client.table.keys import KEYS
from client.table.screens import match_screen
from client.table.view import Look
from client.ui import theme as themes
from client.ui.controls.basic import Label
from client.ui.keys import Keymap
from client.ui.richtext import plain_text
from core.bots.random_bot import RandomBot
from core.engine.local_match import LocalMatch
from core.games.bridgefront.game import GAME
from core.games.bridgefront.phases.action import card_cost
from core.games.bridgefront.phases.collection import mine_gold
from core.games.bridgefront.phases.reset import starting_mana
from core.games.bridgefront.phases.scoring import total_vp
from core.games.bridgefront.text.sources import (
    hits_on_parts,
    income_parts,
    initiative_words,
    mana_parts,
    mine_parts,
    price_words,
    vp_parts,
)
from tests.client.games.bridgefront.test_screen import Canned, canned
from tests.support.client.driver import Driver
from tests.support.games.bridgefront.positions import champion, forces, mark, position


def show(driver: Driver, kind: str, at: int = 0) -> Any:
    themes.set_theme(game_theme())
    driver.window.keys = Keymap(KEYS)
    state, secrets = canned()[kind][at]
    screen = match_screen(TABLE, Canned(state, secrets, state.t), look=Look(speed=inf))
    driver.show(screen)
    return screen


@pytest.mark.parametrize("kind", sorted(kind for kind, question in GAME.questions.items() if not question.is_automatic))
def test_every_greyed_control_gives_its_reason(driver: Driver, kind: str) -> None:
    screen = show(driver, kind)
    greyed = [w for w in screen.ui.widgets() if w.focusable and not w.enabled]
    assert all(w.reason for w in greyed), [w.name for w in greyed if not w.reason]
    for held in screen.table.hand.cards:
        value = ("card", held[0])
        question = screen.controller.prompts.inquiry.question  # type: ignore[union-attr]
        if question is not None and question.kind == "action" and value not in question.targets:
            assert screen.controller.prompts.view.why_not_card(held)


def test_other_controls_explain_that_a_plan_is_unfinished(driver: Driver) -> None:
    screen = show(driver, "action")
    kind = next(k for k, b in screen.controller.prompts.view.panel.basics.items() if b.enabled and k != "done")
    driver.click(screen.controller.prompts.view.panel.basics[kind])
    if screen.controller.prompts.inquiry.question is not None:  # type: ignore[union-attr]
        assert all(
            "take it back" in screen.controller.prompts.view.why_not_card(held) for held in screen.table.hand.cards
        )


def test_help_lists_possible_actions_and_reasons(driver: Driver) -> None:
    screen = show(driver, "action")
    driver.key("F1")
    (text,) = [w for w in screen.ui.widgets() if isinstance(w, Label) and "You can choose" in w.text]
    words = plain_text(text.text)
    for held in screen.table.hand.cards:
        why = screen.controller.prompts.view.why_not_card(held)
        assert why in words
    driver.key("ESCAPE")
    driver.click("What can I do?")
    assert screen.ui.modal


def test_shown_numbers_explain_their_parts(driver: Driver) -> None:
    screen = show(driver, "action")
    state = screen.table.model.table
    purse = plain_text(screen.table.resources.purse.explain())
    assert f"{starting_mana(state)} each round" in purse and "1 Reset" in purse and "lasting" in purse
    seat = plain_text(screen.table.seats.panels[1].explain())  # type: ignore[union-attr]
    assert "Filled up to 6" in seat
    held = screen.table.hand.cards[0]
    tip = plain_text(screen.table.hand.faces.held_card_tip(held))
    assert f"{card_cost(state, 1, held[0])[0]} mana" in tip and f"Initiative {state.number[held[0]]}" in tip


def test_explained_parts_add_up_to_the_rules_total() -> None:
    mines = 0
    for seed in range(6):
        options = {"mana_per_age": 1} if seed % 2 else {}
        table = LocalMatch(GAME, {s: RandomBot(f"parts {seed}", s) for s in range(1, 5)}, f"parts {seed}", options)
        while not table.state.over:
            table.step()
            state = table.state
            if not state.round:
                continue
            assert sum(n for _, n in mana_parts(state)) == starting_mana(state)
            for seat in state.seats:
                assert sum(n for _, n in vp_parts(state, seat)) == total_vp(state, seat)
                for hex_ in state.mines:
                    if state.occupies(seat, hex_):
                        mines += 1
                        assert sum(n for _, n in mine_parts(state, seat, hex_)) == mine_gold(state, seat, hex_)
                assert income_parts(state, seat)[0][1] == 1
            if state.card:
                copy = len(state.card) - 1
                assert str(state.number[copy]) in initiative_words(state, copy)
                mana, gold = card_cost(state, 1, copy)
                words = price_words(state, 1, copy)
                assert words.startswith("Free") if not mana and not gold else str(mana) in words
    assert mines > 20


def test_hit_numbers_list_their_modifiers() -> None:
    state = position("cipher", "leadbound")
    hex_ = state.grid.index[0, 1]
    forces(state, 1, hex_, 2)
    forces(state, 2, hex_, 2)
    assert hits_on_parts(state, hex_, 1, 2, False) == {1: (2, ""), 2: (3, "Shield Wall")}
    champion(state, 1, "Inspiring Geezer", hex_)
    mark(state, "smoke screen", 1)
    assert hits_on_parts(state, hex_, 1, 2, False) == {1: (3, "Inspiring Geezer"), 2: (1, "Smoke Screen")}
    assert len(state.marks) == 1

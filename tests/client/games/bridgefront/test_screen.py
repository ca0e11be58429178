"""The match screen in the middle of a match.

The tests cover prompts, highlights, refusals, taking back, and navigation through the program.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import lru_cache
from math import inf
from typing import Any

import pytest
from PIL import Image

from client.app.app import App
from client.app.settings import Settings
from client.app.theme import game_theme
from client.art.theme import seat_look
from client.games.bridgefront.board import ON_BOARD
from client.games.bridgefront.panels.dialogs import DIALOG_BUILDERS
from client.games.bridgefront.panels.market import BidDialog
from client.games.bridgefront.panels.preview import finished_action, percent
from client.games.bridgefront.table import TABLE
from client.screens.settings.settings import SettingsScreen, apply_changes
from client.session.source import MatchEvent
from client.table.keys import KEYS
from client.table.match.local_source import LocalSource
from client.table.screen import TableScreen
from client.table.screens import match_screen
from client.table.view import Look
from client.ui import theme as themes
from client.ui.hexes import Rect
from client.ui.keys import Keymap
from client.ui.richtext import plain_text
from client.ui.widget import walk
from core.bots.random_bot import RandomBot
from core.bots.registry import PLAYERS as KINDS
from core.engine.hidden.secrets import Secrets
from core.engine.local_match import LocalMatch
from core.games.bridgefront import card_choices, walks
from core.games.bridgefront.card import CHAMPION
from core.games.bridgefront.catalogue import CARDS
from core.games.bridgefront.combat.battle import Battle
from core.games.bridgefront.foresight import upcoming_battles
from core.games.bridgefront.game import GAME
from core.games.bridgefront.odds import battle_odds
from core.games.bridgefront.phases import action
from core.games.bridgefront.rules import Step
from core.games.bridgefront.state import Bridgefront, Champion, Mark
from net.match.events import DecisionRequest, OwedEntry
from tests.support.client.bridgefront.players import SHORT, MousePerson, sit_down
from tests.support.client.driver import Driver
from tests.support.tiers import LONG

RARE = {"hit_control": "prompt", "market_mode": "sealed_row", "capital_draft": "sequential"}


def reach(driver: Driver, kind: str, seed: str = "reach", **more: object) -> tuple[Any, MousePerson]:
    screen = sit_down(driver, seed, **more)  # type: ignore[arg-type]
    person = MousePerson(driver, screen, seed)
    person.play(lambda s: s.controller.prompts.inquiry is not None and s.controller.prompts.inquiry.asked.kind == kind)
    assert screen.controller.prompts.inquiry is not None and screen.controller.prompts.inquiry.asked.kind == kind
    return screen, person


def checks_out(screen: Any) -> None:
    """Check that the prompt has a text and that an answer is highlighted."""
    inquiry = screen.controller.prompts.inquiry
    assert inquiry is not None and inquiry.question is not None
    question = inquiry.question
    assert screen.table.prompt.tone == "you" and plain_text(screen.table.prompt.text)
    state = screen.table.model.table
    assert (
        screen.table.top.round.text == (f"Round {state.round}" if state.round else "Set-up")
        and screen.table.top.chip.text
    )
    if question.kind in ON_BOARD:
        assert {value for value, _ in screen.controller.prompts.view.lit()} == set(question.targets)
        assert all(screen.table.board.rect.contains(*at) for _, at in screen.controller.prompts.view.lit())
    elif question.kind in DIALOG_BUILDERS:
        assert screen.controller.prompts.view.dialog is not None
        assert any(w.focusable and w.enabled for w in walk(screen.controller.prompts.view.dialog))
        assert (
            screen.controller.prompts.view.dialog.rect.y >= 150
            and screen.controller.prompts.view.dialog.rect.top <= 644
        )
    else:
        assert screen.table.hand.cards


class Canned:
    """Fake source that asks one question and keeps the decision."""

    timer = 0

    def __init__(self, state: Bridgefront, secrets: Secrets, t: int) -> None:
        ask = GAME.pending_asks(state)[1]
        self.state, self.decisions = state, []
        self.told: list = [
            MatchEvent(DecisionRequest(t, ask), state.clone(), secrets.copy(), (OwedEntry(1, "decision"),), b"")
        ]

    def drain(self) -> list:
        told, self.told = self.told, []
        return told

    def decide(self, decision, own: Secrets) -> None:  # type: ignore[no-untyped-def]
        GAME.check(self.state, 1, decision)
        self.decisions.append(decision)

    def take_back(self) -> None: ...

    def chat(self, text: str) -> None: ...

    def close(self) -> None: ...


PLAYERS = sorted(kind for kind, question in GAME.questions.items() if not question.is_automatic)
"""Kinds of questions that a player answers."""


@lru_cache(maxsize=1)
def canned() -> dict[str, list[tuple[Bridgefront, Secrets]]]:
    """Return, for each kind of question, some states of arbitrary matches in which seat 1 is asked."""
    found: dict[str, list[tuple[Bridgefront, Secrets]]] = {kind: [] for kind in PLAYERS}
    for seed in range(160):
        options = RARE if seed % 2 else {}
        seats = 2 + seed % 5
        table = LocalMatch(GAME, {s: RandomBot(str(seed), s) for s in range(1, seats + 1)}, str(seed), options)
        while not table.state.over:
            ask = GAME.pending_asks(table.state).get(1)
            wanted = ask is not None and ask.kind in found and len(found[ask.kind]) < 3
            if wanted and GAME.automatic_decision(table.state, 1, table.secrets[1]) is None:
                found[ask.kind].append((table.state.clone(), table.secrets[1].copy()))
            table.step()
        if len([kind for kind, states in found.items() if states]) == len(found) - len(MADE):
            break
    for state, secrets in found["action"]:
        for kind, make in MADE.items():
            made = state.clone()
            made.asking = ()
            make(Step(made, bytes(32)))
            assert [k for _, k, _ in made.asking] == [kind]
            found[kind].append((made, secrets.copy()))
    return found


def make_offer(step: Step) -> None:
    card_choices.make_offer(step, 1, 1, 3)


def make_scry(step: Step) -> None:
    piles = step.state.piles
    piles.top[1], piles.unknown[1] = piles.unknown[1][:3], piles.unknown[1][3:]
    card_choices.scry(step, 1, 3)


def make_hits(step: Step) -> None:
    state = step.state
    state.setup = state.setup._replace(options={**state.setup.options, "hit_control": "prompt"})
    there = next(h for h in range(len(state.grid.hexes)) if not state.players_at(h))
    state.forces[1][there] = state.forces[2][there] = 8
    copies = (c for c in range(1, len(state.card)) if CARDS[state.card[c]].type == CHAMPION)
    copy = next(c for c in copies if c not in state.champions)
    state.champions[copy] = Champion(copy, 2, there, 5, 5, 99)
    state.marks.append(Mark("focus fire", 1, 0))
    Battle(step, there, 1, 2).begin()


MADE = {"offer": make_offer, "scry": make_scry, "hits": make_hits}
"""Questions that arbitrary matches hardly ever reach."""


@pytest.mark.parametrize("kind", PLAYERS)
def test_each_question_has_a_prompt_highlights_and_an_answer(driver: Driver, kind: str) -> None:
    states = canned()[kind]
    assert states, f"no arbitrary match asks {kind}"
    for state, secrets in states if LONG else states[::2]:
        themes.set_theme(game_theme())
        driver.window.keys = Keymap(KEYS)
        source = Canned(state, secrets, state.t)
        screen = match_screen(TABLE, source, look=Look(speed=inf))
        driver.show(screen)
        person = Looker(driver, screen, kind)
        while not source.decisions:
            assert (
                screen.controller.prompts.inquiry is not None and screen.controller.prompts.inquiry.asked.kind == kind
            )
            person.act(screen.controller.prompts.inquiry)
        assert screen.table.model.locked and "Locked in" in screen.table.prompt.text
        driver.window.clear_screens()


class Looker(MousePerson):
    """A person who looks before acting."""

    def act(self, inquiry) -> None:  # type: ignore[no-untyped-def]
        if inquiry.question is not None:
            checks_out(self.screen)
        super().act(inquiry)


def test_a_press_on_an_unavailable_target_shows_the_reason_and_changes_nothing(driver: Driver) -> None:
    screen, _ = reach(driver, "bridges")
    capital = screen.table.model.table.capital[1]
    far = max(
        range(len(screen.table.model.table.grid.hexes)),
        key=lambda h: screen.table.model.table.grid.distance[capital][h],
    )
    x, y = screen.table.board.view.map.on_screen(far)
    driver.move((x, y))
    driver.pass_time(0.4)
    assert "within 2 hexes" in plain_text(screen.ui.tooltip.text)
    before = len(screen.controller.prompts.inquiry.history)  # type: ignore[union-attr]
    driver.click((x, y))
    assert len(screen.controller.prompts.inquiry.history) == before  # type: ignore[union-attr]


def test_the_last_choice_and_a_locked_in_decision_can_be_taken_back(driver: Driver) -> None:
    screen, _ = reach(driver, "bridges", patience=5)
    driver.click(screen.controller.prompts.view.lit()[0][1])
    driver.click(screen.controller.prompts.view.lit()[0][1])
    inquiry = screen.controller.prompts.inquiry
    assert inquiry is not None and inquiry.decision is not None
    driver.key("BACKSPACE")
    assert inquiry.decision is None and len(inquiry.history) == 1
    driver.click(screen.controller.prompts.view.lit()[0][1])
    driver.click("Lock in")
    assert screen.table.model.locked and "Locked in" in screen.table.prompt.text
    assert (
        screen.controller.prompts.view.panel.lock_in.text == "Take back"
        and not screen.controller.prompts.view.panel.back.visible
    )
    driver.key("BACKSPACE")
    assert (
        not screen.table.model.locked
        and screen.controller.prompts.inquiry is inquiry
        and screen.controller.prompts.view.panel.back.visible
    )
    driver.step(frames=10)
    assert screen.controller.prompts.inquiry is inquiry
    driver.key("ESCAPE")
    assert not inquiry.has_answers


def test_enter_also_locks_in_a_bid_made_by_clicks(driver: Driver) -> None:
    screen, _ = reach(driver, "bid")
    decided = screen.controller.source.decided
    driver.click(screen.controller.prompts.view.dialog.amount)  # type: ignore[union-attr]
    screen.ui.shows_ring = False
    driver.key("ENTER")
    assert screen.table.model.locked or screen.controller.source.decided == decided + 1


def test_a_withdrawn_bid_can_be_made_again(driver: Driver) -> None:
    screen, _ = reach(driver, "bid", patience=5)
    assert isinstance(screen.controller.prompts.view.dialog, BidDialog)
    driver.click(screen.controller.prompts.view.dialog.lock)
    assert screen.table.model.locked and screen.controller.prompts.view.dialog is None
    driver.key("BACKSPACE")
    assert not screen.table.model.locked and isinstance(screen.controller.prompts.view.dialog, BidDialog)


def test_a_step_is_animated_and_can_be_skipped(driver: Driver) -> None:
    screen, _ = reach(driver, "action", bot="heuristic")
    screen.timeline.speed = 1.0
    lines = len(screen.table.story.log.lines)
    driver.click("Done" if not screen.controller.prompts.view.panel.basics["build"].enabled else "Build")
    while screen.controller.prompts.inquiry is not None and screen.controller.prompts.inquiry.question is not None:
        driver.click(screen.controller.prompts.view.lit()[0][1])
    driver.click("Lock in")
    driver.step(frames=3)
    assert screen.table.narrator.is_busy and screen.table.prompt.tone == "show"
    shown = len(screen.table.story.log.lines)
    driver.key("SPACE")
    assert len(screen.table.story.log.lines) > shown >= lines
    driver.key("F")
    driver.step(frames=2)
    assert not screen.table.narrator.is_busy
    assert screen.table.model.table.digest() == screen.controller.source.table.state.digest()
    screen.table.hand.set_items([])
    screen.controller.refresh_all()
    assert screen.table.hand.cards  # what was drawn or gained in a step is there before one is asked again


def test_floating_texts_appear_over_the_panel_of_their_seat(driver: Driver) -> None:
    screen, _ = reach(driver, "bid")
    drawn = list(walk(screen.ui.root))
    assert drawn.index(screen.table.words) > max(map(drawn.index, screen.table.narrator.seats.panels.values()))


def test_an_animation_ends_in_the_state_of_the_engine(driver: Driver) -> None:
    screen = sit_down(driver, "slow", 3, bot="heuristic", speed=4.0)
    person = MousePerson(driver, screen, "slow")
    driver.step = lambda dt=1 / 60, frames=1: [  # type: ignore[method-assign]
        driver.window._dispatch_updates(0.1) for _ in range(frames)
    ]
    person.play(
        lambda s: s.table.model.state is not None and s.table.model.table.round >= 2 and not s.table.narrator.is_busy
    )
    assert screen.table.model.table.digest() == screen.table.board.view.state.digest()  # type: ignore[union-attr]


def with_power() -> LocalMatch:
    """Return an arbitrary match in which seat 1 may declare a champion power."""
    for seed in range(100):
        table = LocalMatch(GAME, {s: RandomBot(f"power {seed}", s) for s in range(1, 7)}, f"power {seed}")
        while not table.state.over:
            ask = GAME.pending_asks(table.state).get(1)
            if ask is not None and ask.kind == "action" and action.legal_powers(table.state, 1):
                return table
            table.step()
    raise AssertionError("nobody ever has a power to declare")


def test_champion_powers_are_declared_with_the_action(driver: Driver) -> None:
    table = with_power()
    themes.set_theme(game_theme())
    source = Canned(table.state.clone(), table.secrets[1].copy(), table.state.t)
    screen = match_screen(TABLE, source, look=Look(speed=inf))
    driver.show(screen)
    powers = action.legal_powers(table.state, 1)
    assert screen.controller.prompts.view.powers.visible
    screen.controller.prompts.view.toggle_power(powers[0])
    driver.click("Done")
    driver.click("Lock in")
    assert source.decisions[0].powers == (powers[0],)


def test_a_planned_battle_shows_its_odds(driver: Driver) -> None:
    screen, _ = reach(driver, "action")
    state, secrets = screen.table.model.table.clone(), screen.controller.prompts.inquiry.secrets  # type: ignore[union-attr]
    here = state.capital[1]
    there, edge = state.grid.steps[here][0]
    state.bridges[edge], state.forces[1][here], state.forces[2][there] = 1, 3, 2
    state.first_in[here] = 1
    screen = match_screen(TABLE, Canned(state, secrets.copy(), state.t), look=Look(speed=inf))
    driver.show(screen)
    assert not screen.controller.prompts.view.preview.visible
    driver.click("March")
    driver.click(next(at for value, at in screen.controller.prompts.view.lit() if value == here))
    assert screen.controller.prompts.view.dialog is not None and not screen.ui.shows_ring
    driver.key("ENTER")  # as the button of the dialog says
    driver.click(next(at for value, at in screen.controller.prompts.view.lit() if value == there))
    assert screen.controller.prompts.inquiry is not None and screen.controller.prompts.inquiry.decision is not None
    exact = battle_odds(upcoming_battles(state, 1, screen.controller.prompts.inquiry.decision)[0].state, there, 1, 2)
    while screen.controller.prompts.view.preview.odds is None:
        driver.step()
    assert screen.controller.prompts.view.preview.visible and screen.controller.prompts.view.preview.odds == exact
    assert f"win {percent(exact.win_chance(1))}" in screen.controller.prompts.view.preview.value_text()
    assert "reinforcements" in plain_text(screen.controller.prompts.view.preview.explain())
    x, y = screen.table.board.panel_rect(there)
    assert not screen.controller.prompts.view.preview.rect.contains(x, y)
    screen.controller.prompts.view.preview.corner = (x - 60, y - 60)  # where it would hide the hex that is fought for
    screen.on_resized()
    driver.step()
    assert (
        screen.controller.prompts.view.preview.rect.x > 700
        and not screen.controller.prompts.view.preview.rect.contains(x, y)
    )
    driver.key("BACKSPACE")
    assert not screen.controller.prompts.view.preview.visible


def test_a_target_of_a_march_shows_its_odds_before_it_is_chosen(driver: Driver) -> None:
    """The odds are shown under the pointer or the key focus, before any choice.

    Elsewhere no odds are shown.
    """
    screen, _ = reach(driver, "action")
    state, secrets = screen.table.model.table.clone(), screen.controller.prompts.inquiry.secrets  # type: ignore[union-attr]
    here = state.capital[1]
    there, edge = state.grid.steps[here][0]
    state.bridges[edge], state.forces[1][here], state.forces[2][there] = 1, 3, 2
    state.first_in[here] = 1
    screen = match_screen(TABLE, Canned(state, secrets.copy(), state.t), look=Look(speed=inf))
    driver.show(screen)
    driver.click("March")
    driver.click(next(at for value, at in screen.controller.prompts.view.lit() if value == here))
    driver.key("ENTER")
    assert not screen.controller.prompts.view.preview.visible
    answered = list(screen.controller.prompts.inquiry.history)  # type: ignore[union-attr]
    driver.move(screen.table.board.panel_rect(there))
    while screen.controller.prompts.view.preview.odds is None:
        driver.step()
    action = finished_action(screen.controller.prompts.inquiry, there)  # type: ignore[arg-type]
    assert action is not None
    exact = battle_odds(upcoming_battles(state, 1, action)[0].state, there, 1, 2)
    assert screen.controller.prompts.view.preview.visible and screen.controller.prompts.view.preview.odds == exact
    driver.pass_time(0.4)
    assert f"win {percent(exact.win_chance(1))}" in plain_text(screen.ui.tooltip.text)
    driver.move(screen.table.board.panel_rect(here))
    assert not screen.controller.prompts.view.preview.visible and screen.controller.prompts.inquiry.history == answered  # type: ignore[union-attr]
    screen.table.board.point_at(screen.table.board.targets.index(there))
    driver.step()
    assert screen.controller.prompts.view.preview.visible and screen.controller.prompts.view.preview.odds == exact
    assert screen.controller.prompts.inquiry.decision is None  # type: ignore[union-attr]


def test_the_target_order_is_set_and_withdrawn_by_key_and_mouse(driver: Driver) -> None:
    screen, _ = reach(driver, "action", patience=5)
    plan = screen.controller.prompts.inquiry.plan  # type: ignore[union-attr]
    assert plan is not None and plan.order == "" and not screen.controller.prompts.view.powers.visible
    driver.key("O")
    assert plan.order == "strongest" and screen.controller.prompts.view.powers.visible
    driver.click("Target order")
    assert plan.order == "forces"
    driver.key("BACKSPACE")
    assert plan.order == "strongest"
    driver.click("Done")
    assert plan.action is not None and plan.action.order == "strongest"


@pytest.fixture
def app(driver: Driver) -> Iterator[App]:
    driver.window.keys = Keymap(KEYS)

    def deal(setup, settings: Settings) -> LocalSource:  # type: ignore[no-untyped-def]
        players = {s + 2: KINDS[bot]("app", s + 2) for s, bot in enumerate(setup.bots)}
        return LocalSource(GAME, players, 1, "app", {**setup.options, **SHORT}, {1: settings.name})

    app = App(driver.window, Settings(name="Ada"), None, deal)
    apply_changes(driver.window, app.settings)
    app.show_menu()
    driver.step()
    yield app


def test_a_player_can_go_from_the_menu_through_a_match_and_back(driver: Driver, app: App) -> None:
    driver.click("Solo against bots")
    driver.click("Players")
    driver.key("2")
    driver.click("Play")
    screen = driver.screen
    assert isinstance(screen, TableScreen)
    screen.timeline.speed = inf
    MousePerson(driver, screen, "app").play()
    driver.step()
    driver.click("Rematch")
    assert isinstance(driver.screen, TableScreen) and driver.screen is not screen
    driver.key("ESCAPE")
    driver.click("Leave the match")
    driver.find("Solo against bots")


def test_every_event_and_every_line_of_chat_is_announced(driver: Driver) -> None:
    screen, _ = reach(driver, "action")
    assert "Everyone has 5 mana" in driver.said
    assert "Choose a place for your Capital." in driver.said and "Waiting for nothing." not in driver.said
    screen.table.story.add_chat_line(2, "Well played.")
    assert driver.said[-1] == "Ilse: Well played."
    driver.key("T")
    assert driver.screen.ui.focus is screen.table.story.field and not screen.table.story.field.text
    driver.type("Thanks")
    assert screen.table.story.field.text == "Thanks"


def test_settings_changed_in_a_match_apply_at_once(driver: Driver, app: App) -> None:
    driver.click("Solo against bots")
    driver.click("Play")
    screen = driver.screen
    assert isinstance(screen, TableScreen)
    screen.timeline.speed = inf
    MousePerson(driver, screen, "app").play(
        lambda s: s.controller.prompts.inquiry is not None and s.controller.prompts.inquiry.asked.kind == "action"
    )
    driver.key("ESCAPE")
    driver.click("Settings")
    settings = driver.screen
    assert isinstance(settings, SettingsScreen)
    view = screen.table.board.view
    settings.change(palette="high-separation", speed=4.0, reduced_motion=True, effects="low", scale=0.8,
                    text_scale=1.2, keys={"build": ("B",)})  # fmt: skip
    driver.step()
    assert view.map.palette == screen.table.model.palette == "high-separation"
    assert screen.timeline.speed == 4.0 and screen.table.top.speed.text == "×4" and screen.timeline.reduced_motion
    assert view.reduced_motion and view.effects == "low" and driver.window.ui_scale == 0.8
    driver.key("ESCAPE")
    assert driver.screen is screen and screen.controller.prompts.view.panel.basics["build"].key == "B"
    assert app.settings.palette == "high-separation"
    lit = seat_look(2, "high-separation").colour
    assert near(driver.shot(), lit, view.map.on_screen(screen.table.model.table.capital[2]))


def near(picture: Image.Image, colour: tuple[int, int, int], at: tuple[float, float]) -> bool:
    """Return True if a similar colour occurs around a point of the window."""
    x, y = round(at[0]), picture.height - round(at[1])
    found = picture.crop((x - 24, y - 40, x + 24, y + 24)).getcolors(10_000) or []
    return any(max(abs(a - b) for a, b in zip(seen, colour)) < 24 for _, seen in found)


def test_the_roil_drifts_and_is_off_with_low_effects(driver: Driver) -> None:
    screen, _ = reach(driver, "action")
    shots = []
    for effects in ("full", "low"):
        screen.apply_settings(Settings(effects=effects))
        driver.pass_time(0.5)
        before = driver.shot().crop((210, 60, 400, 200)).tobytes()
        driver.pass_time(1.5)
        driver.step(frames=10)
        shots.append(driver.shot().crop((210, 60, 400, 200)).tobytes() != before)
    assert shots == [True, False]


def test_cards_can_be_searched(driver: Driver, app: App) -> None:
    driver.click("Rules and cards")
    driver.click("Search")
    driver.type("warden")
    names = {card.name for card in driver.screen.grid.children}  # type: ignore[attr-defined]
    assert "Ironclad Warden" in names and len(names) < 8
    driver.key("ESCAPE")


def test_a_still_table_is_not_repainted(driver: Driver) -> None:
    """The test sets no time limit."""
    screen, _ = reach(driver, "action")
    driver.pass_time(1.0)
    before, begun = screen.ui.repaints, time.perf_counter()
    driver.step(frames=10)
    assert screen.ui.repaints <= before + 1 and time.perf_counter() > begun


def test_a_card_is_chosen_although_the_pointer_moves_a_little_during_the_press(driver: Driver) -> None:
    screen, _ = reach(driver, "action", patience=30)
    assert screen.controller.prompts.inquiry is not None
    driver.move((640.0, 560.0))
    spots = [
        x
        for x in range(int(screen.table.hand.rect.x), int(screen.table.hand.rect.right), 4)
        if screen.table.hand.card_at(x, 60) == 0
    ]
    driver.press((float(spots[0] + 4), 60.0))
    driver.drag_to((float(spots[0] + 20), 72.0))
    driver.release()
    assert screen.controller.prompts.inquiry.has_answers and screen.table.hand.chosen_index == 0


def test_esc_first_drops_the_lifted_card_then_opens_the_menu(driver: Driver) -> None:
    """Escape lowers every raised card, whether chosen or raised by keys, before it opens the menu."""
    screen, _ = reach(driver, "action", patience=30)
    inquiry = screen.controller.prompts.inquiry
    assert inquiry is not None
    driver.click_card(screen.table.hand, 0, (640.0, 560.0))
    assert inquiry.has_answers and screen.table.hand.chosen_index == 0
    for _ in range(4):
        if inquiry.has_answers:
            driver.key("ESCAPE")
    assert (
        not inquiry.has_answers
        and screen.table.hand.raised_index == -1
        and screen.table.hand.chosen_index == -1
        and not screen.ui.modal
    )
    driver.move((640.0, 560.0))
    screen.ui.focus_on(screen.table.hand, ring=True)
    driver.key("RIGHT")
    assert screen.table.hand.raised_index >= 0
    driver.key("ESCAPE")
    assert screen.table.hand.raised_index == -1 and not screen.ui.modal
    driver.key("ESCAPE")
    assert screen.ui.modal


def chain(state: Bridgefront, length: int) -> list[int]:
    """Build bridges in a chain from our Capital over otherwise empty hexes; return the hexes."""
    way = [state.capital[1]]
    for _ in range(length):
        here = way[-1]
        there, edge = next((b, edge) for b, edge in state.grid.steps[here]
                           if b not in way and not state.players_at(b) and not any(
                               n in way[:-1] for n, _ in state.grid.steps[b]))  # fmt: skip
        state.bridges[edge] = 1
        way.append(there)
    return way


def test_a_walk_over_three_bridges_is_one_click(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walks, "reach", lambda *args: 3)
    first, _ = reach(driver, "action")
    state, secrets = first.table.model.table.clone(), first.controller.prompts.inquiry.secrets  # type: ignore[union-attr]
    state.bridges = [0] * len(state.bridges)
    state.forces[1] = {state.capital[1]: 3}
    way = chain(state, 3)
    screen = match_screen(TABLE, Canned(state, secrets.copy(), state.t), look=Look(speed=inf))
    driver.show(screen)
    driver.click("March")
    driver.click(next(at for value, at in screen.controller.prompts.view.lit() if value == way[0]))
    driver.key("ENTER")
    assert {value for value, _ in screen.controller.prompts.view.lit()} == set(way[1:])
    driver.click(next(at for value, at in screen.controller.prompts.view.lit() if value == way[3]))
    assert screen.controller.prompts.inquiry.decision.locked[0].path == tuple(way[1:])  # type: ignore[union-attr]
    driver.key("BACKSPACE")  # hex by hex it goes as well, and may stop on the way
    driver.click(next(at for value, at in screen.controller.prompts.view.lit() if value == way[1]))
    assert {value for value, _ in screen.controller.prompts.view.lit()} >= set(way[2:])
    driver.click(next(at for value, at in screen.controller.prompts.view.lit() if value == way[3]))
    assert screen.controller.prompts.inquiry.decision.locked[0].path == tuple(way[1:])  # type: ignore[union-attr]


def test_tips_of_the_board_cover_neither_the_prompt_nor_the_hex_they_explain(driver: Driver) -> None:
    screen, _ = reach(driver, "action")
    seen = 0
    for number in range(len(screen.table.model.table.grid.hexes)):
        x, y = screen.table.board.panel_rect(number)
        driver.move((x, y))
        driver.pass_time(0.4)
        tip = screen.ui.tooltip
        if tip.visible:
            seen += 1
            assert not _overlap(tip.rect, screen.table.prompt.rect), number
            assert not tip.rect.contains(x, y), number
    assert seen > 10


def _overlap(a: Rect, b: Rect) -> bool:
    return a.x < b.right and b.x < a.right and a.y < b.top and b.y < a.top

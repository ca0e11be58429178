"""The table of Ambition: highlights, log, orders, secret alliances, strikes, and the known facts about a claim."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from client.app.theme import game_theme
from client.games.ambition import faces, pacts
from client.games.ambition.orders import ASK, NEVER
from client.games.ambition.prompts import DECK
from client.ui import theme as themes
from client.ui.richtext import plain_text
from core.bots.registry import BOTS
from core.games.ambition import claims, strike, turn
from core.games.ambition.alliances import SECRETS
from core.games.ambition.cards import ELITES, NUCLEAR_ARMS
from core.games.ambition.game import GAME
from core.games.ambition.state import Ambition
from tests.client.test_contrast import faint, texts_of
from tests.support.client.ambition.players import asked
from tests.support.client.driver import Driver
from tests.support.tiers import pairs, quick_one_in


def settle(driver: Driver, screen: Any) -> Ambition:
    """Apply the decision, show its events, and return the state after it."""
    driver.step(frames=3)
    state: Ambition = screen.controller.source.table.state
    return state


def test_after_a_low_roll_a_press_on_the_deck_draws_a_card(driver: Driver) -> None:
    screen, inquiry = asked(driver, "diplomacy", 4, lambda i: turn.DRAW in i.detail[0])
    assert {aim.pick for aim in screen.controller.prompts.view.lit} == {
        DECK
    } and "draw an Elite" in screen.table.prompt.text
    assert not screen.table.board.piles[faces.INTRIGUE].pick
    held = len(inquiry.state.hand(1, "elites"))
    driver.click(screen.table.board.piles[faces.ELITE])
    assert len(settle(driver, screen).hand(1, "elites")) == held + 1


def test_a_card_can_be_lifted_put_back_and_declared_at_any_value(driver: Driver) -> None:
    screen, inquiry = asked(driver, "diplomacy", 4, lambda i: turn.CLAIM in i.detail[0])
    entry = inquiry.state.hand(1, "elites")[0]
    driver.click_card(screen.table.hand, screen.table.hand.index_of(entry), (980.0, 660.0))
    assert (
        screen.table.hand.ticked == (entry,)
        and screen.controller.prompts.view.chooser.visible
        and not screen.table.board.around[1].visible
    )
    values = [value for kind, value in screen.controller.prompts.view.chooser.options if kind == "value"]
    assert values == list(range(1, turn.highest_declarable(inquiry.state, 1) + 1))
    true = ELITES[faces.face_of(faces.code_of_entry(inquiry.state, inquiry.secrets, entry))].value
    for value in values:
        assert (
            screen.controller.prompts.view.chooser.options["value", value]
            .value_text()
            .startswith("true" if value == true else "a lie")
        )
    driver.key("ESCAPE")
    assert not inquiry.answers and not screen.table.hand.ticked and not screen.controller.prompts.view.chooser.visible
    assert (
        screen.table.board.lifted == 0 and screen.table.board.around[1].visible and screen.table.hand.chosen_index == -1
    )
    driver.click_card(screen.table.hand, screen.table.hand.index_of(entry), (980.0, 660.0))
    driver.click(screen.controller.prompts.view.chooser.options["value", values[-1]])
    assert (
        screen.controller.prompts.view.panel.lock_in.text == f"Claim {values[-1]}"
        and screen.controller.prompts.view.panel.lock_in.enabled
    )
    driver.key("ENTER")
    state = settle(driver, screen)
    assert state.claim is None or state.claim.value == values[-1]


def test_an_alliance_is_proposed_by_pressing_the_plates_of_players(driver: Driver) -> None:
    screen, _ = asked(driver, "diplomacy", 4, lambda i: any(kind == "seat" for kind, _ in i.targets))
    partner = next(aim.pick[1] for aim in screen.controller.prompts.view.lit if aim.pick[0] == "seat")
    driver.click(screen.table.board.around[partner])
    assert [kind for kind, _ in screen.controller.prompts.view.chooser.options] == ["pact"] * len(
        screen.controller.prompts.view.chooser.options
    )
    driver.click(screen.controller.prompts.view.chooser.options["pact", 1])
    third = next(aim.place for aim in screen.controller.prompts.view.lit if aim.pick[0] == "third")
    driver.click(third)
    assert set(screen.controller.prompts.view.chooser.options) == {("secret", 0), ("secret", 1)}
    driver.click(screen.controller.prompts.view.chooser.options["secret", 1])
    assert (
        screen.controller.prompts.view.panel.lock_in.text == "Propose it"
        and screen.controller.prompts.view.panel.lock_in.enabled
    )
    driver.key("ESCAPE", "ESCAPE", "ESCAPE", "ESCAPE")
    assert not screen.controller.prompts.inquiry.answers and not screen.ui.modal


def test_a_claim_shows_known_cards_and_crosses_out_players_who_cannot_challenge(driver: Driver) -> None:
    screen, inquiry = asked(driver, "challenge", 5, lambda i: min(i.state.purse[1:]) < i.state.claim.value)
    state, claim = inquiry.state, inquiry.state.claim
    assert claim is not None
    spent = [ELITES[state.face(copy)].value for copy in state.elites_spent[claim.seat]]
    left = [elite.value for elite in ELITES]
    for value in spent:
        left.remove(value)
    told = plain_text(screen.table.extras.evidence.value_text())
    assert f"{left.count(claim.value)} of {len(left)} unseen are worth {claim.value}" in told
    assert f"If you challenge and it is false: you +{claim.value}" in told
    for seat in state.seats:
        words = screen.table.board.members[seat].activity()[1]
        if seat == claim.seat:
            assert words == f"claims an Elite of {claim.value}"
        elif state.purse[seat] < claim.value:
            assert words == f"has only {state.purse[seat]}"
        else:
            assert "has only" not in words
    assert (
        screen.controller.prompts.view.panel.lock_in.text == "Answer"
        and screen.controller.prompts.view.controls.nothing.text == "Let it pass"
    )
    driver.key("V")
    assert screen.controller.prompts.inquiry is not inquiry or screen.table.model.locked


def test_pointing_at_a_target_of_a_strike_shows_its_victims(driver: Driver) -> None:
    screen, inquiry = asked(driver, "launch", 5, lambda i: any(kind == "card" for kind, _ in i.targets))
    entry = next(number for kind, number in inquiry.targets if kind == "card")
    assert inquiry.pick_name(("card", entry)) == "Nuclear Arms"
    driver.click_card(screen.table.hand, screen.table.hand.index_of(entry), (980.0, 660.0))
    assert [aim.pick for aim in screen.controller.prompts.view.lit] == [
        ("seat", seat) for seat in inquiry.state.others(1)
    ]
    for target in (3, 4):
        driver.move(screen.table.board.around[target])
        assert screen.table.board.blast == strike.blast_seats(inquiry.state, target)
        told = plain_text(screen.table.extras.evidence.value_text())
        assert told.startswith("THE STRIKE") and screen.table.names.plain_name(target) in told
        for seat in screen.table.board.blast:
            after = max(0, inquiry.state.purse[seat] - 10)
            assert (
                f"{screen.table.names.plain_name(seat)}: {inquiry.state.purse[seat]} → {after}" in told
                or "safe" in told
            )
    driver.move((640.0, 300.0))
    assert not screen.table.board.blast
    driver.key("ESCAPE")
    assert not inquiry.answers and screen.table.board.target == 0


def test_standing_orders_answer_for_the_player(driver: Driver) -> None:
    screen, inquiry = asked(driver, "challenge", 4)
    assert (
        screen.controller.prompts.view.controls.orders.challenge == ASK
        and screen.controller.prompts.view.controls.orders.pass_others
    )
    driver.key("O")
    assert screen.ui.modal
    driver.click("Always stop a strike at me, if I can")
    assert screen.controller.prompts.view.controls.orders.counter
    driver.key("ESCAPE")
    screen.controller.prompts.view.controls.orders.challenge = NEVER
    screen.controller.prompts.answer(("yes", 0))
    assert (
        inquiry.secrets.orders[claims.CHALLENGE_ORDER] == NEVER
        and inquiry.secrets.orders[strike.OWN_STRIKES_ORDER] == strike.ALWAYS
    )
    bot = BOTS["random"]("orders", 1)
    for _ in range(400):
        asked_now = screen.controller.prompts.inquiry
        if screen.controller.end_shown:
            break
        if asked_now is not None and asked_now is not inquiry and not screen.table.model.locked:
            assert asked_now.asked_of is not claims.CHALLENGE
            assert asked_now.asked_of is not strike.COUNTER or strike.hits_side_of(
                asked_now.state, 1, *asked_now.detail
            )
            decision = bot.decide(GAME, asked_now.state, 1, asked_now.secrets)
            screen.controller.prompts._send(screen.controller.prompts.inquiry, decision)
        driver.step()
    assert screen.controller.end_shown


def test_a_secret_alliance_is_opened_with_the_next_decision(driver: Driver) -> None:
    screen, inquiry = asked(driver, "challenge", 4, lambda i: SECRETS.signed_papers(i.state, 1))
    (paper, *_) = SECRETS.signed_papers(inquiry.state, 1)
    ally = sum(paper.pair) - 1
    spot = next(spot for spot in screen.table.board.pacts.spots() if {spot.a, spot.b} == {1, ally})
    assert spot.pact == -1 and "sealed" in screen.table.board.members[ally].allies()[0]
    screen.table.board.pacts.over = (spot.a, spot.b, spot.pact)
    assert "Secret alliance" in plain_text(screen.table.board.pacts.explain())
    screen.controller.prompts.view.controls.open_orders()
    driver.step()
    driver.click(f"with {screen.table.names.plain_name(ally)}")
    assert screen.controller.prompts.view.controls.orders.open_next == {ally}
    driver.key("ESCAPE")
    screen.controller.prompts.answer(("yes", 0))
    assert not screen.controller.prompts.view.controls.orders.open_next
    assert SECRETS.signed_papers(settle(driver, screen), 1) != SECRETS.signed_papers(inquiry.state, 1)


def test_the_drawn_card_is_shown_in_the_middle(driver: Driver) -> None:
    screen, inquiry = asked(driver, "drawn", 4)
    code = faces.code_of_entry(inquiry.state, inquiry.secrets, inquiry.detail[0])
    assert code > 0 and screen.table.board.middle._drawn() == code
    lifted = screen.controller.prompts.view.preview.current_card
    assert lifted is not None and lifted.name == faces.name(code)


def test_declared_values_are_shown_on_the_plates(driver: Driver) -> None:
    screen, inquiry = asked(driver, "doubt", 4, lambda i: len(i.state.statements) > 1)
    for one in inquiry.state.statements:
        if one.seat != 1:
            assert screen.table.board.members[one.seat].activity()[1].startswith(("claims ",))
    assert {aim.pick[1] for aim in screen.controller.prompts.view.lit} == {
        number for kind, number in inquiry.targets if kind == "seat"
    }
    assert "If you are wrong, you lose 10." in plain_text(screen.table.extras.evidence.value_text())


@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_alliance_chips_do_not_overlap(driver: Driver, seats: int) -> None:
    """Alliance chips overlap no plate, deck, answer or other chip, for all possible alliances."""
    screen, _ = asked(driver, "diplomacy", seats)
    board, unit = screen.table.board, screen.table.board.unit
    things = [*board.piles.values(), *board.around.values(), board.ends, board.armed]
    taken = [thing.rect.scaled(1 / unit) for thing in things]
    order = list(board.around)
    for a, b in combinations(order, 2):
        for gap in pacts.between(order, a, b):
            x, top, wide = pacts.GAP_PLACES[seats][gap]
            reach = x - 20 - (0 if x < 616 else wide), x + 20 + (wide if x < 616 else 0)
            for box in taken:
                apart = reach[1] < box.x or reach[0] > box.right or 720 - top - 18 > box.top or 720 - top + 18 < box.y
                assert apart, (seats, gap, box)


def test_plates_and_decks_have_tips_that_explain_them(driver: Driver) -> None:
    screen, inquiry = asked(driver, "play", 4)
    board = screen.table.board
    told = plain_text(board.around[2].explain())
    assert screen.table.names.plain_name(2) in told and f"{inquiry.state.purse[2]} Influence" in told
    assert "to draw" in plain_text(board.piles[faces.INTRIGUE].explain())
    assert all(plain_text(place.explain()) and place.value_text() for place in board.types)
    known = [code for _, code in faces.held_by(screen.table.model, 1)]
    assert known and all(code > 0 for code in known)
    assert any("−5" in faces.tooltip(code) for code in [faces.code(faces.INTRIGUE, NUCLEAR_ARMS)])
    assert "Armed" in plain_text(board.around[2].explain()) or "No armament" in plain_text(board.around[2].explain())
    driver.key("F1")
    assert screen.ui.layers and "Draw an Intrigue card" in plain_text(screen.controller.prompts.view.hint_words())


@pytest.mark.parametrize(
    ("kind", "palette"),
    quick_one_in(2, pairs(("challenge", "diplomacy", "doubt", "counter"), ("okabe-ito", "high-separation"))),
)
def test_every_text_at_the_table_of_ambition_is_readable_on_its_background(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, kind: str, palette: str
) -> None:
    screen, _ = asked(driver, kind, 5)
    themes.set_theme(game_theme(1.0, palette))
    screen.table.model.palette = palette
    screen.ui.touch_all()
    driver.step(frames=2)
    written, ground = texts_of(driver, monkeypatch)
    assert len(written) > 40
    assert not faint(written, ground)
